import { expect, test } from 'vitest';
import { rangeNamed, weekNamed } from '../../src/contract/report-range';

test('weeks are those of ISO 8601, also at the turn of a year', () => {
  expect(weekNamed('2026-W01')).toEqual({ first: '2025-12-29', last: '2026-01-04' });
  expect(weekNamed('2026-W23')).toEqual({ first: '2026-06-01', last: '2026-06-07' });
  expect(weekNamed('2026-W53')).toEqual({ first: '2026-12-28', last: '2027-01-03' });
  expect(weekNamed('2025-W53')).toBeNull();
  expect(weekNamed('2026-W00')).toBeNull();
});

test('a range has two days of the calendar in order, at most 366', () => {
  expect(rangeNamed('2024-01-01..2024-12-31')).toEqual({ first: '2024-01-01', last: '2024-12-31' });
  expect(rangeNamed('2026-06-10..2026-06-10')).toEqual({ first: '2026-06-10', last: '2026-06-10' });
  expect(rangeNamed('2025-06-01..2026-06-02')).toBe('too_long');
  for (const text of ['2026-06-10..2026-06-09', '2026-02-29..2026-03-01', '2026-06-01', '2026-06-01..', ''])
    expect(rangeNamed(text), text).toBe('invalid');
});
