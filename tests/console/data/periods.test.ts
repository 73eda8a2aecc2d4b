import { expect, test } from 'vitest';
import {
  firstDayOf,
  isWithin,
  kindOf,
  lastDayOf,
  periodAfter,
  periodsUpTo,
  readPeriod,
  turnInto,
} from '../../../src/console/data/periods';

const extent = { first: '2025-05-17', last: '2026-06-10' };

test.each([
  ['2026-06-10', 'day', '2026-06-10', '2026-06-10'],
  ['2026-06', 'month', '2026-06-01', '2026-06-30'],
  ['2024-02', 'month', '2024-02-01', '2024-02-29'],
  ['2026-02', 'month', '2026-02-01', '2026-02-28'],
  ['2026-12', 'month', '2026-12-01', '2026-12-31'],
  ['2026', 'year', '2026-01-01', '2026-12-31'],
  ['2026-05-28..2026-06-10', 'range', '2026-05-28', '2026-06-10'],
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
  ['2026-06-08..2026-06-14', -1, '2026-06-01..2026-06-07'],
  ['2026-02-20..2026-03-05', 2, '2026-03-20..2026-04-02'],
  ['2026-06-10..2026-06-10', 1, '2026-06-11..2026-06-11'],
])('%s and %i steps lead to %s', (period, steps, other) => {
  expect(periodAfter(period, steps)).toBe(other);
});

test.each([
  ...['2026-06-10', '2026-06', '2026', '2025-05', '2025-05-17'],
  ...['2026-06-08..2026-06-14', '2025-05-10..2025-05-17', '2025-06-11..2026-06-11'],
])('%s can be looked at', text => {
  expect(readPeriod(text, extent)).toBe(text);
});

test.each([
  ...['2026-02-30', '2026-13', '2026-6', 'ieri', '2026-06-11', '2026-07', '2027', '2025-05-16', '2024'],
  ...['2026-06-10..2026-06-09', '2026-06-01..2026-06-31', '2025-06-09..2026-06-10', '2026-06-11..2026-06-14'],
  ...['2026-06-08..', '..2026-06-08', '2026-05..2026-06', '2026-06-08..2026-06-09..2026-06-10'],
])('%s cannot', text => {
  expect(readPeriod(text, extent)).toBeNull();
});

test('another kind of period is looked for where one was: today in it, else its end, never outside of what there is', () => {
  expect(turnInto('day', '2026-06', extent)).toBe('2026-06-10');
  expect(turnInto('day', '2026-04', extent)).toBe('2026-04-30');
  expect(turnInto('month', '2025', extent)).toBe('2025-12');
  expect(turnInto('month', '2026-04-03', extent)).toBe('2026-04');
  expect(turnInto('month', '', extent)).toBe('2026-06');
  expect(turnInto('all', '2026', extent)).toBe('');
  expect(turnInto('range', '2026-06', extent)).toBe('2026-06-08..2026-06-14');
  expect(turnInto('range', '2026-04-05', extent)).toBe('2026-03-30..2026-04-05');
  expect(turnInto('month', '2026-03-30..2026-04-05', extent)).toBe('2026-04');
});

test('of a plant that is younger than the period only its own time is offered', () => {
  expect(periodsUpTo('year', extent)).toEqual(['2026', '2025']);
  expect(periodsUpTo('month', extent)).toHaveLength(14);
  expect(periodsUpTo('month', extent).at(-1)).toBe('2025-05');
  expect(periodsUpTo('range', extent).slice(0, 2)).toEqual([
    '2026-06-08..2026-06-14',
    '2026-06-01..2026-06-07',
  ]);
  expect(isWithin('2025-04', extent)).toBe(false);
});
