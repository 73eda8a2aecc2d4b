import { expect, test } from 'vitest';
import { type MeasureTable, readTable } from '../../../../src/console/data/table';
import {
  gapsOf,
  linesOf,
  peakOf,
  readDay,
  shortfallsOf,
} from '../../../../src/console/screens/dashboard/curve';
import { axesOf } from '../../../../src/console/screens/dashboard/curve-axes';
import type { Place } from '../../../../src/console/ui/day-line';

const zone = 'Europe/Rome';
const place: Place = (t, value) => [t / 900, value];
type Values = readonly (number | null)[];

/** Slots from `start` on; the answer was given at the end of the last unless said otherwise. */
function day(measured: Values, expected: Values = measured, { start = 0, end = NaN } = {}): MeasureTable {
  const t = measured.map((_, slot) => start + 900 * slot);
  return readTable({
    m: '',
    t: Number.isNaN(end) ? start + 900 * measured.length : end,
    colonne: { t, 'impianto.pac': measured, 'impianto.pattesa': expected, 'impianto.poa': measured },
  });
}

test('a line is interrupted at a gap and never joined over it', () => {
  const slots = readDay(day([10, 20, null, 40]));
  expect(linesOf(slots, 'measured', place)).toEqual([
    [
      [0, 10],
      [0.5, 10],
      [1.5, 20],
      [2, 20],
    ],
    [
      [3, 40],
      [3.5, 40],
      [4, 40],
    ],
  ]);
  expect(gapsOf(slots)).toEqual([{ fromS: 1800, toS: 2700 }]);
});

test('the current slot ends at the time of the answer, and what is to come is no gap', () => {
  const slots = readDay(day([10, 20, null, null], undefined, { end: 1200 }));
  expect(slots.map(({ to }) => to)).toEqual([900, 1200]);
  expect(gapsOf(slots)).toEqual([]);
});

test('a shortfall lies between the two lines, where the tolerance is passed', () => {
  const [shortfall, ...others] = shortfallsOf(
    readDay(day([98, 60, 60, 99], [100, 100, 100, 100])),
    100,
    place,
  );
  expect(others).toEqual([]);
  expect(shortfall).toMatchObject({ fromS: 900, toS: 2700, percent: 40 });
  expect(shortfall?.outline[0]).toEqual([1, 100]);
  // Half way from 98 to 60: the hatch ends where the drawn line is.
  expect(shortfall?.outline.at(-1)).toEqual([1, 79]);
});

test('a missing measurement or a trifle is no loss', () => {
  expect(shortfallsOf(readDay(day([null, 0.1], [100, 0.9])), 1000, place)).toEqual([]);
});

test('the peak is the greatest measured slot; an empty or dark day has none', () => {
  expect(peakOf(readDay(day([1, 5, null, 3])))?.from).toBe(900);
  expect(peakOf(readDay(day([null, 0])))).toBeNull();
});

test.each([
  ['an ordinary day', '2026-06-10T00:00:00+02:00', 96],
  ['the day of 23 hours', '2026-03-29T00:00:00+01:00', 92],
  ['the day of 25 hours', '2026-10-25T00:00:00+02:00', 100],
])('%s is labelled by the clock of the plant', (_, midnight, count) => {
  const start = Date.parse(midnight) / 1000;
  const table = day(
    Array.from({ length: count }, () => null),
    undefined,
    { start },
  );
  const axes = axesOf(table, readDay(table), 998.4, zone);
  expect(axes.x.map(({ label }) => label)).toEqual(['06:00', '09:00', '12:00', '15:00', '18:00', '21:00']);
  expect([axes.x.at(-1)?.at, axes.across(start) < 0]).toEqual([100, true]);
});

test('light before five widens the plot', () => {
  const start = Date.parse('2026-06-10T00:00:00+02:00') / 1000;
  const values = Array.from({ length: 96 }, (_, slot) => (slot === 14 ? 20 : 0));
  const table = day(values, undefined, { start });
  expect(axesOf(table, readDay(table), 100, zone).across(start + 14 * 900)).toBe(0);
});

test('both axes have the same lines, and a night draw does not leave the plot', () => {
  const table = day([-2, 500]);
  const axes = axesOf(table, readDay(table), 998.4, 'UTC');
  expect(axes.y.map(({ label }) => label)).toEqual(['0', '250', '500', '750', '1.000']);
  expect(axes.y2.map(({ label }) => label)).toEqual(['0', '400', '800', '1.200', '1.600']);
  expect(axes.placePower(0, -2)[1]).toBe(100);
});
