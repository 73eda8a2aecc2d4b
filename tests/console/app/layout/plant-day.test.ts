import { expect, test } from 'vitest';
import { coverageUntilNow } from '../../../../src/console/app/layout/coverage';
import { isSameClock, localHours, rulerPercent } from '../../../../src/console/app/layout/plant-day';

const at = (iso: string) => Date.parse(iso) / 1000;

test('the ruler is in the plant’s time, wherever the browser is', () => {
  expect(localHours(at('2026-06-10T11:42:00Z'), 'Europe/Rome')).toBeCloseTo(13.7, 5);
  expect(localHours(at('2026-01-10T11:42:36Z'), 'Europe/Rome')).toBeCloseTo(12.71, 5);
  expect(localHours(at('2026-06-10T22:00:00Z'), 'Europe/Rome')).toBe(0);
});

test('the ruler runs from 4 to 22 and holds what is beyond at its ends', () => {
  expect([3, 4, 13, 22, 23.5].map(rulerPercent)).toEqual([0, 0, 50, 100, 100]);
});

test('zones with the same clock now are the same, until one changes to summer time', () => {
  expect(isSameClock('Europe/Rome', 'Europe/Berlin', at('2026-06-10T12:00:00Z'))).toBe(true);
  expect(isSameClock('Europe/Rome', 'America/New_York', at('2026-06-10T12:00:00Z'))).toBe(false);
  expect(isSameClock('Europe/Rome', 'Africa/Lagos', at('2026-01-10T12:00:00Z'))).toBe(true);
  expect(isSameClock('Europe/Rome', 'Africa/Lagos', at('2026-06-10T12:00:00Z'))).toBe(false);
});

const hour = 3600;
const spans = [
  { fromS: 5 * hour, toS: 7 * hour },
  { fromS: 8 * hour, toS: 13 * hour },
];
const day = { spans, untilS: 13.1 * hour };
const live = (sampledS: number) => ({ sampledS, madeS: sampledS, receivedMs: 0, everyMs: 5000 });

test('live data prolongs what was read, up to now, however long ago that was', () => {
  expect(coverageUntilNow(day, live(13.2 * hour), 13.2 * hour + 4)).toEqual({
    covered: [spans[0], { fromS: 8 * hour, toS: 13.2 * hour }],
    gaps: [{ fromS: 7 * hour, toS: 8 * hour }],
  });
  expect(coverageUntilNow(day, live(15 * hour), 15 * hour).covered.at(-1)).toEqual({
    fromS: 8 * hour,
    toS: 15 * hour,
  });
});

test('an archive that had stopped before it was read is a gap, whatever is live', () => {
  const { gaps } = coverageUntilNow({ spans, untilS: 15 * hour }, live(15 * hour), 15 * hour);
  expect(gaps.at(-1)).toEqual({ fromS: 13 * hour, toS: 15 * hour });
});

test('when live data stops a gap grows up to now', () => {
  const { gaps } = coverageUntilNow(day, live(13.2 * hour), 13.3 * hour);
  expect(gaps.at(-1)).toEqual({ fromS: 13.2 * hour, toS: 13.3 * hour });
});

test('without live data a slot that has not ended yet is no gap', () => {
  expect(coverageUntilNow(day, null, 13.2 * hour).gaps).toEqual([{ fromS: 7 * hour, toS: 8 * hour }]);
  expect(coverageUntilNow(day, null, 14 * hour).gaps.at(-1)).toEqual({
    fromS: 13 * hour,
    toS: 14 * hour,
  });
  expect(coverageUntilNow({ spans: [], untilS: hour }, live(hour), hour)).toEqual({ covered: [], gaps: [] });
});
