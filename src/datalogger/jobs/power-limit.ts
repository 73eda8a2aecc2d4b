import { quality } from '../../contract/codes';
import type { Plant } from '../devices/plant';

/** Applies the lowest limit that schedules ask for. Commands of operators come first. */
export class PowerLimit {
  readonly #plant: Plant;
  /** The limit that the plant has accepted; undefined before the first order, and while it refuses. */
  #taken: number | null | undefined;
  /** The order that is not answered yet; there is at most one. */
  #asking: Promise<void> | null = null;

  constructor(plant: Plant) {
    this.#plant = plant;
  }

  /** Orders the lowest of `percents`, or no limit where there are none. Returns whether it is in force; to be repeated until it is. */
  ask(percents: readonly number[]): boolean {
    const wanted = percents.length === 0 ? null : Math.min(...percents);
    if (this.#asking === null && (wanted !== this.#taken || wanted !== null)) this.#tell(wanted);
    return this.#taken === wanted;
  }

  /** Resolves when no order is waiting for its answer. */
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
