import { expect, test } from 'vitest';
import {
  firstDayOf,
  isWithin,
  kindOf,
  lastDayOf,
  periodAfter,
  periodsUpTo,
  readPeriod,
  spanOf,
  turnInto,
} from '../../../src/console/data/periods';

const extent = { first: '2025-05-17', last: '2026-06-10' };
const hours = (period: string) => {
  const { fromS, toS } = spanOf(period, 'Europe/Rome');
  return (toS - fromS) / 3600;
};

test.each([
  ['2026-06-10', 'day', '2026-06-10', '2026-06-10'],
  ['2026-06', 'month', '2026-06-01', '2026-06-30'],
  ['2024-02', 'month', '2024-02-01', '2024-02-29'],
  ['2026-02', 'month', '2026-02-01', '2026-02-28'],
  ['2026-12', 'month', '2026-12-01', '2026-12-31'],
  ['2026', 'year', '2026-01-01', '2026-12-31'],
])('%s is a %s from %s to %s', (period, kind, first, last) => {
  expect([kindOf(period), firstDayOf(period), lastDayOf(period)]).toEqual([kind, first, last]);
});

test.each([
  ['2026-03-01', -1, '2026-02-28'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-01', -1, '2025-12'],
  ['2026-03', -12, '2025-03'],
  ['2026', -1, '2025'],
  ['', 1, ''],
])('%s and %i steps lead to %s', (period, steps, other) => {
  expect(periodAfter(period, steps)).toBe(other);
});

test('a day of the plant has 23, 24 or 25 hours, a leap year a day more', () => {
  expect(['2026-03-29', '2026-06-10', '2026-10-25'].map(hours)).toEqual([23, 24, 25]);
  expect([hours('2026-03'), hours('2026-10')]).toEqual([31 * 24 - 1, 31 * 24 + 1]);
  expect([hours('2024') / 24, hours('2026') / 24]).toEqual([366, 365]);
});

test.each(['2026-06-10', '2026-06', '2026', '2025-05', '2025-05-17'])('%s can be looked at', text => {
  expect(readPeriod(text, extent)).toBe(text);
});

test.each(['2026-02-30', '2026-13', '2026-6', 'ieri', '2026-06-11', '2026-07', '2027', '2025-05-16', '2024'])(
  '%s cannot',
  text => {
    expect(readPeriod(text, extent)).toBeNull();
  },
);

test('another kind of period is looked for where one was: today in it, else its end, never outside of what there is', () => {
  expect(turnInto('day', '2026-06', extent)).toBe('2026-06-10');
  expect(turnInto('day', '2026-04', extent)).toBe('2026-04-30');
  expect(turnInto('month', '2025', extent)).toBe('2025-12');
  expect(turnInto('month', '2026-04-03', extent)).toBe('2026-04');
  expect(turnInto('month', '', extent)).toBe('2026-06');
  expect(turnInto('all', '2026', extent)).toBe('');
});

test('of a plant that is younger than the period only its own time is offered', () => {
  expect(periodsUpTo('year', extent)).toEqual(['2026', '2025']);
  expect(periodsUpTo('month', extent)).toHaveLength(14);
  expect(periodsUpTo('month', extent).at(-1)).toBe('2025-05');
  expect(isWithin('2025-04', extent)).toBe(false);
});
