import { earliestS } from '../../../contract/earliest';
import type { Clock } from './clock';

/** The wall clock was set, by somebody or by a time server. Epoch ms. */
export interface ClockStep {
  /** The time before and after. */
  readonly fromMs: number;
  readonly toMs: number;
  /** By how much stamps move; 0 where the clock was set to an impossible time. */
  readonly shiftMs: number;
  /** The start of the program by the clock before the step: stamps from here to `fromMs` are of this run. */
  readonly sinceMs: number;
}

/** One moment in whole seconds. */
export interface Moment {
  /** Epoch seconds at the start plus the seconds since then: setting the clock does not change them. */
  readonly steadyS: number;
  /** Epoch seconds by the wall clock. */
  readonly stampS: number;
}

/** A wall clock that differs by more than this was set. Less is a leap second, or a time server that adjusts it slowly. */
const leastStepMs = 2000;
/** By how much stamps run faster or slower until they agree with the wall clock, as a share of the elapsed time. */
const pull = 0.05;
/** Hysteresis of the rounding to whole seconds, so that stamps do not alternate, s. */
const holdS = 0.25;

/**
 * The datalogger's time. Whatever lasts is measured by the monotonic clock; the wall clock only stamps. It is compared with the wall
 * clock in `look`, once a second: in between, and where the two drift apart slowly, stamps go on without a jump and never back. Only
 * a step moves them, and listeners that count from stamps are notified.
 */
export class SteadyClock implements Clock {
  readonly #clock: Clock;
  /** Steady time minus monotonic time; never changes. */
  readonly #originMs: number;
  /** Stamps minus monotonic time. */
  #offsetMs: number;
  /** Whole stamps minus whole steady seconds. */
  #offsetS = 0;
  #lookedMs: number;
  #sinceMs: number;
  #newestMs = Number.NEGATIVE_INFINITY;
  /** Wall clock minus monotonic clock while the wall clock is impossible; null while it is believed. */
  #doubtedMs: number | null = null;
  #steps = 0;
  readonly #listeners: ((step: ClockStep) => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lookedMs = clock.monotonic();
    this.#sinceMs = clock.now();
    this.#originMs = this.#sinceMs - this.#lookedMs;
    this.#offsetMs = this.#originMs;
  }

  /** Stamps, epoch ms. */
  readonly now = (): number => {
    this.#newestMs = Math.max(this.#newestMs, this.monotonic() + this.#offsetMs);
    return Math.round(this.#newestMs);
  };

  readonly monotonic = (): number => this.#clock.monotonic();

  /** The same clock with a `now` that is never set: for what waits, retries and expires. */
  readonly steady: Clock = {
    now: () => Math.round(this.monotonic() + this.#originMs),
    monotonic: this.monotonic,
  };

  /** How often the clock was set since the start. */
  get steps(): number {
    return this.#steps;
  }

  moment(): Moment {
    const steadyS = Math.floor((this.monotonic() + this.#originMs) / 1000);
    return { steadyS, stampS: steadyS + this.#offsetS };
  }

  /** The stamp, ms, of a time of the steady clock. */
  stampOf(steadyMs: number): number {
    return steadyMs - this.#originMs + this.#offsetMs;
  }

  /** Called for every step, once the stamps have moved. */
  onStep(listener: (step: ClockStep) => void): void {
    this.#listeners.push(listener);
  }

  /** Compares with the wall clock. */
  look(): void {
    const before = this.#clock.monotonic();
    const wallMs = this.#clock.now();
    const after = this.#clock.monotonic();
    const passedMs = after - this.#lookedMs;
    this.#lookedMs = after;
    const [least, most] = [wallMs - after - this.#offsetMs, wallMs - before - this.#offsetMs];
    // A pause of the program between the two readings is not a step.
    const aheadMs = Math.min(Math.max(0, least), most);
    const cannotBe = wallMs < earliestS * 1000 && wallMs - aheadMs >= earliestS * 1000;
    const doubted = this.#doubtedMs;
    const isStep = Math.abs(aheadMs) > leastStepMs;
    this.#doubtedMs = cannotBe ? (doubted ?? wallMs - after) : null;
    if (cannotBe && doubted === null) this.#tell(wallMs - aheadMs, wallMs, 0);
    else if (!cannotBe && doubted !== null) this.#tell(after + doubted, wallMs, isStep ? aheadMs : 0);
    else if (!cannotBe && isStep) this.#tell(wallMs - aheadMs, wallMs, aheadMs);
    else if (!cannotBe) this.#follow(aheadMs, passedMs);
  }

  #follow(aheadMs: number, passedMs: number): void {
    const mostMs = pull * Math.max(0, passedMs);
    this.#offsetMs += Math.min(mostMs, Math.max(-mostMs, aheadMs));
    const offsetS = (this.#offsetMs - this.#originMs) / 1000;
    if (Math.abs(offsetS - this.#offsetS) > 0.5 + holdS) this.#offsetS = Math.round(offsetS);
  }

  #tell(fromMs: number, toMs: number, shiftMs: number): void {
    const step = { fromMs, toMs, shiftMs, sinceMs: this.#sinceMs };
    if (shiftMs !== 0) {
      this.#offsetMs += shiftMs;
      this.#offsetS = Math.round((this.#offsetMs - this.#originMs) / 1000);
      this.#newestMs = Number.NEGATIVE_INFINITY;
      this.#sinceMs += shiftMs;
    }
    this.#steps++;
    for (const listener of this.#listeners) listener(step);
  }
}
