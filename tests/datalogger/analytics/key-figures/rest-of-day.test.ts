import { expect, test } from 'vitest';
import { type DayQuarter, restOfDay } from '../../../../src/datalogger/analytics/key-figures/rest-of-day';

const quarterS = 900;
const dayS = 86_400;
/** Ten hours of light at 100 kW under a clear sky: 1,000 kWh. */
const quarters = 40;

/** A day that gets this share of the clear light, of which the plant makes that share; the begin in days. */
const dayOf = (day: number, light: number, made: number): readonly DayQuarter[] =>
  Array.from({ length: quarters }, (_, index) => ({
    t: day * dayS + 8 * 3600 + index * quarterS,
    clearKw: 100,
    expectedKw: 100 * light,
    powerKw: 100 * light * made,
  }));

const alike = Array.from({ length: 20 }, (_, index) => dayOf(index, 0.8, 1));
const noonOf = (day: number) => day * dayS + 13 * 3600;
const gone = (day: readonly DayQuarter[], now: number) =>
  day.map(quarter => (quarter.t < now ? quarter : { ...quarter, expectedKw: null, powerKw: null }));

test('days like the earlier ones go on like them', () => {
  const rest = restOfDay(gone(dayOf(20, 0.8, 1), noonOf(20)), alike, noonOf(20));
  expect(rest?.kwh).toBeCloseTo(400, 0);
  // Not less than half a per cent of the clear day.
  expect((rest?.highKwh ?? 0) - (rest?.lowKwh ?? 0)).toBeCloseTo(10, 5);
});

test('half of a plant that stands still makes half, today and on the days that it is compared with', () => {
  expect(restOfDay(gone(dayOf(20, 0.8, 0.5), noonOf(20)), alike, noonOf(20))?.kwh).toBeCloseTo(200, 0);
  const halves = Array.from({ length: 20 }, (_, index) => dayOf(index, 0.8, 0.5));
  expect(restOfDay(gone(dayOf(20, 0.8, 1), noonOf(20)), halves, noonOf(20))?.kwh).toBeCloseTo(400, 0);
});

test('a day is compared above all with those that were like it', () => {
  const mixed = [...alike, ...Array.from({ length: 20 }, (_, index) => dayOf(20 + index, 0.2, 1))];
  const [sunny, dull] = [0.8, 0.2].map(light =>
    restOfDay(gone(dayOf(40, light, 1), noonOf(40)), mixed, noonOf(40)),
  );
  expect((sunny?.kwh ?? 0) / (dull?.kwh ?? 1)).toBeGreaterThan(2);
});

test('of too few days, of the first hour of light and after sunset nothing is said', () => {
  const today = dayOf(20, 0.8, 1);
  expect(restOfDay(gone(today, noonOf(20)), alike.slice(0, 11), noonOf(20))).toBeNull();
  const early = 20 * dayS + 8 * 3600 + 3 * quarterS;
  expect(restOfDay(gone(today, early), alike, early)).toBeNull();
  const evening = 20 * dayS + 18 * 3600;
  expect(restOfDay(today, alike, evening)).toBeNull();
});

test('a day of which nothing was measured says nothing', () => {
  expect(restOfDay(gone(dayOf(20, 0.8, 1), 20 * dayS), alike, noonOf(20))).toBeNull();
});
