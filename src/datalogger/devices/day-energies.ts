import type { Configuration } from '../../contract/config/kinds';
import type { Answer } from '../source';
import { startOfLocalDay } from '../time/zone';
import { DayEnergy } from './day-energy';
import { dayCounter } from './meters';
import { ofWhole } from './rows';
import { inverterDays, meterDays, type Stand } from './stands';

/** The energies of the day of all devices that count only for a lifetime. */
export class DayEnergies {
  readonly #inverters = new DayEnergy();
  readonly #meters = new DayEnergy();

  /** The days are those of another zone from `t` on. */
  moveTo(zone: string, t: number): void {
    for (const each of [this.#inverters, this.#meters]) each.moveTo(zone, t);
  }

  /** Counts on after a restart at `now`. */
  resume(stands: readonly Stand[], now: number, zone: string): void {
    const dayStart = startOfLocalDay(zone, now);
    this.#inverters.resume(inverterDays(stands, now, zone), dayStart);
    this.#meters.resume(meterDays(stands, now, zone), dayStart);
  }

  /** Where the counters of the meters stood when the local day of `now` began. */
  meterStarts(now: number, zone: string): ReadonlyMap<number, number> {
    return this.#meters.startsOf(startOfLocalDay(zone, now));
  }

  ofInverters(answers: readonly Answer[], t: number, zone: string): ReadonlyMap<number, Answer> {
    return ofWhole(
      answers.map(answer =>
        this.#inverters.withDay(answer, [answer.record, answer.values.etot ?? null], t, zone),
      ),
    );
  }

  /** In the direction of each meter's role. */
  ofMeters(
    { contatori }: Pick<Configuration, 'contatori'>,
    answers: readonly Answer[],
    t: number,
    zone: string,
  ): ReadonlyMap<number, Answer> {
    const meters = new Map(contatori.map(meter => [meter.id, meter]));
    return ofWhole(
      answers.map(answer => {
        const meter = meters.get(answer.record);
        return meter ? this.#meters.withDay(answer, dayCounter(answer.values, meter), t, zone) : answer;
      }),
    );
  }
}
