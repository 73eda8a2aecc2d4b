import type { Clock } from '../../core/time/clock';
import { type Caller, ProblemError } from '../http/handler';

/** At most `most` writes in `ms`. */
interface Rate {
  readonly ms: number;
  readonly most: number;
}

/** How often an account may add what nobody removes for it: a person never meets the limit, a program that fills the disk does. */
export class Rates {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #rates: readonly Rate[];
  /** ms of the monotonic clock, oldest first, by account. */
  readonly #written = new Map<number | null, number[]>();

  constructor(clock: Pick<Clock, 'monotonic'>, rates: readonly Rate[]) {
    this.#clock = clock;
    this.#rates = rates;
  }

  /** Counts one write; 429 with the time to wait where the account has written too much. */
  count({ accountId }: Pick<Caller, 'accountId'>): void {
    const now = this.#clock.monotonic();
    const longest = Math.max(...this.#rates.map(({ ms }) => ms));
    const written = (this.#written.get(accountId) ?? []).filter(at => at > now - longest);
    for (const { ms, most } of this.#rates) {
      const first = written.at(-most);
      if (first !== undefined && first > now - ms) throw tooOften(first + ms - now);
    }
    this.#written.set(accountId, [...written, now]);
  }
}

function tooOften(waitMs: number): ProblemError {
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) };
  return new ProblemError(429, 'throttled', 'Too many in a short time: wait a little.', { headers });
}
