import { startOfLocalDay } from '../../../contract/zone';
import { nextDay } from '../../storage/measures/rollup';
import { CounterSteps } from './counter-steps';
import { longestStepS, type Reading, shiftAll } from './day-counters';
import type { Gap } from './gap-shares';

/** A longer gap means that the clock was wrong: the energy then belongs to where the archive ended, s. */
const longestAbsenceS = 366 * 86_400;

/**
 * Finds the energy of days whose end was not sampled (datalogger off, or device not responding over midnight): the counter of the day
 * was reset, the lifetime counter was not.
 */
export class TotalCounters {
  readonly #last = new Map<string, Reading>();
  readonly #steps = new CounterSteps();

  /** The reading of a counter at the end of the archive. */
  restore(key: string, stand: Reading): void {
    this.#last.set(key, stand);
  }

  stands(): ReadonlyMap<string, Reading> {
    return new Map(this.#last);
  }

  /** The last reading of a counter; null of one that was never read. */
  lastOf(key: string): Reading | null {
    return this.#last.get(key) ?? null;
  }

  /** In what steps a counter moves that shows `value` now, thousandths. */
  stepOf(key: string, value: number): number {
    return this.#steps.of(key, this.#last.get(key)?.value ?? value, value);
  }

  /** The clock was set: moves all readings, so that they keep their age. */
  shift(seconds: number): void {
    shiftAll(this.#last, seconds);
  }

  /** `total` and `today` in thousands of the result, sampled at `t`. Null where nothing was missed or the counter was replaced. */
  read(key: string, total: number, today: number, { t, zone }: { t: number; zone: string }): Gap | null {
    const value = Math.round(total * 1000);
    const last = this.#last.get(key);
    const step = this.stepOf(key, value);
    this.#last.set(key, { value, t });
    if (last !== undefined && t - last.t <= longestStepS) this.#steps.see(key, last.value, value);
    const to = startOfLocalDay(zone, t - 1);
    if (last === undefined || last.t >= to || t - last.t <= longestStepS) return null;
    const thousandths = value - last.value - Math.round(today * 1000);
    // A counter may show at once what it counted before.
    if (thousandths <= step) return null;
    const isTooLong = to - last.t > longestAbsenceS;
    return { thousandths, from: last.t, to: isTooLong ? nextDay(zone, last.t) : to };
  }
}
