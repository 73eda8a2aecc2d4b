import { beforeEach, describe, expect, test } from 'vitest';
import { type ClockStep, SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { type TestClock, testClock } from '../../../support/clock';

const start = Date.parse('2026-06-10T12:00:00Z');
const dayMs = 86_400_000;

let clock: TestClock;
let time: SteadyClock;
let steps: ClockStep[];

beforeEach(() => {
  begin(start);
});

function begin(at: number): void {
  clock = testClock(at);
  time = new SteadyClock(clock);
  steps = [];
  time.onStep(step => steps.push(step));
}

/** Lets seconds pass, looked at one by one; the wall clock gains that many ms in each. */
function pass(seconds: number, gainMs = 0): number[] {
  const stamps: number[] = [];
  for (let second = 0; second < seconds; second++) {
    clock.advance(1000);
    if (gainMs !== 0) clock.set(start + (second + 1) * (1000 + gainMs));
    time.look();
    stamps.push(time.now());
  }
  return stamps;
}

const expectRising = (stamps: readonly number[]) =>
  expect(stamps.filter((stamp, index) => stamp < (stamps[index - 1] ?? 0))).toEqual([]);

describe('a step', () => {
  test.each([
    ['two minutes back', -120_000],
    ['an hour back', -3_600_000],
    ['a day back', -dayMs],
    ['ten years ahead', 3653 * dayMs],
  ])('of %s moves the stamps at the next look, and nothing else', (_, shiftMs) => {
    pass(10);
    const before = { steady: time.steady.now(), monotonic: time.monotonic() };
    clock.set(clock.now() + shiftMs);
    expect(time.now()).toBe(start + 10_000);
    time.look();
    expect(time.now()).toBe(start + 10_000 + shiftMs);
    expect({ steady: time.steady.now(), monotonic: time.monotonic() }).toEqual(before);
    const { steadyS, stampS } = time.moment();
    expect(stampS - steadyS).toBe(shiftMs / 1000);
    expect(steps).toEqual([
      { fromMs: start + 10_000, toMs: start + 10_000 + shiftMs, shiftMs, sinceMs: start },
    ]);
    expect(time.steps).toBe(1);
    expectRising([time.now(), ...pass(10)]);
    expect(time.stampOf(time.steady.now())).toBe(time.now());
  });

  test('says where the start of the program is by the clock before it', () => {
    for (const shiftMs of [-120_000, -60_000]) {
      pass(10);
      clock.set(clock.now() + shiftMs);
      time.look();
    }
    expect(steps.map(({ sinceMs }) => sinceMs)).toEqual([start, start - 120_000]);
  });

  test('does not occur where the program only stood still between two readings', () => {
    const slow = {
      monotonic: clock.monotonic,
      now: () => {
        clock.advance(30_000);
        const now = clock.now();
        clock.advance(30_000);
        return now;
      },
    };
    const stopped = new SteadyClock(slow);
    stopped.onStep(step => steps.push(step));
    for (let n = 0; n < 5; n++) stopped.look();
    expect(steps).toEqual([]);
  });
});

describe('a time that cannot be', () => {
  test('is not followed, and neither is the way back', () => {
    pass(10);
    clock.set(5000);
    const stamps = pass(10);
    expectRising(stamps);
    expect(stamps.at(-1)).toBe(start + 20_000);
    clock.set(start + 20_000);
    pass(10);
    expect(time.now()).toBe(start + 30_000);
    expect(steps).toEqual([
      { fromMs: start + 11_000, toMs: 6000, shiftMs: 0, sinceMs: start },
      { fromMs: 16_000, toMs: start + 21_000, shiftMs: 0, sinceMs: start },
    ]);
  });

  test('at the start is all there is, until the clock is set', () => {
    begin(5000);
    pass(10);
    expect(time.now()).toBe(15_000);
    clock.set(start);
    time.look();
    expect(time.now()).toBe(start);
    expect(steps).toEqual([{ fromMs: 15_000, toMs: start, shiftMs: start - 15_000, sinceMs: 5000 }]);
  });
});

describe('a clock that drifts', () => {
  test.each([0.5, -0.5])('by %s ms a second is followed without a step, a jump or a second twice', gainMs => {
    const stamps = pass(5 * 3600, gainMs);
    expectRising(stamps);
    expect(steps).toEqual([]);
    expect(Math.abs(time.now() - clock.now())).toBeLessThanOrEqual(1);
    expect(time.moment().stampS - time.moment().steadyS).toBe(Math.sign(gainMs) * 9);
  });

  test.each([1000, -1000])('a leap second of %s ms is followed slowly', leapMs => {
    clock.set(clock.now() + leapMs);
    const stamps = pass(30);
    expectRising(stamps);
    expect(Math.max(...stamps.map((stamp, index) => stamp - (stamps[index - 1] ?? stamp)))).toBeLessThan(
      1051,
    );
    expect(time.now()).toBe(clock.now());
    expect(steps).toEqual([]);
  });

  test('whole stamps do not go to and fro', () => {
    const offsets = Array.from({ length: 40 }, (_, index) => {
      clock.advance(1000);
      clock.set(start + (index + 1) * 1000 + (index % 2 === 0 ? 490 : 510));
      time.look();
      return time.moment().stampS - time.moment().steadyS;
    });
    expect(new Set(offsets).size).toBe(1);
  });
});

test('a difference of a second is no step: stamps catch up by 5 % of the time that passes', () => {
  pass(10);
  clock.set(clock.now() + 1000);
  expect(pass(1)).toEqual([start + 11_050]);
  expect(pass(19).at(-1)).toBe(start + 31_000);
  expect(steps).toEqual([]);
});
