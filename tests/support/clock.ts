import type { Clock } from '../../src/datalogger/core/time/clock';

/** A clock that a test sets. It stands still; with `isRunning` it also runs with real time. */
export interface TestClock extends Clock {
  /** Time passes: wall time and monotonic time advance. */
  advance(ms: number): void;
  /** The clock is set: only the wall time jumps. */
  set(epochMs: number): void;
}

export function testClock(start: string | number, { isRunning = false } = {}): TestClock {
  let wall = new Date(start).getTime();
  let passed = 0;
  const origin = performance.now();
  const ran = () => (isRunning ? performance.now() - origin : 0);
  return {
    now: () => Math.round(wall + ran()),
    monotonic: () => passed + ran(),
    advance(ms) {
      wall += ms;
      passed += ms;
    },
    set(epochMs) {
      wall = epochMs - ran();
    },
  };
}
