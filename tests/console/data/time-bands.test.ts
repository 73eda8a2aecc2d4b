import { describe, expect, test } from 'vitest';
import { bandAt } from '../../../src/console/data/time-bands';
import { type Holidays, usualHolidays } from '../../../src/contract/time-bands';

const rome = (local: string, holidays: Holidays = usualHolidays) =>
  bandAt(Date.parse(local) / 1000, 'Europe/Rome', holidays);
/** The bands of a day's 24 hours, an hour a digit. */
const dayOf = (date: string, offset: string) =>
  Array.from({ length: 24 }, (_, hour) =>
    rome(`${date}T${String(hour).padStart(2, '0')}:00:00${offset}`).slice(1),
  ).join('');

describe('the Italian bands of energy', () => {
  test.each([
    ['a Wednesday', '2026-06-10', '333333321111111111122223'],
    ['a Saturday', '2026-06-13', '333333322222222222222223'],
    ['a Sunday', '2026-06-14', '333333333333333333333333'],
    ['a holiday within the week', '2026-06-02', '333333333333333333333333'],
    ['the Tuesday after Easter', '2026-04-07', '333333321111111111122223'],
    ['a holiday on a Saturday', '2026-08-15', '333333333333333333333333'],
  ])('of %s', (_, date, bands) => {
    expect(dayOf(date, '+02:00')).toBe(bands);
  });

  test.each(['2019-04-22', '2024-04-01', '2025-04-21', '2026-04-06', '2038-04-26', '2049-04-19'])(
    '%s is an Easter Monday',
    date => {
      expect(dayOf(date, '+02:00')).toBe('3'.repeat(24));
    },
  );

  test('end on the second', () => {
    expect(rome('2026-06-10T07:59:59+02:00')).toBe('F2');
    expect(rome('2026-06-10T18:59:59+02:00')).toBe('F1');
    expect(rome('2026-06-10T22:59:59+02:00')).toBe('F2');
  });

  test('go by the clocks of the plant, in summer and in winter', () => {
    expect(rome('2026-01-14T07:00:00Z')).toBe('F1');
    expect(rome('2026-06-10T06:00:00Z')).toBe('F1');
    expect(rome('2026-06-10T05:59:00Z')).toBe('F2');
    const canary = bandAt(Date.parse('2026-06-10T06:00:00Z') / 1000, 'Atlantic/Canary', usualHolidays);
    expect(canary).toBe('F2');
  });

  test('Saint Francis is a holiday since 2026', () => {
    expect(rome('2027-10-04T12:00:00+02:00')).toBe('F3');
    expect(rome('2024-10-04T12:00:00+02:00')).toBe('F1');
  });

  test('which days are holidays is a setting: more each year or once, fewer, or none of the Italian ones', () => {
    const patron = { ...usualHolidays, more: ['12-07', '2026-06-10'] };
    expect(rome('2026-12-07T12:00:00+01:00', patron)).toBe('F3');
    expect(rome('2027-12-07T12:00:00+01:00', patron)).toBe('F3');
    expect(rome('2026-06-10T12:00:00+02:00', patron)).toBe('F3');
    expect(rome('2027-06-10T12:00:00+02:00', patron)).toBe('F1');
    const working = { ...usualHolidays, less: ['06-02', '2026-04-06'] };
    expect(rome('2026-06-02T12:00:00+02:00', working)).toBe('F1');
    expect(rome('2026-04-06T12:00:00+02:00', working)).toBe('F1');
    expect(rome('2027-03-29T12:00:00+02:00', working)).toBe('F3');
    const foreign = { ...usualHolidays, isItalian: false };
    expect(rome('2026-06-02T12:00:00+02:00', foreign)).toBe('F1');
    expect(rome('2026-06-14T12:00:00+02:00', foreign)).toBe('F3');
  });

  test('a day begins at midnight there, not in Greenwich', () => {
    expect(rome('2026-12-31T23:30:00Z')).toBe('F3');
    expect(rome('2026-05-31T22:30:00Z')).toBe('F3');
  });
});
