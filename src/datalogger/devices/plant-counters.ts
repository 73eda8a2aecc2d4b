import type { PlantCounters } from '../source';
import { localDate, startOfDay } from '../time/zone';

/** W/m² above which an inverter that does not feed is unavailable. */
const usefulIrradiance = 50;

export const emptyCounters = (): PlantCounters => ({
  month: 0,
  year: 0,
  expectedDay: 0,
  irradiationDay: 0,
  usefulDay: 0,
  lostDay: 0,
});

/** One inverter in a step. */
export interface CountedInverter {
  /** kW; negative at night. */
  readonly pac: number;
  /** How much of its energy is the plant's: 0 of one that is not asked. */
  readonly counted: number;
  /** kWp whose availability counts: 0 of one that is out of service. */
  readonly dutyKwp: number;
  readonly isFeeding: boolean;
  readonly isStarting: boolean;
}

/** What happened in a step of `seconds`; null where no sensor answered. */
export interface Step {
  readonly seconds: number;
  readonly expectedKw: number | null;
  /** W/m². */
  readonly poa: number | null;
  readonly inverters: Iterable<CountedInverter>;
}

/** What starts anew with a step: nothing, the day's counters, or also those of the month and of the year. */
export type Turn = 'none' | 'day' | 'month' | 'year';

/** Counts energy and time, and starts days, months and years of the plant's zone anew. */
export class PlantCounting {
  readonly counters: PlantCounters = emptyCounters();
  /** The plant's IANA zone: its days are counted. */
  #zone: string;
  #dayEnd = Number.NEGATIVE_INFINITY;
  #month = 0;

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** Says that what follows happens at `t`: a new local day starts its counters at 0. */
  roll(t: number): Turn {
    if (t < this.#dayEnd) return 'none';
    const { year, month, day } = localDate(this.#zone, t);
    const isFirst = this.#dayEnd === Number.NEGATIVE_INFINITY;
    const turn = isFirst ? 'none' : month < this.#month ? 'year' : month !== this.#month ? 'month' : 'day';
    this.#month = month;
    this.#dayEnd = startOfDay(this.#zone, year, month, day + 1);
    if (turn !== 'none') this.#reset(turn);
    return turn;
  }

  /** The days end at other times from `t` on; the one that runs goes on. */
  moveTo(zone: string, t: number): void {
    if (zone === this.#zone) return;
    this.#zone = zone;
    const { year, month, day } = localDate(zone, t);
    this.#month = month;
    this.#dayEnd = startOfDay(zone, year, month, day + 1);
  }

  add({ seconds, expectedKw, poa, inverters }: Step): void {
    const { counters } = this;
    let energy = 0;
    let dutyKwp = 0;
    let lostKwp = 0;
    for (const inverter of inverters) {
      energy += energyOf(inverter.pac, seconds) * inverter.counted;
      dutyKwp += inverter.dutyKwp;
      if (!inverter.isFeeding && !inverter.isStarting) lostKwp += inverter.dutyKwp;
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

  #reset(turn: Turn): void {
    const { counters } = this;
    counters.expectedDay = counters.irradiationDay = counters.usefulDay = counters.lostDay = 0;
    if (turn !== 'day') counters.month = 0;
    if (turn === 'year') counters.year = 0;
  }
}

/** kWh that a power (kW) makes in `seconds`; what an inverter takes at night is not counted against it. */
export function energyOf(pac: number, seconds: number): number {
  return (Math.max(0, pac) * seconds) / 3600;
}
