import { stepOf } from '../counters/allowance';

/** Devices count whole kWh, most of them; thousandths. */
const usualStep = 1000;
/** No device counts in more at once than a tenth of this, kWh. */
const longestSteps = 1000;

/** In what steps counters of a lifetime move: some show a new reading every 10 or 100 kWh only. All in thousandths. */
export class CounterSteps {
  readonly #least = new Map<string, number>();

  /** Two readings between which the counter was read without a gap. */
  see(key: string, before: number, now: number): void {
    const moved = now - before;
    if (moved > 0) this.#least.set(key, Math.min(moved, this.#least.get(key) ?? moved));
  }

  /** The least move that was seen, else the greatest power of ten in which both readings are whole. */
  of(key: string, a: number, b: number): number {
    const known = this.#least.get(key) ?? 1000 * stepOf(a / 1000, b / 1000, longestSteps);
    return Math.max(usualStep, Math.round(known));
  }
}
