import { expect, test } from 'vitest';
import { type Projection, runsOf } from '../../../../src/console/ui/day-line';
import { rowAfter, rowAt, type Series } from '../../../../src/console/ui/plot/model';
import { marksPath, rowsIn, runPath, shortfallPath } from '../../../../src/console/ui/plot/paths';

const slots = Array.from({ length: 10 }, (_, row) => ({ from: 10 * row, to: 10 * row + 10 }));
const project: Projection = (at, value) => [at, 100 - value];
const scales = {
  x: (at: number) => at,
  atPx: (px: number) => px,
  y: (value: number) => 100 - value,
  project,
};

/** The heights drawn at each pixel of a path of `M`, `L` and `V` commands. */
function heightsOf(path: string): ReadonlyMap<number, readonly number[]> {
  const heights = new Map<number, number[]>();
  let pixel = Number.NaN;
  for (const [, command, text = ''] of path.matchAll(/([MLV])([^MLV]*)/g)) {
    const numbers = text.split(' ').map(Number);
    if (command !== 'V') pixel = numbers.shift() ?? Number.NaN;
    heights.set(pixel, [...(heights.get(pixel) ?? []), ...numbers]);
  }
  return heights;
}

test('of values denser than pixels each pixel keeps its first, lowest, highest and last', () => {
  const dense = Array.from({ length: 10_080 }, (_, row) => ({ from: row / 100, to: (row + 1) / 100 }));
  const values = dense.map((_, row) => (row === 5050 ? 999 : row % 7));
  const path = runPath(dense, values, { first: 0, end: dense.length }, scales);
  const heights = heightsOf(path);
  expect([...heights.keys()]).toEqual(Array.from({ length: 101 }, (_, pixel) => pixel));
  for (const [pixel, drawn] of heights) {
    expect(drawn.length).toBeLessThanOrEqual(4);
    const inPixel = values.slice(100 * pixel, 100 * (pixel + 1)).map(scales.y);
    expect([drawn[0], drawn.at(-1)]).toEqual([inPixel[0], inPixel.at(-1)]);
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([Math.min(...inPixel), Math.max(...inPixel)]);
  }
});

test('values that find room are all drawn', () => {
  expect(runPath(slots, [1, 2, 3], { first: 0, end: 3 }, scales)).toBe('M0 99L5 99L15 98L25 97L30 97');
});

test('a gap among dense points stays a gap', () => {
  const values = Array.from({ length: 1000 }, (_, row) => (row >= 400 && row < 500 ? null : 1));
  expect(runsOf(values, { first: 0, end: 1000 })).toEqual([
    { first: 0, end: 400 },
    { first: 500, end: 1000 },
  ]);
});

test('of a part of the axis its rows are drawn, and one on either side', () => {
  expect(rowsIn(slots, { from: 0, to: 100 })).toEqual({ first: 0, end: 10 });
  expect(rowsIn(slots, { from: 35, to: 52 })).toEqual({ first: 2, end: 7 });
});

test('a place has the row whose middle is next to it', () => {
  expect([-5, 4, 5, 12, 99, 400].map(at => rowAt(slots, at))).toEqual([0, 0, 0, 1, 9, 9]);
  expect(rowAt([], 3)).toBe(-1);
  expect([0, 9.9, 10, 100].map(at => rowAfter(slots, at))).toEqual([0, 0, 1, 10]);
});

const bars = (values: readonly (number | null)[], more: Partial<Series> = {}): Series => ({
  key: 'a',
  label: 'a',
  unit: '',
  decimals: 0,
  look: 'measured',
  shape: 'bars',
  values,
  ...more,
});

test('bars stand on 0, also below it, and where there is no value there is no bar', () => {
  const path = marksPath(slots, bars([40, null, -20]), { first: 0, end: 3 }, scales, () => true);
  expect(path).toBe('M2.5 60.0h5.0V100.0h-5.0zM22.5 120.0h5.0V100.0h-5.0z');
});

test('ticks lie over their bars, wider than these', () => {
  expect(marksPath(slots, bars([40], { shape: 'ticks' }), { first: 0, end: 1 }, scales, () => true)).toBe(
    'M1.4 60.0h7.2',
  );
});

test('a shortfall lies between its two lines', () => {
  const path = shortfallPath(
    slots,
    { from: 10, to: 30, above: '', below: '' },
    [
      [100, 100, 100, 100],
      [98, 60, 60, 99],
    ],
    scales,
  );
  expect(path).toBe('M10 0L15 0L25 0L30 0L30 20.5L25 40L15 40L10 21z');
});
