import { expect, test } from 'vitest';
import { dayOf, startOfDayS } from '../../../src/console/data/days';
import { dayAfter } from '../../../src/contract/zone';

const at = (text: string) => Date.parse(text) / 1000;

test.each([
  ['2026-06-10', 'Europe/Rome', '2026-06-10T00:00:00+02:00'],
  ['2026-01-10', 'Europe/Rome', '2026-01-10T00:00:00+01:00'],
  // The clocks change within the day, not at its beginning.
  ['2026-03-29', 'Europe/Rome', '2026-03-29T00:00:00+01:00'],
  ['2026-10-26', 'Europe/Rome', '2026-10-26T00:00:00+01:00'],
  // Here they change at midnight: the day begins at one.
  ['2026-09-06', 'America/Santiago', '2026-09-06T01:00:00-03:00'],
  ['2026-06-10', 'Asia/Kathmandu', '2026-06-10T00:00:00+05:45'],
  ['2026-06-10', 'Pacific/Kiritimati', '2026-06-10T00:00:00+14:00'],
  ['2026-06-10', 'Pacific/Niue', '2026-06-10T00:00:00-11:00'],
])('%s begins in %s at %s', (day, zone, begin) => {
  expect(startOfDayS(day, zone)).toBe(at(begin));
  expect(dayOf(at(begin) * 1000, zone)).toBe(day);
  expect(dayOf(at(begin) * 1000 - 1, zone)).toBe(dayAfter(day, -1));
});

test('an invalid day has no beginning', () => {
  expect(startOfDayS('2026-13-40', 'Europe/Rome')).toBeNull();
});
