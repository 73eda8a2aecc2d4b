import type { Answer } from '../source';
import { startOfLocalDay } from '../time/zone';

/** A lifetime counter as it was when its day began, or when it was seen first. */
interface DayStart {
  readonly dayStart: number;
  readonly total: number;
}

/** The energy of the day, kWh, of devices that count only a lifetime (`etot`): from midnight, or from when they were seen first. */
export class DayEnergy {
  readonly #starts = new Map<number, DayStart>();
  /** The newest reading of each counter. */
  readonly #newest = new Map<number, number>();

  /** The answer with `eday`, said or counted; `t` in seconds, the days are those of `zone`. */
  withDay(answer: Answer, t: number, zone: string): Answer {
    const { record, values } = answer;
    const { eday = null, etot = null } = values;
    if (eday !== null || etot === null) return answer;
    const dayStart = startOfLocalDay(zone, t);
    const known = this.#starts.get(record);
    // What was counted before the first reading of a day belongs to the day before.
    const start =
      known?.dayStart === dayStart ? known : { dayStart, total: this.#newest.get(record) ?? etot };
    this.#starts.set(record, start);
    this.#newest.set(record, etot);
    return { ...answer, values: { ...values, eday: Math.max(0, etot - start.total) } };
  }
}
