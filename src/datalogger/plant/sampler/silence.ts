import { inverterStates } from '../../../contract/codes';
import { energyOf } from '../processing/plant-counters';
import type { DeviceRows } from '../snapshot';
import { CounterSteps } from './counter-steps';
import type { RatioBasis } from './ratios';

interface Silent {
  /** Counter at its last answer; null where it has none. */
  readonly total: number | null;
  /** What it would have made like the inverters that answer, kWh. */
  expectedKwh: number;
  isPlanned: boolean;
}

/** Inverters are no more alike than this share; less is no loss. */
const likeness = 0.9;

/** What an inverter is seen to have missed when it answers again, Wh. */
export interface Missed {
  readonly wh: number;
  /** Whether it was under maintenance meanwhile. */
  readonly isPlanned: boolean;
}

/**
 * Inverters that do not answer. Nobody knows whether they make energy until their counters are read again: what these moved less than
 * the others made of each kWp was lost meanwhile. It is counted when it is known. What ran before a restart is not known.
 */
export class Silence {
  readonly #totals = new Map<number, number | null>();
  readonly #silent = new Map<number, Silent>();
  readonly #steps = new CounterSteps();

  /** To be called with every sample, in order of time, once for each inverter. Answers what it has missed, if it has. */
  read(rows: DeviceRows, device: number, isGood: boolean, basis: RatioBasis): Missed | null {
    const id = rows.id[device];
    if (id === undefined) return null;
    const total = (rows.totals ?? rows.values).etot?.[device] ?? null;
    if (!isGood) {
      this.#wait(id, rows, device, basis);
      return null;
    }
    const silent = this.#silent.get(id);
    const before = this.#totals.get(id) ?? null;
    this.#silent.delete(id);
    this.#totals.set(id, total);
    if (!silent && before !== null && total !== null) this.#steps.see(`${id}`, 1000 * before, 1000 * total);
    if (!silent || silent.total === null || total === null) return null;
    const { expectedKwh, isPlanned } = silent;
    const stepKwh = this.#steps.of(`${id}`, 1000 * silent.total, 1000 * total) / 1000;
    // Its counter also moved in the time of this sample.
    const sinceThen = energyOf(rows.values.pac?.[device] ?? 0, basis.seconds);
    const lostKwh = expectedKwh - Math.max(0, total - silent.total - sinceThen);
    const isTelling = lostKwh > Math.max(stepKwh, (1 - likeness) * expectedKwh);
    return isTelling ? { wh: 1000 * lostKwh, isPlanned } : null;
  }

  #wait(id: number, rows: DeviceRows, device: number, basis: RatioBasis): void {
    const state = rows.stato[device];
    // Before its first answer, and while it is not asked, nothing is expected of it.
    if (!this.#totals.has(id) || state === inverterStates.disabled) {
      this.#totals.delete(id);
      this.#silent.delete(id);
      return;
    }
    const silent = this.#silent.get(id) ?? {
      total: this.#totals.get(id) ?? null,
      expectedKwh: 0,
      isPlanned: false,
    };
    this.#silent.set(id, silent);
    if (state === inverterStates.maintenance) silent.isPlanned = true;
    silent.expectedKwh += expectedOf(rows, device, basis);
  }
}

/** What an inverter would make in a sample like those that answer, kWh. */
function expectedOf(
  rows: DeviceRows,
  device: number,
  { isUseful, medianYield, seconds }: RatioBasis,
): number {
  const kwp = rows.values.kwp?.[device] ?? null;
  return isUseful && medianYield !== null && kwp !== null ? energyOf(medianYield * kwp, seconds) : 0;
}
