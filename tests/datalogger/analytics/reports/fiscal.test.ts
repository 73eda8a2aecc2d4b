import { afterEach, expect, test } from 'vitest';
import type { MeterConfig } from '../../../../src/contract/config/meters';
import { fiscalWatch, freezeReadings, readingsOf } from '../../../../src/datalogger/analytics/reports/fiscal';
import { openConfigDatabase } from '../../../../src/datalogger/storage/config/config-database';
import type { Measures } from '../../../../src/datalogger/storage/measures/measures';
import { archiveOf, hour, midnight, zone } from './archive';

const config = openConfigDatabase(':memory:');
const readings = config.fiscalReadings;
let store: Measures;
afterEach(() => store.close());

const meter = {
  id: 1,
  seriale: 'A-17',
  pod: 'IT001E00000001',
  ta_primario: 200,
  ta_secondario: 5,
  tv_primario: 20_000,
  tv_secondario: 100,
};
const meters = [meter as typeof meter & MeterConfig];
const at = (month: number) => midnight(2026, month, 1);
const seen = (from: number, to: number) => readings.between(from, to);

test('the readings of each 1st of a month are those at its midnight, and never change', () => {
  store = archiveOf(midnight(2026, 1, 20), at(4) + hour, [[at(3) - 6 * hour, at(3)]]);
  freezeReadings({ store, zone, meters }, readings);
  const frozen = seen(at(1), at(12));
  expect(frozen.map(({ month }) => month)).toEqual([at(2), at(3), at(4)]);
  // Three quarters of 40 kW in two hours and of 100 kW in eight, each day since 20 January.
  const perDay = 0.75 * (2 * 40 + 8 * 100);
  expect(frozen[0]?.exported).toBeCloseTo(1000 + 12 * perDay, 2);
  expect(frozen[2]?.exported).toBeCloseTo(1000 + (12 + 28 + 31) * perDay - 0.75 * 40, 2); // an hour that the clocks skip
  // The meter did not answer at midnight: read before, and said so.
  expect(frozen[1]).toMatchObject({ takenS: at(3) - 6 * hour });
  // Another meter in its place later does not change whose reading it was.
  expect(frozen[0]?.identity).toEqual({ serial: 'A-17', pod: 'IT001E00000001', ratio: 8000 });
  store.remove('quarter', 'contatori', 0, at(5));
  freezeReadings({ store, zone, meters }, readings);
  readings.freeze({
    ...frozen[0],
    meter: 1,
    month: at(2),
    takenS: 0,
    exported: 7,
    imported: 7,
    reactive: [],
    identity: null,
  });
  expect(seen(at(1), at(12))).toEqual(frozen);
});

test('a year has the readings from its first midnight to the one that ends it', () => {
  store = archiveOf(midnight(2026, 12, 1), midnight(2027, 1, 1) + hour);
  fiscalWatch(
    { archive: store, zone: () => zone },
    () => meters,
    readings,
    error => {
      throw error;
    },
  )({ t: midnight(2027, 1, 1) + hour } as never, 0);
  const none = { id: [1], nome: ['M1'], stato: [], sampled: [], validS: [], q: [], values: {} };
  const snapshot = { t: 0, groups: { contatori: none } } as never;
  const letture = readingsOf(
    { snapshot, readings, zone },
    { from: midnight(2026, 1, 1), to: midnight(2027, 1, 1) },
  );
  expect(letture.at(-1)).toMatchObject({ id: 1, nome: 'M1', t: midnight(2027, 1, 1) });
  expect(letture.map(({ t }) => t)).toContain(at(2));
});
