import { expect, test } from 'vitest';
import type { ClockStep } from '../../../../src/console/data/clock-steps';
import { readToday, type Today } from '../../../../src/console/device-screens/today';
import { localMinutes } from '../../../../src/console/i18n/format';
import { gapsOf, lossesOf, peakOf, readDay } from '../../../../src/console/screens/dashboard/curve';
import { curvePlot } from '../../../../src/console/screens/dashboard/curve-plot';
import {
  clearAt,
  dayEndWords,
  type Forecast,
  ofDay,
  slotsAhead,
} from '../../../../src/console/screens/dashboard/forecast';
import { valueAxes } from '../../../../src/console/ui/plot/Drawing';
import { speakItalian } from '../../../support/words';

const zone = 'Europe/Rome';
type Values = readonly (number | null)[];

/** Slots from `start` on; the answer was given at the end of the last unless said otherwise. */
function day(measured: Values, expected: Values = measured, { start = 0, end = NaN } = {}): Today {
  const t = measured.map((_, slot) => start + 900 * slot);
  return readToday({
    m: '',
    t: Number.isNaN(end) ? start + 900 * measured.length : end,
    colonne: { t, 'impianto.pac': measured, 'impianto.pattesa': expected, 'impianto.poa': measured },
  });
}

test('what nobody measured is a gap; so is what is not of now', () => {
  const slots = readDay(day([10, 20, null, 40]));
  const gap = { fromS: 1800, toS: 2700 };
  expect(gapsOf(slots, 3600, false)).toEqual([gap]);
  expect(gapsOf(slots, 3800, false)).toEqual([gap]);
  expect(gapsOf(slots, 3800, true)).toEqual([gap, { fromS: 3600, toS: 3800 }]);
  expect(gapsOf(slots, 4200, false)).toEqual([gap, { fromS: 3600, toS: 4200 }]);
});

test('the current slot ends at the time of the answer, and what is to come is no gap', () => {
  const slots = readDay(day([10, 20, null, null], undefined, { end: 1200 }));
  expect(slots.map(({ to }) => to)).toEqual([900, 1200]);
  expect(gapsOf(slots, 1200, false)).toEqual([]);
});

test('a loss is where the tolerance is passed', () => {
  expect(lossesOf(readDay(day([98, 60, 60, 99], [100, 100, 100, 100])), 100)).toEqual([
    { fromS: 900, toS: 2700, percent: 40 },
  ]);
});

test('a missing measurement or a trifle is no loss', () => {
  expect(lossesOf(readDay(day([null, 0.1], [100, 0.9])), 1000)).toEqual([]);
});

test('the peak is the greatest measured slot; an empty or dark day has none', () => {
  expect(peakOf(readDay(day([1, 5, null, 3])))?.from).toBe(900);
  expect(peakOf(readDay(day([null, 0])))).toBeNull();
});

const plotOf = (today: Today, nominal: number, clockSteps: readonly ClockStep[] = []) => {
  const answer = { ...today, slots: readDay(today), clockSteps };
  return curvePlot(answer, { nominal, zone, nowS: today.table.t, isOld: false, forecast: null });
};

test.each([
  ['an ordinary day', '2026-06-10T00:00:00+02:00', 96],
  ['the day of 23 hours', '2026-03-29T00:00:00+01:00', 92],
  ['the day of 25 hours', '2026-10-25T00:00:00+02:00', 100],
])('%s is shown from five to nine by the clock of the plant', (_, midnight, count) => {
  const start = Date.parse(midnight) / 1000;
  const { from, to, axis } = plotOf(day(Array(count).fill(null), undefined, { start }), 998.4);
  expect(axis.ticks(from, to, 9).map(({ label }) => label)).toEqual([
    '06:00',
    '08:00',
    '10:00',
    '12:00',
    '14:00',
    '16:00',
    '18:00',
    '20:00',
  ]);
  expect([from, to].map(at => localMinutes(at, zone) / 60)).toEqual([5, 21]);
});

test('light before five widens the chart', () => {
  const start = Date.parse('2026-06-10T00:00:00+02:00') / 1000;
  const values = Array.from({ length: 96 }, (_, slot) => (slot === 14 ? 20 : 0));
  expect(plotOf(day(values, undefined, { start }), 100).from).toBe(start + 14 * 900);
});

test('the axes do not grow with the day: nominal power, and a clear noon with its line below that of the power', () => {
  const model = plotOf(day([-2, 500]), 998.4);
  expect(valueAxes(model, () => true)).toEqual({
    left: [0, 250, 500, 750, 1000],
    right: [0, 400, 800, 1200, 1600],
  });
});

test('where the clock was set there is a mark: under the new time, else under the old one; of the night at the edge', () => {
  const start = Date.parse('2026-06-10T00:00:00+02:00') / 1000;
  const hour = (hours: number) => start + 3600 * hours;
  const { from, marks } = plotOf(day(Array(96).fill(null), undefined, { start }), 100, [
    { saidS: hour(2), saysS: hour(2) + 60 },
    { saidS: hour(12), saysS: hour(12) - 30 },
    { saidS: hour(15), saysS: hour(40) },
  ]);
  expect(marks?.map(({ at }) => at)).toEqual([from, hour(12) - 30, hour(15)]);
});

const ahead: Forecast = {
  fromS: 900,
  clear: [10, 20, 30, 20],
  expected: [null, null, 24, 16],
  total: 40,
  low: 35,
  high: 42,
};

test('the rest of the day follows the last slot, and the clear sky goes through the middles of its quarters', () => {
  expect(slotsAhead(ahead, 3000).map(({ from, to, expected }) => [from, to, expected])).toEqual([
    [3000, 3600, 24],
    [3600, 4500, 16],
  ]);
  expect([1350, 1800, 2250, 800, 4400].map(at => clearAt(ahead, at))).toEqual([10, 15, 20, null, null]);
});

test('a forecast of yesterday is ignored', () => {
  expect([ofDay(ahead, 0), ofDay(ahead, 86_400), ofDay(undefined, 0)]).toEqual([ahead, null, null]);
});

test('what is to come is neither a gap nor a loss', () => {
  const today = { ...day([10, 10, 10]), slots: readDay(day([10, 10, 10])), clockSteps: [] };
  const model = curvePlot(today, { nominal: 100, zone, nowS: 2700, isOld: false, forecast: ahead });
  expect([model.spans, model.shortfalls]).toEqual([[], []]);
  expect(model.slots.length).toBeGreaterThan(today.slots.length);
});

test('the end of the day is shown in the unit of the energy of today, and not while it is not known', async () => {
  await speakItalian(['frame']);
  expect(dayEndWords(ahead, false)).toBe('A fine giornata circa 40 (35–42)\u00a0kWh');
  expect(dayEndWords({ ...ahead, total: 6912.4, low: 6300, high: 7201 }, true)).toBe(
    'A fine giornata circa 6,91 (6,30–7,20)\u00a0MWh',
  );
  expect(dayEndWords({ ...ahead, total: null }, true)).toBe('');
});
