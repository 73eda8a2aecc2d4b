/** A source of time. Tests and the simulated plant replace it; nothing else reads the host's clock. */
export interface Clock {
  /** Milliseconds since the epoch. May step when the clock is set. */
  now(): number;
  /** Milliseconds from an arbitrary start; never steps back. */
  monotonic(): number;
}

export const hostClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** A clock that starts at `startMs` and runs `speed` times as fast as `base`. */
export function simulatedClock(startMs: number, speed: number, base: Clock = hostClock): Clock {
  const origin = base.monotonic();
  const elapsed = () => (base.monotonic() - origin) * speed;
  return { now: () => Math.round(startMs + elapsed()), monotonic: elapsed };
}
