import type { Verdict } from './entry';
import type { Occurrence, Rule } from './model';

/** A condition that comes this often within a minute is unstable (ISA-18.2); s without a change until it is stable again. */
const chatterComings = 3;
const chatterS = 60;

/** What the engine remembers of one alarm on one device while there is something to remember. Times are steady seconds. */
export class Track {
  /** Null while nothing is open. */
  occurrence: Occurrence | null = null;
  /** Cycle in which it was judged last. */
  seen = 0;
  /** Since when the condition differs from what the occurrence says. */
  #since: number | null = null;
  /** When the condition came, at most the last three times. */
  #comings: number[] = [];
  /** While it is unstable: when it went last, and how often it came without a change being recorded. */
  #wentAt = Number.NEGATIVE_INFINITY;
  #untold = 0;
  /** When the condition of the cause that hides it was last true, and for how many seconds more it explains this one. */
  #coveredAt = Number.NEGATIVE_INFINITY;
  #outlastsS = 0;

  get isPresent(): boolean {
    return this.occurrence?.isPresent ?? false;
  }

  /** Whether it can be forgotten. */
  isIdle(t: number): boolean {
    const last = this.#comings.at(-1) ?? Number.NEGATIVE_INFINITY;
    return this.occurrence === null && this.#since === null && t - last > chatterS;
  }

  /** Applies the delays to a verdict: whether the condition now comes (true), goes (false) or stays as it was (null). */
  settle(verdict: Verdict, rule: Rule, t: number, elapsedS: number): Verdict {
    if (verdict === null) {
      // While the condition cannot be judged, no delay runs.
      if (this.#since !== null) this.#since += elapsedS;
      if (this.occurrence?.isSuppressed) this.#coveredAt += elapsedS;
      return null;
    }
    if (verdict === this.isPresent) {
      if (verdict && this.#since !== null && this.isChattering) this.#untold++;
      this.#since = null;
      return null;
    }
    if (this.#since === null) {
      this.#since = t;
      if (!verdict) this.#wentAt = t;
    }
    const delayS = verdict ? rule.onDelayS : this.#offDelay(rule);
    if (t - this.#since < delayS) return null;
    this.#since = null;
    if (verdict) this.#comings = [...this.#comings.slice(1 - chatterComings), t];
    return verdict;
  }

  get isChattering(): boolean {
    return this.occurrence?.isChattering ?? false;
  }

  /** Whether it has come so often that it counts as unstable. */
  hasBecomeUnstable(t: number): boolean {
    const [first] = this.#comings;
    const isOften = this.#comings.length === chatterComings && first !== undefined && t - first <= chatterS;
    return isOften && this.isPresent && !this.isChattering;
  }

  /** Whether it has not changed for a minute. */
  hasBecomeQuiet(t: number): boolean {
    if (!this.isChattering) return false;
    // Not known after a restart.
    if (this.#wentAt === Number.NEGATIVE_INFINITY) this.#wentAt = t;
    return !this.isPresent || (this.#since === null && t - this.#wentAt >= chatterS);
  }

  /** How often the condition came within the occurrence, including the times that were not recorded until now. */
  takeTimes(): number {
    const times = (this.occurrence?.times ?? 0) + this.#untold;
    this.#untold = 0;
    return times;
  }

  /** Notes that the condition of the cause is true at `t`, and explains this one for `outlastsS` more. */
  cover(t: number, outlastsS: number): void {
    this.#coveredAt = t;
    this.#outlastsS = outlastsS;
  }

  /** Whether the cause has been gone for as long as the condition had to last before its alarm was raised, or as the cause explains it. */
  isUncovered(rule: Rule, t: number): boolean {
    if (this.#coveredAt === Number.NEGATIVE_INFINITY) this.#coveredAt = t;
    return !this.isPresent || t - this.#coveredAt >= Math.max(rule.onDelayS, this.#outlastsS);
  }

  #offDelay({ offDelayS }: Rule): number {
    return this.isChattering ? Math.max(offDelayS, chatterS) : offDelayS;
  }
}
