import { expect, test } from 'vitest';
import { areaPath, linePath, polygon, roundScale } from '../../../src/console/ui/chart-scale';

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

test('paths carry tenths of a percent and close on the foot of the plot', () => {
  const points = [
    [0, 50],
    [33.333, 25.06],
  ] as const;
  expect(linePath(points)).toBe('M0 50L33.3 25.1');
  expect(areaPath(points)).toBe('M0 100L0 50L33.3 25.1L33.3 100z');
  expect(polygon(points)).toBe('polygon(0% 50%,33.3% 25.1%)');
  expect(linePath([]) + areaPath([])).toBe('');
});
