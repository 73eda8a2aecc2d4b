import { localDate, startOfDay } from '../../../contract/zone';
import type { PlantCounters } from '../source';
import { countedLight, isUseful, peakOf, usualLimits } from './limits';

export const emptyCounters = (): PlantCounters => ({
  month: 0,
  year: 0,
  expectedDay: 0,
  irradiationDay: 0,
  referenceDay: 0,
  energyDay: 0,
  matchedDay: 0,
  comparedDay: 0,
  usefulDay: 0,
  lostDay: 0,
});

/** An inverter during a step. */
export interface CountedInverter {
  /** kW; negative at night. */
  readonly pac: number;
  /** Share of its energy that counts for the plant: 0 where it is not asked. */
  readonly counted: number;
  /** kWp that count for the availability: 0 where it is out of service or does not answer. */
  readonly dutyKwp: number;
  readonly isFeeding: boolean;
  readonly isStarting: boolean;
  /** kWh that its lifetime counter has counted in the step, also for a time without answers; left out where only its power tells it. */
  readonly gainedKwh?: number;
}

/** What happened in a step of `seconds`; null where no sensor answered. */
export interface Step {
  readonly seconds: number;
  readonly expectedKw: number | null;
  /** W/m². */
  readonly poa: number | null;
  /** Whether the irradiance is doubted: then neither it nor what is expected of it is counted. */
  readonly isLightDoubted: boolean;
  /** kWp configured of the inverters that are asked: the plant's peak power where its data have none. */
  readonly configuredKwp: number;
  readonly inverters: Iterable<CountedInverter>;
}

/** The counters that start again at 0 with a step: none, those of the day, or also those of the month and of the year. */
export type Turn = 'none' | 'day' | 'month' | 'year';

/** What the counters held at the time `until`, epoch seconds. */
export interface Counted {
  readonly counters: PlantCounters;
  readonly until: number;
}

/** Counts energy and time, and starts days, months and years of the plant's zone again. */
export class PlantCounting {
  readonly counters: PlantCounters = emptyCounters();
  /** The plant's IANA zone: its days are counted. */
  #zone: string;
  #dayEnd = Number.NEGATIVE_INFINITY;
  #month = 0;
  /** In useful light an inverter that does not feed counts as unavailable. */
  limits = usualLimits;

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** To be called before a step at `t`: at the start of a local day the counters start at 0. */
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

  /** The zone was changed at `t`: days end at other times from now on; the present day continues. */
  moveTo(zone: string, t: number): void {
    if (zone === this.#zone) return;
    this.#zone = zone;
    this.#moveDaysTo(t);
  }

  #moveDaysTo(t: number): void {
    const { year, month, day } = localDate(this.#zone, t);
    this.#month = month;
    this.#dayEnd = startOfDay(this.#zone, year, month, day + 1);
  }

  /**
   * Counts on after a restart at `t`. What belongs to a day, a month or a year that has ended since starts at 0; what a clock that was
   * ahead has stamped is not known.
   */
  resume(counted: Counted | null, t: number): void {
    if (counted === null || counted.until > t) return;
    const [then, now] = [localDate(this.#zone, counted.until), localDate(this.#zone, t)];
    Object.assign(this.counters, counted.counters);
    this.#moveDaysTo(t);
    if (then.year !== now.year) this.#reset('year');
    else if (then.month !== now.month) this.#reset('month');
    else if (then.day !== now.day) this.#reset('day');
  }

  add({ seconds, expectedKw, poa, isLightDoubted, configuredKwp, inverters }: Step): void {
    const { counters } = this;
    let energy = 0;
    let counted = 0;
    let dutyKwp = 0;
    let lostKwp = 0;
    for (const inverter of inverters) {
      const made = energyOf(inverter.pac, seconds);
      energy += made * inverter.counted;
      counted += (inverter.gainedKwh ?? made) * inverter.counted;
      dutyKwp += inverter.dutyKwp;
      if (!inverter.isFeeding && !inverter.isStarting) lostKwp += inverter.dutyKwp;
    }
    counters.month += counted;
    counters.year += counted;
    counters.energyDay += energy;
    if (expectedKw !== null && !isLightDoubted) {
      counters.comparedDay += energy;
      counters.expectedDay += (expectedKw * seconds) / 3600;
    }
    if (poa !== null && !isLightDoubted) {
      counters.matchedDay += energy;
      this.#addLight((countedLight(poa) * seconds) / 3_600_000, configuredKwp);
    }
    if (dutyKwp <= 0) return;
    const yieldPerKwp = (energy * 3600) / seconds / dutyKwp;
    if (!isUseful(poa, yieldPerKwp, this.limits)) return;
    counters.usefulDay += seconds * dutyKwp;
    counters.lostDay += seconds * lostKwp;
  }

  #addLight(irradiation: number, configuredKwp: number): void {
    const { counters } = this;
    const peakKwp = peakOf(this.limits, configuredKwp);
    // What a version without this counter has kept of the day.
    if (counters.referenceDay === 0) counters.referenceDay = counters.irradiationDay * peakKwp;
    counters.irradiationDay += irradiation;
    counters.referenceDay += irradiation * peakKwp;
  }

  #reset(turn: Turn): void {
    const { counters } = this;
    counters.expectedDay = counters.irradiationDay = counters.referenceDay = 0;
    counters.energyDay = counters.matchedDay = counters.comparedDay = 0;
    counters.usefulDay = counters.lostDay = 0;
    if (turn !== 'day') counters.month = 0;
    if (turn === 'year') counters.year = 0;
  }
}

/** Energy in kWh of a power (kW) during `seconds`; consumption at night (negative power) counts as 0. */
export function energyOf(pac: number, seconds: number): number {
  return (Math.max(0, pac) * seconds) / 3600;
}
