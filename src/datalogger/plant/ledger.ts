import { inverterStates } from '../../contract/codes';
import { localDate, startOfDay } from '../zone';
import { type InverterState, isFeeding } from './inverter';
import type { MeterState } from './meters';
import type { PlantPlan } from './plan';

/** W/m² above which an inverter that does not feed is unavailable. */
const usefulIrradiance = 50;

/** The plant's sums that no device counts. Energies in kWh. */
export interface PlantCounters {
  month: number;
  year: number;
  /** Expected energy of the day. */
  expectedDay: number;
  /** kWh/m² measured on the modules' plane today. */
  irradiationDay: number;
  /** Seconds of useful light today, and of these the ones lost, weighted by kWp. */
  usefulDay: number;
  lostDay: number;
}

const emptyCounters = (): PlantCounters => ({
  month: 0,
  year: 0,
  expectedDay: 0,
  irradiationDay: 0,
  usefulDay: 0,
  lostDay: 0,
});

/** What a step adds beside the devices' powers; null where no sensor answered. */
export interface StepSums {
  readonly seconds: number;
  readonly expectedKw: number | null;
  readonly poa: number | null;
}

/** Counts energy and time, and starts days, months and years of the plant's zone anew. */
export class Ledger {
  readonly counters = emptyCounters();
  readonly #plan: PlantPlan;
  readonly #inverters: readonly InverterState[];
  readonly #meters: readonly MeterState[];
  #dayEnd = Number.NEGATIVE_INFINITY;
  #month = 0;

  constructor(plan: PlantPlan, inverters: readonly InverterState[], meters: readonly MeterState[]) {
    this.#plan = plan;
    this.#inverters = inverters;
    this.#meters = meters;
  }

  /** Says that what follows happens at `t`: a new local day starts its counters at 0. */
  roll(t: number): void {
    if (t < this.#dayEnd) return;
    const { zone } = this.#plan.site;
    const { year, month, day } = localDate(zone, t);
    if (this.#dayEnd !== Number.NEGATIVE_INFINITY) this.#reset(month !== this.#month, month < this.#month);
    this.#month = month;
    this.#dayEnd = startOfDay(zone, year, month, day + 1);
  }

  add({ seconds, expectedKw, poa }: StepSums): void {
    const { counters } = this;
    let energy = 0;
    let lostShare = 0;
    for (const inverter of this.#inverters) {
      const produced = (Math.max(0, inverter.pac) * seconds) / 3600;
      inverter.dayKwh += produced;
      inverter.totalKwh += produced;
      energy += produced;
      if (isFeeding(inverter)) inverter.hours += seconds / 3600;
      else if (inverter.state !== inverterStates.starting) lostShare += inverter.plan.peakKwp;
    }
    counters.month += energy;
    counters.year += energy;
    counters.expectedDay += ((expectedKw ?? 0) * seconds) / 3600;
    if (poa === null || poa <= 0) return;
    counters.irradiationDay += (poa * seconds) / 3_600_000;
    if (poa < usefulIrradiance) return;
    counters.usefulDay += seconds;
    counters.lostDay += (seconds * lostShare) / this.#plan.peakKwp;
  }

  #reset(isNewMonth: boolean, isNewYear: boolean): void {
    const { counters } = this;
    for (const inverter of this.#inverters) inverter.dayKwh = 0;
    for (const meter of this.#meters) {
      meter.dayKwh = 0;
      if (isNewMonth) meter.peakKw = 0;
    }
    counters.expectedDay = counters.irradiationDay = counters.usefulDay = counters.lostDay = 0;
    if (isNewMonth) counters.month = 0;
    if (isNewYear) counters.year = 0;
  }
}
