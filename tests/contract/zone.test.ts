import { expect, test } from 'vitest';
import {
  dayAfter,
  daysInMonth,
  instantOfLocal,
  localDate,
  localDay,
  localTime,
  slotsOfDay,
  startOfDay,
  startOfLocalDay,
  startOfMonth,
  startOfYear,
} from '../../src/contract/zone';

const rome = 'Europe/Rome';
const at = (iso: string) => Date.parse(iso) / 1000;

test('a local date follows summer and winter time', () => {
  expect(localDate(rome, at('2026-06-21T22:30:59Z'))).toEqual({
    year: 2026,
    month: 6,
    day: 22,
    hour: 0,
    minute: 30,
  });
  expect(localDate(rome, at('2026-12-31T22:59:59.9Z'))).toMatchObject({ year: 2026, day: 31, hour: 23 });
});

test.each([
  [2026, 3, 28, '2026-03-27T23:00:00Z', 96],
  [2026, 3, 29, '2026-03-28T23:00:00Z', 92],
  [2026, 10, 25, '2026-10-24T22:00:00Z', 100],
  [2026, 10, 26, '2026-10-25T23:00:00Z', 96],
  [2024, 2, 30, '2024-02-29T23:00:00Z', 96],
])('the local day %i-%i-%i starts at %s and has %i quarters', (year, month, day, iso, quarters) => {
  const slots = slotsOfDay(rome, year, month, day);
  expect(slots[0]).toBe(at(iso));
  expect(startOfDay(rome, year, month, day)).toBe(at(iso));
  expect(slots).toHaveLength(quarters);
});

test('both instants of the repeated hour belong to the day that started before them', () => {
  const start = at('2026-10-24T22:00:00Z');
  for (const iso of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
    expect(startOfLocalDay(rome, at(iso))).toBe(start);
  expect(localDate(rome, at('2026-10-25T00:30:00Z')).hour).toBe(2);
  expect(localDate(rome, at('2026-10-25T01:30:00Z')).hour).toBe(2);
});

test('months and years start at local midnight', () => {
  expect(startOfMonth(rome, 2026, 7)).toBe(at('2026-06-30T22:00:00Z'));
  expect(startOfMonth(rome, 2026, 13)).toBe(at('2026-12-31T23:00:00Z'));
  expect(startOfYear(rome, 2026)).toBe(at('2025-12-31T23:00:00Z'));
  expect([daysInMonth(2024, 2), daysInMonth(2026, 2), daysInMonth(2026, 12)]).toEqual([29, 28, 31]);
});

test('a day whose midnight is skipped or repeated starts at its first instant', () => {
  // Chile springs forward at midnight; Azores fall back from 01:00 to 00:00.
  expect(startOfDay('America/Santiago', 2026, 9, 6)).toBe(at('2026-09-06T04:00:00Z'));
  expect(startOfDay('Atlantic/Azores', 2026, 10, 25)).toBe(at('2026-10-25T00:00:00Z'));
  expect(() => localDate('Mars/Olympus', 0)).toThrow(RangeError);
});

test.each([
  ['2026-06-21T09:45', '2026-06-21T09:45:00+02:00'],
  ['2026-06-21', '2026-06-21T00:00:00+02:00'],
  // The clocks go back at 03:00: the first of two.
  ['2026-10-25T02:30', '2026-10-25T02:30:00+02:00'],
  ['2026-10-25T03:00', '2026-10-25T03:00:00+01:00'],
  // They go forward at 02:00: there is no 02:30.
  ['2026-03-29T02:30', '2026-03-29T03:00:00+02:00'],
])('%s on the clocks of Rome is %s', (local, instant) => {
  expect(instantOfLocal(rome, local)).toBe(at(instant));
});

test('a text that is no date has no instant', () => {
  expect(instantOfLocal(rome, '2026-13-40')).toBeNaN();
  expect(instantOfLocal(rome, '')).toBeNaN();
});

test('local days and times are written as ISO texts', () => {
  const lateEvening = at('2026-10-25T23:30:15Z');
  expect(localTime(rome, lateEvening)).toBe('2026-10-26T00:30:15');
  expect(localDay(rome, lateEvening)).toBe('2026-10-26');
  expect([dayAfter('2026-02-28', 1), dayAfter('2026-01-01', -1)]).toEqual(['2026-03-01', '2025-12-31']);
});
