import type { Answer } from '../source';
import { startOfLocalDay } from '../time/zone';
import type { DayStand } from './stands';

/** The reading of a lifetime counter at the start of the day, or its first reading of the day. */
interface DayStart {
  readonly dayStart: number;
  readonly total: number;
}

/** A number that no other counter has, and the reading in kWh; null where there is none. */
export type LifetimeCounter = readonly [counter: number, kwh: number | null];

/** Energy of the day in kWh for devices that have only a lifetime counter: since midnight, or since their first reading. */
export class DayEnergy {
  readonly #starts = new Map<number, DayStart>();
  /** The newest reading of each counter. */
  readonly #newest = new Map<number, number>();

  /** The days are those of another zone from `t` on; the one that runs goes on until the next midnight. */
  moveTo(zone: string, t: number): void {
    const today = Math.max(...[...this.#starts.values()].map(({ dayStart }) => dayStart));
    const begins = startOfLocalDay(zone, t);
    for (const [record, { dayStart, total }] of this.#starts) {
      if (dayStart === today) this.#starts.set(record, { dayStart: begins, total });
    }
  }

  /** Counts on after a restart from what was read before it, on the day that began at `dayStart`. */
  resume(days: readonly DayStand[], dayStart: number): void {
    for (const { counter, total, today } of days) {
      this.#starts.set(counter, { dayStart, total: total - today });
      this.#newest.set(counter, total);
    }
  }

  /** The reading of each counter at the start of the day, which is `dayStart` in epoch seconds. */
  startsOf(dayStart: number): ReadonlyMap<number, number> {
    const today = [...this.#starts].filter(([, start]) => start.dayStart === dayStart);
    return new Map(today.map(([counter, { total }]) => [counter, total]));
  }

  /**
   * The answer with `eday`, from the device or counted here by a lifetime counter, kWh, and the number of that; `t` in seconds, days of
   * `zone`.
   */
  withDay(answer: Answer, [counter, now]: LifetimeCounter, t: number, zone: string): Answer {
    const { values } = answer;
    const { eday = null } = values;
    if (eday !== null || now === null) return answer;
    const dayStart = startOfLocalDay(zone, t);
    const known = this.#starts.get(counter);
    // Energy counted before the first reading of a day belongs to the day before.
    const start =
      known?.dayStart === dayStart ? known : { dayStart, total: this.#newest.get(counter) ?? now };
    this.#starts.set(counter, start);
    this.#newest.set(counter, now);
    return { ...answer, values: { ...values, eday: Math.max(0, now - start.total) } };
  }
}
