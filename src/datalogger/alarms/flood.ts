import type { Change } from './model';

/** More announcements than this in ten minutes are a flood (ISA-18.2). */
const floodAlarms = 10;
const floodS = 600;
/** Events are recorded and never announced. */
const eventPriority = 5;

/** Counts the alarms that were announced lately. */
export class FloodGauge {
  /** Steady seconds of the newest announcements, in order. */
  #announced: number[] = [];

  count({ occurrence, steps }: Change, steadyS: number): void {
    if (occurrence.priority === eventPriority) return;
    for (const { from, to } of steps) if (to === 'attivo' && from !== 'attivo') this.#announced.push(steadyS);
    // Older ones are not needed: all that is asked is whether there are more than ten.
    this.#announced = this.#announced.slice(-floodAlarms - 1);
  }

  isFlooding(steadyS: number): boolean {
    return this.#announced.filter(at => at > steadyS - floodS).length > floodAlarms;
  }
}
