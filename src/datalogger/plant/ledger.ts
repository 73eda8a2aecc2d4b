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
  /** The plant's IANA zone: its days are counted. */
  #zone: string;
  readonly #inverters: readonly InverterState[];
  readonly #meters: readonly MeterState[];
  #dayEnd = Number.NEGATIVE_INFINITY;
  #month = 0;

  constructor(plan: PlantPlan, inverters: readonly InverterState[], meters: readonly MeterState[]) {
    this.#zone = plan.site.zone;
    this.#inverters = inverters;
    this.#meters = meters;
  }

  /** Says that what follows happens at `t`: a new local day starts its counters at 0. */
  roll(t: number): void {
    if (t < this.#dayEnd) return;
    const { year, month, day } = localDate(this.#zone, t);
    if (this.#dayEnd !== Number.NEGATIVE_INFINITY) this.#reset(month !== this.#month, month < this.#month);
    this.#month = month;
    this.#dayEnd = startOfDay(this.#zone, year, month, day + 1);
  }

  /** The days end at other times from `t` on; the one that runs goes on. */
  moveTo(zone: string, t: number): void {
    if (zone === this.#zone) return;
    this.#zone = zone;
    const { year, month, day } = localDate(zone, t);
    this.#month = month;
    this.#dayEnd = startOfDay(zone, year, month, day + 1);
  }

  add({ seconds, expectedKw, poa }: StepSums): void {
    const { counters } = this;
    let energy = 0;
    let dutyKwp = 0;
    let lostKwp = 0;
    for (const inverter of this.#inverters) {
      const produced = (Math.max(0, inverter.pac) * seconds) / 3600;
      inverter.dayKwh += produced;
      inverter.totalKwh += produced;
      energy += produced * inverter.counted;
      dutyKwp += inverter.dutyKwp;
      if (isFeeding(inverter)) inverter.hours += seconds / 3600;
      else if (inverter.state !== inverterStates.starting) lostKwp += inverter.dutyKwp;
    }
    counters.month += energy;
    counters.year += energy;
    counters.expectedDay += ((expectedKw ?? 0) * seconds) / 3600;
    if (poa === null || poa <= 0) return;
    counters.irradiationDay += (poa * seconds) / 3_600_000;
    if (poa < usefulIrradiance || dutyKwp <= 0) return;
    counters.usefulDay += seconds;
    counters.lostDay += (seconds * lostKwp) / dutyKwp;
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
