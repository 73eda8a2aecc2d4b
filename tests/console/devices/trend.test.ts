import { beforeAll, expect, test } from 'vitest';
import type { TrendLine } from '../../../src/console/devices/descriptor';
import { readToday } from '../../../src/console/devices/today';
import { trendOf } from '../../../src/console/devices/trend';
import { speakItalian } from '../../support/words';

beforeAll(() => speakItalian([]));

const midnight = Date.parse('2026-06-10T00:00:00+02:00') / 1000;
const starts = Array.from({ length: 96 }, (_, slot) => midnight + slot * 900);
const trendLine = (code: string, unit: string): TrendLine => ({
  code,
  label: code,
  unit,
  decimals: 1,
  look: 'meas',
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
  trendOf(today, [trendLine('contatori.2.p', 'kW'), trendLine('impianto.poa', 'W/m²')], 'Europe/Rome', nowS);

test('the day is as wide as the plot, and each unit has an axis with 0 in it', () => {
  const { x, y, y2 } = trend(midnight + 3600);
  expect(x.map(({ label }) => label)).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00']);
  expect(x.map(({ at }) => at)).toEqual([0, 25, 50, 75, 100]);
  expect(y.map(({ label }) => label)).toEqual(['−100', '−50', '0', '50', '100']);
  expect(y2.map(({ label }) => label)).toEqual(['0', '1', '2', '3', '4', '5']);
});

test('what nobody measured is a gap that no line crosses; so is a silence up to now', () => {
  const { lines, gaps } = trend(midnight + 3600);
  expect(lines.map(({ runs }) => runs.length)).toEqual([2, 1]);
  expect(gaps).toEqual([{ fromS: midnight + 1800, toS: midnight + 2700 }]);
  expect(trend(midnight + 7200).gaps.at(-1)).toEqual({ fromS: midnight + 3600, toS: midnight + 7200 });
});
