import type { PlantPlan } from '../plan';
import type { TimedFault } from './faults';
import { longestFaultDays, naturalFaults } from './natural-faults';

const dayS = 86_400;
const keptDays = 40;

/** All faults of a plant, natural and injected, by time. */
export class FaultTimeline {
  readonly #plan: PlantPlan;
  readonly #seed: number;
  readonly #hasNatural: boolean;
  readonly #natural = new Map<number, readonly TimedFault[]>();
  #injected: TimedFault[] = [];
  #day = Number.NaN;
  #ofDay: readonly TimedFault[] = [];
  #active: readonly TimedFault[] = [];
  #activeFrom = Number.POSITIVE_INFINITY;
  #activeTo = Number.NEGATIVE_INFINITY;

  /** When `hasNatural` is false, only injected faults occur. */
  constructor(plan: PlantPlan, seed: number, hasNatural: boolean) {
    this.#plan = plan;
    this.#seed = seed;
    this.#hasNatural = hasNatural;
  }

  /** Faults present at `t`. The result is the same array until a fault begins or ends. `t` may go back. */
  activeAt(t: number): readonly TimedFault[] {
    if (t >= this.#activeFrom && t < this.#activeTo) return this.#active;
    const all = this.#candidates(t);
    const borders = [this.#day * dayS, (this.#day + 1) * dayS, ...all.flatMap(({ from, to }) => [from, to])];
    this.#activeFrom = Math.max(...borders.filter(border => border <= t));
    this.#activeTo = Math.min(...borders.filter(border => border > t));
    this.#active = all.filter(({ from, to }) => from <= t && t < to);
    return this.#active;
  }

  /** Faults present at any time between `from` and `to`, so that a grid event of a tenth of a second is not missed. */
  during(from: number, to: number): readonly TimedFault[] {
    const isOneDay = Math.floor(from / dayS) === Math.floor(to / dayS);
    const all = isOneDay
      ? this.#candidates(to)
      : new Set([...this.#candidates(from), ...this.#candidates(to)]);
    return [...all].filter(fault => fault.from < to && fault.to > from);
  }

  inject(fault: TimedFault): void {
    this.#injected.push(fault);
    this.#forget();
  }

  /** Ends every injected fault at `t`. */
  clear(t: number): void {
    this.#injected = this.#injected.flatMap(fault =>
      fault.from < t ? [{ ...fault, to: Math.min(fault.to, t) }] : [],
    );
    this.#forget();
  }

  #forget(): void {
    this.#day = Number.NaN;
    this.#activeFrom = Number.POSITIVE_INFINITY;
  }

  #candidates(t: number): readonly TimedFault[] {
    const day = Math.floor(t / dayS);
    if (day === this.#day) return this.#ofDay;
    this.#day = day;
    const all = [...this.#injected];
    for (let back = 0; this.#hasNatural && back <= longestFaultDays; back++)
      all.push(...this.#naturalOf(day - back));
    this.#ofDay = all.filter(({ from, to }) => to > day * dayS && from < (day + 1) * dayS);
    return this.#ofDay;
  }

  #naturalOf(day: number): readonly TimedFault[] {
    let faults = this.#natural.get(day);
    if (!faults) {
      if (this.#natural.size > keptDays) this.#natural.clear();
      faults = naturalFaults(this.#plan, this.#seed, day);
      this.#natural.set(day, faults);
    }
    return faults;
  }
}
