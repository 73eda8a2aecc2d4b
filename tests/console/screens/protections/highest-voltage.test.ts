import { beforeAll, expect, test } from 'vitest';
import { readToday } from '../../../../src/console/device-screens/today';
import {
  firstLimit,
  highestOf,
  highestPlot,
} from '../../../../src/console/screens/protections/highest-voltage';
import type { Threshold } from '../../../../src/console/screens/protections/settings';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['protections']));

const start = 1_781_042_400;
const today = readToday({
  t: start + 900,
  colonne: {
    t: [start, start + 300, start + 600, start + 900],
    'spi.2.uab': [20_100, 20_200, 20_300, null],
    'spi.2.ubc': [20_400, null, 20_200, null],
    'spi.2.uca': [20_000, 20_900, 20_600, null],
  },
});

const threshold = (code: Threshold['code'], value: number, isEnabled = true): Threshold => ({
  code,
  value,
  seconds: 1,
  isEnabled,
  isRestrictive: false,
  meanS: null,
  standard: null,
  range: null,
});

test('the highest of the three voltages is shown, and nothing where one of them is missing', () => {
  expect(highestOf(today, 2, 20_000)).toEqual([1.02, null, 1.03]);
  expect(highestOf(today, 2, 0)).toEqual([null, null, null]);
});

test('the threshold beside it is the lowest of those that a high voltage trips, and that are on', () => {
  const settings = [threshold('27.S1', 0.85), threshold('59.S2', 1.2), threshold('81>.S1', 50.2)];
  expect(firstLimit([...settings, threshold('59.S1', 1.1)])?.code).toBe('59.S1');
  expect(firstLimit([...settings, threshold('59.S1', 1.1, false)])?.code).toBe('59.S2');
  expect(firstLimit([threshold('27.S1', 0.85)])).toBeUndefined();
});

test('the grid is close around voltage and threshold, over the whole day', () => {
  const plot = highestPlot(today, [1.02, null, 1.03], threshold('59.S1', 1.1), 'Europe/Rome', start + 900);
  expect(plot.series.map(({ label, look }) => [label, look])).toEqual([
    ['Tensione massima', 'measured'],
    ['59.S1', 'limit'],
  ]);
  const grid = plot.placeLines?.([1.02, 1.1], null).left ?? [];
  expect(grid[0]).toBeGreaterThan(0.9);
  expect(grid.at(-1)).toBeGreaterThanOrEqual(1.1);
});

/** A day of an hour, of which fifteen minutes are known. */
const hour = { ...today, toS: start + 3600 };
const plotAt = (nowS: number) =>
  highestPlot(hour, [1.02, null, 1.03], threshold('59.S1', 1.1), 'Europe/Rome', nowS);

test('where the highest voltage is not known the day is hatched, up to now', () => {
  const missing = { from: start + 300, to: start + 600, look: 'gap' };
  expect(plotAt(start + 900).spans).toEqual([missing]);
  const silent = { from: start + 900, to: start + 2400, look: 'gap' };
  expect(plotAt(start + 2400).spans).toEqual([missing, silent]);
});

test('the threshold is there for the whole day, also after the present', () => {
  const { series, from, to } = plotAt(start + 900);
  expect(series.map(({ isConstant }) => isConstant === true)).toEqual([false, true]);
  expect([from, to]).toEqual([start, start + 3600]);
});
