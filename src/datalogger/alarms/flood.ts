import type { Change } from './model';

/** More announcements than this in ten minutes are a flood (ISA-18.2). */
const floodAlarms = 10;
const floodS = 600;
/** Recorded, never announced. */
const eventPriority = 5;

/** Counts the alarms that were announced lately. */
export class FloodGauge {
  /** Epoch seconds of the newest announcements, in order. */
  #announced: number[] = [];

  count({ occurrence, steps }: Change): void {
    if (occurrence.priority === eventPriority) return;
    for (const { t, from, to } of steps) if (to === 'attivo' && from !== 'attivo') this.#announced.push(t);
    // Only whether there are more than ten matters.
    this.#announced = this.#announced.slice(-floodAlarms - 1);
  }

  isFlooding(t: number): boolean {
    return this.#announced.filter(at => at > t - floodS && at <= t).length > floodAlarms;
  }
}
