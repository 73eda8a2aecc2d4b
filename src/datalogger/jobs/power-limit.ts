import { quality } from '../../contract/codes';
import type { PlantSource } from '../plant/source';

/** Keeps the plant at the lowest of the limits that schedules ask, as far as what outranks them lets it. */
export class PowerLimit {
  readonly #plant: PlantSource;
  /** What the plant has taken; undefined until it is told for the first time, and while it refuses. */
  #taken: number | null | undefined;

  constructor(plant: PlantSource) {
    this.#plant = plant;
  }

  /** Asks for the lowest of `percents`, of none for no limit at all; whether it is in force. */
  ask(percents: readonly number[]): boolean {
    const wanted = percents.length === 0 ? null : Math.min(...percents);
    if (wanted !== this.#taken || wanted !== null) this.#taken = this.#tell(wanted) ? wanted : undefined;
    return this.#taken === wanted;
  }

  #tell(percent: number | null): boolean {
    const { cci } = this.#plant.snapshot().groups;
    const isHeard = cci.q.some(value => value !== quality.bad);
    return isHeard && this.#plant.execute({ kind: 'schedule-limit', percent });
  }
}
