import type { Clock } from '../../core/time/clock';
import { ProblemError } from '../http/handler';

const windowMs = 60_000;

interface Most {
  readonly atOnce: number;
  readonly inAMinute: number;
}

/**
 * Limits trials of connections, whose addresses the caller chooses: few at a time and few in a minute, for all callers together. They
 * are enough to try a server, and too few to scan a network.
 */
export class Trials {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #most: Most;
  #running = 0;
  #begunMs: number[] = [];
  #isReported = false;

  constructor(clock: Pick<Clock, 'monotonic'>, most: Most) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Runs `work`, or ends the call with 429; `onRefused` is called only for the first refusal until a trial is allowed again. */
  async run<T>(work: () => T | Promise<T>, onRefused: () => void): Promise<T> {
    const now = this.#clock.monotonic();
    this.#begunMs = this.#begunMs.filter(begun => begun > now - windowMs);
    const { atOnce, inAMinute } = this.#most;
    const isFull = this.#begunMs.length >= inAMinute;
    if (isFull || this.#running >= atOnce) {
      if (!this.#isReported) onRefused();
      this.#isReported = true;
      throw tooMany(isFull ? (this.#begunMs[0] ?? now) + windowMs - now : windowMs / inAMinute);
    }
    this.#isReported = false;
    this.#begunMs.push(now);
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}

function tooMany(waitMs: number): ProblemError {
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) };
  return new ProblemError(429, 'throttled', 'Too many trials: wait a little.', { headers });
}
