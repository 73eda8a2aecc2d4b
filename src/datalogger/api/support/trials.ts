import type { Clock } from '../../core/time/clock';
import { type Caller, ProblemError } from '../http/handler';

const windowMs = 60_000;

interface Most {
  readonly atOnce: number;
  readonly inAMinute: number;
}

/** The trials of an account, or of all. */
class Counted {
  readonly #most: Most;
  #running = 0;
  #begunMs: number[] = [];
  isReported = false;

  constructor(most: Most) {
    this.#most = most;
  }

  /** ms to wait for the next trial; 0 where it may begin. */
  waitMs(nowMs: number): number {
    const { atOnce, inAMinute } = this.#most;
    this.#begunMs = this.#begunMs.filter(begun => begun > nowMs - windowMs);
    if (this.#begunMs.length >= inAMinute) return (this.#begunMs[0] ?? nowMs) + windowMs - nowMs;
    return this.#running >= atOnce ? windowMs / inAMinute : 0;
  }

  begin(nowMs: number): void {
    this.#begunMs.push(nowMs);
    this.#running += 1;
  }

  end(): void {
    this.#running -= 1;
  }
}

/**
 * Limits trials of connections, whose addresses the caller chooses: few at a time and few in a minute, of an account and of all together.
 * They are enough to try a server, and too few to scan a network; an account takes no place that another one needs.
 */
export class Trials {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #most: Most;
  readonly #all: Counted;
  readonly #ofAccount = new Map<number | null, Counted>();

  constructor(clock: Pick<Clock, 'monotonic'>, ofAccount: Most, ofAll: Most) {
    this.#clock = clock;
    this.#most = ofAccount;
    this.#all = new Counted(ofAll);
  }

  /**
   * Runs `work`, or ends the call with 429; `onRefused` is called only for the first refusal of an account until a trial of it is allowed
   * again.
   */
  async run<T>(
    { accountId }: Pick<Caller, 'accountId'>,
    work: () => T | Promise<T>,
    onRefused: () => void,
  ): Promise<T> {
    const now = this.#clock.monotonic();
    const own = this.#ofAccount.get(accountId) ?? new Counted(this.#most);
    this.#ofAccount.set(accountId, own);
    const waitMs = own.waitMs(now) || this.#all.waitMs(now);
    if (waitMs > 0) {
      if (!own.isReported) onRefused();
      own.isReported = true;
      throw tooMany(waitMs);
    }
    own.isReported = false;
    const both = [own, this.#all];
    for (const counted of both) counted.begin(now);
    try {
      return await work();
    } finally {
      for (const counted of both) counted.end();
    }
  }
}

function tooMany(waitMs: number): ProblemError {
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) };
  return new ProblemError(429, 'throttled', 'Too many trials: wait a little.', { headers });
}
