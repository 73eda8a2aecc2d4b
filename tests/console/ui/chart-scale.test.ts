import { expect, test } from 'vitest';
import { areaPath, decimalsOf, linePath, roundScale, sharedLines } from '../../../src/console/ui/chart-scale';

const pair = ([low = 0, high = 0]: readonly number[]) => [low, high] as const;

test.each([
  [998.4, 250, 1000],
  [1000, 250, 1000],
  [100, 25, 100],
  [110, 25, 125],
  [20_480, 5000, 25_000],
  [3, 1, 3],
  [0, 1, 5],
  [Number.NaN, 1, 5],
])('an axis up to %d has steps of %d and ends at %d', (max, step, top) => {
  expect(roundScale(max)).toEqual({ step, top });
});

test.each([
  [
    'of which the second is irradiance',
    [0, 985],
    [0, 1010],
    [0, 250, 500, 750, 1000],
    [0, 400, 800, 1200, 1600],
  ],
  [
    'of power both ways: their 0 is one line',
    [-90, 100],
    [0, 800],
    [-100, -50, 0, 50, 100],
    [-1000, -500, 0, 500, 1000],
  ],
  [
    'of which the second alone goes below 0',
    [0, 40],
    [-10, 20],
    [-10, 0, 10, 20, 30, 40],
    [-15, 0, 15, 30, 45, 60],
  ],
  ['that nothing is on', [0, 0], [0, 0], [0, 1], [0, 1]],
])('two axes %s', (_, first, second, lines, secondLines) => {
  const [left, right] = sharedLines(pair(first), pair(second));
  expect([left, right.map(value => Number(value.toPrecision(6)))]).toEqual([lines, secondLines]);
});

test('an offset of a sensor at night does not cost the grid a row below 0', () => {
  expect(sharedLines([0, 900], [-3, 1000])[0][0]).toBe(0);
});

test.each([
  [[0, 250], 0],
  [[0, 2.5], 1],
  [[0, 0.25], 2],
  [[0, 0.1], 1],
])('lines %j are labelled with %d decimals', (lines, decimals) => {
  expect(decimalsOf(lines)).toBe(decimals);
});

test('paths carry tenths and close on their base', () => {
  const points = [
    [0, 50],
    [33.333, 25.06],
  ] as const;
  expect(linePath(points)).toBe('M0 50L33.3 25.1');
  expect(areaPath(linePath(points), 100)).toBe('M0 50L33.3 25.1V100H0z');
  expect(linePath([]) + areaPath('', 100)).toBe('');
});
