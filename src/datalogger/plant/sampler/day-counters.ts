import { startOfLocalDay } from '../../../contract/zone';

/** A counter's newest reading: whole thousandths (Wh of a kWh counter), epoch seconds. */
export interface Reading {
  readonly value: number;
  readonly t: number;
}

/** The difference of a counter since an earlier reading. */
export interface Moved {
  readonly thousandths: number;
  /** The time of that reading, epoch seconds. */
  readonly since: number;
  /** There were no readings in between (datalogger off, device not responding): the energy belongs to no measured slot. */
  readonly isFound: boolean;
}

/** Readings that are further apart than this have a gap between them. */
export const longestStepS = 120;

/** Moves the time of every reading. */
export function shiftAll(readings: Map<string, Reading>, seconds: number): void {
  for (const [key, reading] of readings) readings.set(key, { ...reading, t: reading.t + seconds });
}

/** Turns counters that start at 0 every local day into the energy of each sample; the sum is the counter, exactly. */
export class DayCounters {
  readonly #last = new Map<string, Reading>();
  /** For counters that fell below their last reading: the first of the low readings. */
  readonly #fallen = new Map<string, Reading>();

  /** The reading of a counter at the end of the archive; `t` is NaN where it was stamped by a clock that was ahead. */
  restore(key: string, reading: Reading): void {
    this.#last.set(key, reading);
  }

  readings(): ReadonlyMap<string, Reading> {
    return new Map(this.#last);
  }

  /** The clock was set: moves all readings, so that they keep their age. */
  shift(seconds: number): void {
    shiftAll(this.#last, seconds);
    shiftAll(this.#fallen, seconds);
  }

  /**
   * The days are those of `zone` from now on, no more of `before`. What was read today may now lie on the day before, although its
   * counter has not wrapped: of such a reading only the value counts.
   */
  moveTo(zone: string, before: string): void {
    const newest = Math.max(...[...this.#last.values()].map(({ t }) => t).filter(t => !Number.isNaN(t)));
    if (!Number.isFinite(newest)) return;
    const [from, to] = [startOfLocalDay(before, newest - 1), startOfLocalDay(zone, newest - 1)];
    for (const [key, { value, t }] of this.#last) {
      if (t > from && t <= to) this.#last.set(key, { value, t: Number.NaN });
    }
  }

  /** `counter` in thousands of the result, sampled at `t`. */
  read(key: string, counter: number, t: number, zone: string): Moved {
    const value = Math.round(counter * 1000);
    const base = this.#base(key, value, t, zone);
    if (value < base.value) return this.#readFallen(key, { value, t });
    this.#fallen.delete(key);
    this.#last.set(key, { value, t });
    return { thousandths: value - base.value, since: base.t, isFound: t - base.t > longestStepS };
  }

  /**
   * A counter that falls within its day and comes back had a short failure: it counts neither negative energy nor the same energy twice.
   * A counter that stays low was replaced, or started its day late: it counts from there.
   */
  #readFallen(key: string, reading: Reading): Moved {
    const first = this.#fallen.get(key) ?? reading;
    const isForGood = reading.t - first.t >= longestStepS;
    if (isForGood) {
      this.#fallen.delete(key);
      this.#last.set(key, reading);
    } else this.#fallen.set(key, first);
    const moved = Math.max(0, reading.value - first.value);
    return { thousandths: isForGood ? moved : 0, since: first.t, isFound: false };
  }

  /** The last reading of the same day, or 0 at the start of the day. A sample at midnight belongs to the old day. */
  #base(key: string, value: number, t: number, zone: string): Reading {
    const dayStart = startOfLocalDay(zone, t - 1);
    const last = this.#last.get(key);
    // Its age is not known: a counter that has not started again at 0 since is of the same day.
    if (last && Number.isNaN(last.t)) return { value: value >= last.value ? last.value : 0, t: dayStart };
    const isSameDay = last !== undefined && last.t > dayStart;
    const isLateReset = last !== undefined && value >= last.value && t - last.t <= longestStepS;
    return last && (isSameDay || isLateReset) ? last : { value: 0, t: dayStart };
  }
}
