import { startOfLocalDay } from '../../../contract/zone';
import { nextDay } from '../../storage/measures/rollup';
import { longestStepS, type Reading, shiftAll } from './day-counters';
import type { Gap } from './gap-shares';

/** Devices count whole kWh: a difference of up to one is ignored. */
const resolution = 1000;
/** A longer gap means that the clock was wrong: the energy then belongs to where the archive ended, s. */
const longestAbsenceS = 366 * 86_400;

/**
 * Finds the energy of days whose end was not sampled (datalogger off, or device not responding over midnight): the counter of the day
 * was reset, the lifetime counter was not.
 */
export class TotalCounters {
  readonly #last = new Map<string, Reading>();

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

  /** The clock was set: moves all readings, so that they keep their age. */
  shift(seconds: number): void {
    shiftAll(this.#last, seconds);
  }

  /** `total` and `today` in thousands of the result, sampled at `t`. Null where nothing was missed or the counter was replaced. */
  read(key: string, total: number, today: number, { t, zone }: { t: number; zone: string }): Gap | null {
    const value = Math.round(total * 1000);
    const last = this.#last.get(key);
    this.#last.set(key, { value, t });
    const to = startOfLocalDay(zone, t - 1);
    if (last === undefined || last.t >= to || t - last.t <= longestStepS) return null;
    const thousandths = value - last.value - Math.round(today * 1000);
    if (thousandths <= resolution) return null;
    const isTooLong = to - last.t > longestAbsenceS;
    return { thousandths, from: last.t, to: isTooLong ? nextDay(zone, last.t) : to };
  }
}
