import { beforeAll, expect, test } from 'vitest';
import { readAlarm } from '../../../../src/console/data/alarm-rows';
import { headWords } from '../../../../src/console/screens/alarms/head-words';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['alarms', 'alarm-list', 'frame']));

const beginS = 1_751_933_820;
const outage = {
  id: 1,
  codice: 'GRD01',
  gruppo: 'impianto',
  dispositivo: null,
  nome: 'FV',
  priorita: 1,
  inizio: beginS,
};
const saying = (row: object, nowS: number) => {
  const page = {
    t: nowS,
    alarms: [readAlarm(row)],
    cursor: null,
    total: 1,
    incidents: null,
    shelvingMinutes: null,
    states: new Map(),
    priorities: new Map(),
    groups: new Map(),
  };
  return headWords(page, undefined, nowS).text;
};

test('the worst alarm lasts until now, or until it ended where nobody has acknowledged it yet', () => {
  const nowS = beginS + 8 * 3600;
  const present = { ...outage, stato: 'attivo', presente: true, fine: null };
  expect(saying(present, nowS)).toMatch(/^Il più grave è .*, da 8\sh/);
  const gone = { ...outage, stato: 'rientrato', presente: false, fine: beginS + 420 };
  expect(saying(gone, nowS)).toMatch(/^Il più grave è .*, rientrato dopo 7\smin\./);
});
