import { expect, test } from 'vitest';
import type { QuietSlot, QuietTime } from '../../../../src/datalogger/plant/sampler/quiet';
import { verdictOf } from '../../../../src/datalogger/plant/sampler/standstill-proof';

/** Hours in which each kWp was expected to make 0.5 kW. */
const hoursOf = (measured: number, unmeasured = 0): readonly QuietSlot[] =>
  Array.from({ length: measured + unmeasured }, (_, hour) => {
    const [t, seconds] = [3600 * hour, 3600];
    return { t, seconds, perKwp: 0.5, isMeasured: hour < measured, answered: new Map() };
  });

/** The verdict on an inverter of 50 kWp. */
function judged(
  slots: readonly QuietSlot[],
  movedKwh: number,
  isPlanned = false,
  own: Partial<QuietTime> = {},
) {
  const counter = { stepKwh: 1, mostKw: null };
  const time = { id: 1, kwp: 50, from: 0, to: 3600 * slots.length, lightAfter: 700, ...counter, ...own };
  const verdict = verdictOf(slots, { ...time, movedKwh, isPlanned });
  return verdict && [verdict.kind, verdict.share, verdict.slots.length];
}

test('a counter that moved by less than half of what others made shows a standstill of what is lacking', () => {
  expect(judged(hoursOf(4), 0)).toEqual(['standstill', 1, 4]);
  expect(judged(hoursOf(4), 40)).toEqual(['standstill', 0.6, 4]);
  expect(judged(hoursOf(4), 60)).toEqual(['missed', 0.4, 4]);
  expect(judged(hoursOf(4), 95)).toBeNull();
  expect(judged(hoursOf(4), 0, true)).toEqual(['planned', 1, 4]);
});

test('under a sky that nobody measured only a counter that stood still shows it', () => {
  expect(judged(hoursOf(0, 4), 1)).toEqual(['standstill', 0.99, 4]);
  expect(judged(hoursOf(0, 4), 20)).toBeNull();
  expect(judged(hoursOf(2, 2), 20)).toEqual(['standstill', 0.6, 2]);
});

test('without light, and where a counter of whole kWh could not have moved, nothing is shown', () => {
  expect(judged([], 0)).toBeNull();
  const short = hoursOf(1).map(slot => ({ ...slot, seconds: 432 }));
  expect(judged(short, 0)).toEqual(['standstill', 1, 1]);
  expect(judged(short, 1)?.[0]).toBe('missed');
  const brief = hoursOf(1).map(slot => ({ ...slot, seconds: 100 }));
  expect(judged(brief, 0)).toBeNull();
});

test('a counter in coarse steps shows less, and a limited inverter makes less', () => {
  const hours = hoursOf(4);
  expect(judged(hours, 0, false, { stepKwh: 10 })?.[0]).toBe('standstill');
  // 100 kWh were expected; 40 may have been 140.
  expect(judged(hours, 40, false, { stepKwh: 100 })).toBeNull();
  expect(judged(hours, 0, false, { stepKwh: 100 })).toBeNull();
  expect(judged(hours, 0, true, { stepKwh: 100 })).toBeNull();
  // 7.5 of 25 kW, of which it made all.
  expect(judged(hours, 30, false, { mostKw: 7.5 })).toBeNull();
  expect(judged(hours, 6, false, { mostKw: 7.5 })).toEqual(['standstill', 0.8, 4]);
});
