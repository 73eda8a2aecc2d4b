import { describe, expect, test } from 'vitest';
import { alarmGroups, cciAlarmGroups } from '../../../../src/contract/alarm-codes';
import { isShort } from '../../../../src/datalogger/api/long-work/jobs';
import { listAsked } from '../../../../src/datalogger/api/support/alarms-list';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';

const archive = openMeasures(':memory:');
const isHere = (query: Parameters<typeof listAsked>[0], size: number, groups = alarmGroups) =>
  isShort('alarms', archive, listAsked(query, groups, size));

describe('G27: a list of alarms', () => {
  test.each([
    [{}, true],
    [{ stato: 'storico' }, true],
    [{ priorita: '1' }, true],
    [{ testo: 'inv' }, false],
    [{ stato: 'storico', priorita: '1' }, false],
    [{ stato: 'storico', tipo: 'spi' }, false],
    [{ da: '1' }, false],
    [{ causa: '1' }, false],
    [{ tipo: 'inverter', dispositivo: '1' }, false],
  ] as const)('of %j in 100,000 is answered without a search: %s', (query, here) => {
    expect(isHere(query, 100_000)).toBe(here);
    expect(isHere(query, 1000)).toBe(true);
  });

  test('is searched for who sees some groups only', () => {
    const asked = listAsked({ stato: 'storico' }, cciAlarmGroups, 100_000);
    expect(isShort('alarms', archive, asked)).toBe(false);
  });
});
