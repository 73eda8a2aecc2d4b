import { beforeAll, expect, test } from 'vitest';
import type { TrendLine } from '../../../src/console/device-screens/descriptor';
import { readToday } from '../../../src/console/device-screens/today';
import { trendPlot } from '../../../src/console/device-screens/trend';
import { speakItalian } from '../../support/words';

beforeAll(() => speakItalian([]));

const midnight = Date.parse('2026-06-10T00:00:00+02:00') / 1000;
const starts = Array.from({ length: 96 }, (_, slot) => midnight + slot * 900);
const trendLine = (code: string, unit: string): TrendLine => ({
  code,
  label: code,
  unit,
  decimals: 1,
  look: 'measured',
});

/** Four slots until 1 o'clock, the third of which nobody measured. */
const today = readToday({
  m: '',
  t: midnight + 3600,
  colonne: {
    t: starts,
    'contatori.2.p': starts.map((_, slot) => [-90, -80, null, 100][slot] ?? null),
    'impianto.poa': starts.map((_, slot) => (slot < 4 ? 5 : null)),
  },
});
const trend = (nowS: number) =>
  trendPlot(
    today,
    [trendLine('contatori.2.p', 'kW'), trendLine('impianto.poa', 'W/m²')],
    'Europe/Rome',
    nowS,
  );

test('the whole day is the axis, its slots up to now have the values, and another unit has the other axis', () => {
  const { from, to, slots, series } = trend(midnight + 3600);
  expect([from, to]).toEqual([midnight, midnight + 86_400]);
  expect(slots).toHaveLength(4);
  expect(series.map(({ values, axis }) => [values, axis])).toEqual([
    [[-90, -80, null, 100], undefined],
    [[5, 5, 5, 5], 'right'],
  ]);
});

test('what nobody measured is a gap; so is a silence up to now', () => {
  expect(trend(midnight + 3600).spans).toEqual([{ from: midnight + 1800, to: midnight + 2700, look: 'gap' }]);
  expect(trend(midnight + 7200).spans?.at(-1)).toEqual({
    from: midnight + 3600,
    to: midnight + 7200,
    look: 'gap',
  });
});
