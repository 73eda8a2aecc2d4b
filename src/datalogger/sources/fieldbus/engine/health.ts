/**
 * A device that falls silent is asked this many times after twice its period, or sooner, because a noisy line loses several answers in a row and
 * some devices are read every 15 s only; then after four, eight ... times its period.
 */
const quickTries = 4;
const quickWaitMs = 10_000;
/** Up to this, ms. */
const longestWaitMs = { day: 60_000, night: 300_000 } as const;
/** A device that may be asleep is asked this often after that, ms. */
const asleepEveryMs = 60_000;

/** Whether a device, or one of its jobs, answers; and when it is worth asking again. Times in ms of the monotonic clock. */
export class Health {
  #failures = 0;
  #nextMs = Number.NEGATIVE_INFINITY;
  #silentSinceMs: number | null = null;

  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** When the first of the failures was; null while it answers. */
  get silentSinceMs(): number | null {
    return this.#silentSinceMs;
  }

  /** Whether as many repetitions as are configured brought no answer either. */
  isSilent(retries: number): boolean {
    return this.#failures > retries;
  }

  answered(): void {
    this.#failures = 0;
    this.#silentSinceMs = null;
    this.#nextMs = Number.NEGATIVE_INFINITY;
  }

  failed(nowMs: number, { retries, everyMs, isNight, mayBeAsleep }: Patience): void {
    this.#failures++;
    this.#silentSinceMs ??= nowMs;
    const beyond = this.#failures - retries;
    const longestMs = Math.max(everyMs, longestWaitMs[isNight ? 'night' : 'day']);
    const isQuick = beyond <= quickTries;
    const doublings = Math.min(20, Math.max(1, beyond - quickTries + 1));
    const waitMs = Math.min(isQuick ? quickWaitMs : longestMs, everyMs * 2 ** doublings);
    if (beyond <= 0) this.#nextMs = nowMs;
    else this.#nextMs = nowMs + (mayBeAsleep && !isQuick ? asleepEveryMs : waitMs);
  }

  mayTry(nowMs: number): boolean {
    return nowMs >= this.#nextMs;
  }
}

export interface Patience {
  readonly retries: number;
  readonly everyMs: number;
  readonly isNight: boolean;
  /** Whether its silence may be sleep: an inverter at night. */
  readonly mayBeAsleep: boolean;
}
