import type { KeptStand, Stand } from '../processing/stands';

const name = 'total';

/** Whole thousandths, kWh: what is kept of a total is not below what was published. */
export const roundedUp = (kwh: number): number => Math.ceil(kwh * 1000 - 1e-3) / 1000;

/** What an inverter adds to the plant's total: its own total (null where it was never read), and what it has counted since, kWh. */
export interface TotalPart {
  readonly total: number | null;
  readonly gainedKwh: number;
}

/**
 * The energy that a plant has ever made, kWh, for those who add up its differences: it begins as the sum of its inverters once all of
 * them are known, and rises by what they count. Adding, changing or removing an inverter moves it by nothing.
 */
export class PlantTotal {
  #kwh: number | null = null;

  /** Null until every inverter was read. */
  get kwh(): number | null {
    return this.#kwh;
  }

  add(parts: readonly TotalPart[]): void {
    if (this.#kwh !== null) {
      this.#kwh += parts.reduce((sum, { gainedKwh }) => sum + gainedKwh, 0);
      return;
    }
    const totals = parts.flatMap(({ total }) => total ?? []);
    if (parts.length > 0 && totals.length === parts.length)
      this.#kwh = totals.reduce((sum, total) => sum + total, 0);
  }

  stands(): readonly (readonly [string, KeptStand])[] {
    return this.#kwh === null ? [] : [[name, { value: roundedUp(this.#kwh) }]];
  }

  resume(stands: readonly Stand[]): void {
    const kept = stands.find(({ counter }) => counter === `counted:${name}`);
    if (kept) this.#kwh = kept.value / 1000;
  }
}
