import { beforeAll, expect, test } from 'vitest';
import { readTable } from '../../../../src/console/data/table';
import { readDevices } from '../../../../src/console/devices/device-list';
import { readToday } from '../../../../src/console/devices/today';
import { dayMap } from '../../../../src/console/screens/inverters/day-map';
import { refineInverters } from '../../../../src/console/screens/inverters/inverter-list';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian([]));

const midnight = Date.parse('2026-06-10T00:00:00+02:00') / 1000;
const ids = [1, 2, 3, 4, 5];
const { devices: inverters } = refineInverters(
  readDevices(
    readTable({
      t: midnight + 43_200,
      colonne: {
        id: ids,
        nome: ids.map(id => `INV 0${id}`),
        stato: ids.map(() => 4),
        eta: ids.map(() => 2),
        q: ids.map(() => 192),
        // The second has half the modules: its power is compared by its own size.
        kwp: [100, 50, 100, 100, 100],
      },
    }),
    'inverter',
    ['kwp'],
  ),
);

/** The powers of the five in the slot that begins at 12, and everything before in the dark. */
function cellsOf(...powers: readonly (number | null)[]) {
  const starts = Array.from({ length: 96 }, (_, slot) => midnight + slot * 900);
  const today = readToday({
    t: midnight + 44_100,
    colonne: {
      t: starts,
      ...Object.fromEntries(
        ids.map((id, index) => [
          `inverter.${id}.pac`,
          starts.map((_, slot) => (slot === 48 ? (powers[index] ?? null) : 0)),
        ]),
      ),
    },
  });
  return dayMap(today, inverters, 'Europe/Rome').map(({ boxes }) => boxes[0]?.cells ?? []);
}

test('each slot is compared with its median, by kW/kWp', () => {
  const lines = cellsOf(60, 30, 55, 45, 30);
  expect(lines.map(cells => cells.at(-1)?.kind)).toEqual(['good', 'good', 'good', 'poor', 'severe']);
  expect(lines[1]?.at(-1)?.specific).toBe(0.6);
  expect(lines[3]?.at(-1)?.deviation).toBeCloseTo(-18.2, 1);
});

test('what stands still, what nobody measured and the dark are no deviations', () => {
  const lines = cellsOf(60, 30, 60, 0, null);
  expect(lines.map(cells => cells.at(-1)?.kind)).toEqual(['good', 'good', 'good', 'stopped', 'missing']);
  expect(new Set(lines.flatMap(cells => cells.slice(0, -1).map(({ kind }) => kind)))).toEqual(
    new Set(['dark']),
  );
});

test('the day is shown from 5 to 21, as far as it has come', () => {
  const [first] = cellsOf(60, 30, 60, 60, 60);
  expect(first?.[0]?.fromS).toBe(midnight + 5 * 3600);
  expect(first?.at(-1)?.fromS).toBe(midnight + 12 * 3600);
});
