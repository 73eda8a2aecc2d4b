import { startOfLocalDay } from '../time/zone';

/** A counter's newest reading: whole thousandths (Wh of a kWh counter), epoch seconds. */
export interface Reading {
  readonly value: number;
  readonly t: number;
}

/** What a counter moved since an earlier reading. */
export interface Moved {
  readonly thousandths: number;
  /** The time of that reading, epoch seconds. */
  readonly since: number;
  /** Nobody was reading meanwhile (the datalogger off, the device silent): it belongs to no slot that was measured. */
  readonly isFound: boolean;
}

/** Readings further apart have a gap between them. */
export const longestStepS = 120;

/** Moves the time of every reading. */
export function shiftAll(readings: Map<string, Reading>, seconds: number): void {
  for (const [key, reading] of readings) readings.set(key, { ...reading, t: reading.t + seconds });
}

/** Turns counters that start at 0 every local day into the energy of each sample; the sum is the counter, exactly. */
export class DayCounters {
  readonly #last = new Map<string, Reading>();
  /** Counters that fell below their last reading: the first of the low ones. */
  readonly #fallen = new Map<string, Reading>();

  /** Where a counter stood when the archive ended; `t` is NaN where a clock that was ahead has stamped it. */
  restore(key: string, reading: Reading): void {
    this.#last.set(key, reading);
  }

  readings(): ReadonlyMap<string, Reading> {
    return new Map(this.#last);
  }

  /** The clock was set: what was read keeps its age. */
  shift(seconds: number): void {
    shiftAll(this.#last, seconds);
    shiftAll(this.#fallen, seconds);
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
   * A counter that falls within its day failed for a moment: no negative energy, and not the same one twice when it comes
   * back. One that stays low was replaced, or started its day late, and counts from there.
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

  /** The last reading of the same day, or the day's start at 0. A sample at midnight ends the old day. */
  #base(key: string, value: number, t: number, zone: string): Reading {
    const dayStart = startOfLocalDay(zone, t - 1);
    const last = this.#last.get(key);
    // Nobody knows how old it is: a counter that has not begun anew since is of the same day.
    if (last && Number.isNaN(last.t)) return { value: value >= last.value ? last.value : 0, t: dayStart };
    const isSameDay = last !== undefined && last.t > dayStart;
    const isLateReset = last !== undefined && value >= last.value && t - last.t <= longestStepS;
    return last && (isSameDay || isLateReset) ? last : { value: 0, t: dayStart };
  }
}
