import { expect, test } from 'vitest';
import { offsetText, repeatedOffset, wallClock } from '../../../src/console/i18n/wall-clock';
import { csvStamp, offsetsOf } from '../../../src/console/ui/csv';
import { zoneOffset } from '../../../src/contract/zone';

const rome = 'Europe/Rome';
const epoch = (text: string) => Date.parse(text) / 1000;

test.each([
  ['2026-06-10T13:42:10+02:00', rome, '2026-06-10 13:42:10'],
  ['2026-06-10T00:00:00+02:00', rome, '2026-06-10 00:00:00'],
  // The hour that comes twice carries its offset, each time its own.
  ['2026-10-25T02:15:00+02:00', rome, '2026-10-25 02:15:00+02:00'],
  ['2026-10-25T02:15:00+01:00', rome, '2026-10-25 02:15:00+01:00'],
  ['2026-10-25T01:45:00+02:00', rome, '2026-10-25 01:45:00'],
  ['2026-10-25T03:00:00+01:00', rome, '2026-10-25 03:00:00'],
  ['2026-03-29T03:00:00+02:00', rome, '2026-03-29 03:00:00'],
  ['2026-11-01T01:30:00-04:00', 'America/New_York', '2026-11-01 01:30:00-04:00'],
  ['2026-04-05T01:45:00+11:00', 'Australia/Lord_Howe', '2026-04-05 01:45:00+11:00'],
])('%s in %s is written %s', (instant, zone, text) => {
  expect(csvStamp(epoch(instant), zone)).toBe(text);
});

test('two instants of the hour that comes twice have two offsets', () => {
  const instants = ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'].map(epoch);
  expect(instants.map(each => repeatedOffset(each, rome))).toEqual(['+02:00', '+01:00']);
  expect(offsetsOf(instants, rome)).toBe('+02:00, +01:00');
});

test('offsets are those of the zone, also half hours and west of Greenwich', () => {
  expect(
    [rome, 'Asia/Kathmandu', 'America/St_Johns', 'UTC'].map(zone => offsetText(zoneOffset(zone, 0))),
  ).toEqual(['+01:00', '+05:30', '-03:30', '+00:00']);
});

test('an invalid instant has no clock', () => {
  expect(wallClock(Number.NaN, rome)).toBe('');
});
