import { beforeAll, expect, test } from 'vitest';
import { readTable } from '../../../../src/console/data/table';
import { readDevices } from '../../../../src/console/device-screens/device-list';
import { readToday } from '../../../../src/console/device-screens/today';
import {
  columnOf,
  curves,
  endsOf,
  farthest,
  seriesOf,
} from '../../../../src/console/screens/inverters/curves-plot';
import { refineInverters } from '../../../../src/console/screens/inverters/inverter-list';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['inverters']));

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

type Power = number | null | readonly (number | null)[];

/** The powers of the five in each slot of the hour from 12 on; before, all had 10 kW by 100 kWp. */
function todayOf(...powers: readonly Power[]) {
  const starts = Array.from({ length: 96 }, (_, slot) => midnight + slot * 900);
  const at = (power: Power, slot: number) => (Array.isArray(power) ? power[slot - 48] : power) ?? null;
  return readToday({
    t: midnight + 46_800,
    colonne: {
      t: starts,
      ...Object.fromEntries(
        ids.map((id, index) => [
          `inverter.${id}.pac`,
          starts.map((_, slot) => (slot >= 48 ? at(powers[index] ?? null, slot) : id === 2 ? 5 : 10)),
        ]),
      ),
    },
  });
}
const curvesOf = (...powers: readonly Power[]) => curves(todayOf(...powers), inverters, 'Europe/Rome');
const namesOf = ({ named }: ReturnType<typeof curves>) => named.map(({ inverter }) => inverter.name);

test('each is compared by kW/kWp with the median of the slot, and who is far from it is named, the furthest first', () => {
  const day = curvesOf(60, 30, 58, 45, 20);
  expect(namesOf(day)).toEqual(['INV 05', 'INV 04']);
  expect(day.medians.at(-1)).toBeCloseTo(0.58);
  expect(seriesOf(day).map(({ label, look, shape }) => `${label} ${look} ${shape}`)).toEqual([
    'INV 01 compared line',
    'INV 02 compared line',
    'INV 03 compared line',
    'mediana compared none',
    'INV 05 l0 line',
    'INV 04 l0 line',
  ]);
});

test('a cloud over one for a quarter of an hour is no exception, half an hour is, and so is the present', () => {
  const [cloud, long, now] = [
    [60, 30, 60, 60],
    [30, 30, 60, 60],
    [60, 60, 60, 30],
  ];
  expect(namesOf(curvesOf(60, 30, 60, cloud, 60))).toEqual([]);
  expect(namesOf(curvesOf(60, 30, 60, long, 60))).toEqual(['INV 04']);
  expect(namesOf(curvesOf(60, 30, 60, now, 60))).toEqual(['INV 04']);
});

test('in the dark nobody is compared, and what nobody measured is no deviation', () => {
  expect(namesOf(curvesOf(0.1, 0.1, 0.2, 0, null))).toEqual([]);
  expect(namesOf(curvesOf(60, 30, 60, null, 60))).toEqual([]);
});

const scales = {
  x: (at: number) => (at - midnight) / 100,
  y: (value: number) => 130 - 130 * value,
  atPx: (px: number) => px,
  project: (at: number, value: number) => [at, value] as const,
};

test('the names at the ends of lines are never over each other, and none is below the axis', () => {
  const ends = endsOf(curvesOf(100, 50, 60, 0.2, 0.1), scales);
  const tops = ends.map(({ y }) => y).sort((one, other) => one - other);
  expect(ends).toHaveLength(5);
  expect(Math.min(...tops.slice(1).map((top, index) => top - (tops[index] ?? 0)))).toBeGreaterThanOrEqual(13);
  expect(tops.at(-1)).toBeLessThanOrEqual(130);
});

test('a line that ended is named at the height of its end, and its end is kept', () => {
  const silent = inverters.map(each => ({ ...each, isSilent: each.id === '3' }));
  const day = curves(todayOf(60, 30, [60, 60, null, null], 60, 60), silent, 'Europe/Rome');
  expect(namesOf(day)).toEqual(['INV 03']);
  const [name] = endsOf(day, scales).filter(({ label }) => label === 'INV 03');
  expect(name?.at).toEqual([(43_200 + 1800) / 100, 130 - 130 * 0.6]);
});

test('the names stand after the last slot, or before it where the longest has no room in the axis', () => {
  const ends = endsOf(curvesOf(60, 30, 60, 45, 20), scales);
  expect(columnOf(ends, 400, 460)).toEqual({ x: 406, textAnchor: 'start' });
  expect(columnOf(ends, 400, 440)).toEqual({ x: 394, textAnchor: 'end' });
});

test('the instant farthest from the median, and nothing where there is nothing to compare', () => {
  const day = curvesOf(60, 30, 60, [60, 45, 60, 60], null);
  const most = (index: number) => farthest(day.lines[index]?.values ?? [], day);
  expect(most(3)).toEqual({ atS: midnight + 43_200 + 900, deviation: expect.closeTo(-0.25) });
  expect(most(0)?.deviation).toBeCloseTo(0);
  expect(farthest([], day)).toBeNull();
});
