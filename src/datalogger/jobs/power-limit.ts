import { quality } from '../../contract/codes';
import type { Plant } from '../devices/plant';

/** Keeps the plant at the lowest of the limits that schedules ask, as far as what outranks them lets it. */
export class PowerLimit {
  readonly #plant: Plant;
  /** What the plant has taken; undefined until it is told for the first time, and while it refuses. */
  #taken: number | null | undefined;
  /** The order that has not been answered yet: there is one at a time. */
  #asking: Promise<void> | null = null;

  constructor(plant: Plant) {
    this.#plant = plant;
  }

  /** Asks for the lowest of `percents`, of none for no limit at all; whether it is in force. To be repeated until it is. */
  ask(percents: readonly number[]): boolean {
    const wanted = percents.length === 0 ? null : Math.min(...percents);
    if (this.#asking === null && (wanted !== this.#taken || wanted !== null)) this.#tell(wanted);
    return this.#taken === wanted;
  }

  /** When no order is on its way any more. */
  async settled(): Promise<void> {
    await this.#asking;
  }

  #tell(percent: number | null): void {
    const { cci } = this.#plant.snapshot().groups;
    if (cci.q.every(value => value === quality.bad)) {
      this.#taken = undefined;
      return;
    }
    this.#asking = this.#plant.execute({ kind: 'schedule-limit', percent }).then(result => {
      this.#taken = result === 'taken' ? percent : undefined;
      this.#asking = null;
    });
  }
}
