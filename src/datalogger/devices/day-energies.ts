import type { Configuration } from '../../contract/config/kinds';
import type { Answer } from '../source';
import { startOfLocalDay } from '../time/zone';
import { dayCounter, type LifetimeCounter } from './meters';
import { ofWhole } from './rows';
import { type DayStand, inverterDays, meterDays, type Stand } from './stands';

/** The reading of a lifetime counter at the start of the day, or its first reading of the day. */
interface DayStart {
  readonly dayStart: number;
  readonly total: number;
}

/** Energy of the day in kWh for devices that have only a lifetime counter: since midnight, or since their first reading. */
class DayEnergy {
  readonly #starts = new Map<number, DayStart>();
  /** The newest reading of each counter. */
  readonly #newest = new Map<number, number>();

  /** The days are those of another zone from `t` on; the one that runs goes on until the next midnight. */
  moveTo(zone: string, t: number): void {
    const today = Math.max(...[...this.#starts.values()].map(({ dayStart }) => dayStart));
    const begins = startOfLocalDay(zone, t);
    for (const [record, { dayStart, total }] of this.#starts) {
      if (dayStart === today) this.#starts.set(record, { dayStart: begins, total });
    }
  }

  /** Counts on after a restart from what was read before it, on the day that began at `dayStart`. */
  resume(days: readonly DayStand[], dayStart: number): void {
    for (const { counter, total, today } of days) {
      this.#starts.set(counter, { dayStart, total: total - today });
      this.#newest.set(counter, total);
    }
  }

  /** The reading of each counter at the start of the day, which is `dayStart` in epoch seconds. */
  startsOf(dayStart: number): ReadonlyMap<number, number> {
    const today = [...this.#starts].filter(([, start]) => start.dayStart === dayStart);
    return new Map(today.map(([counter, { total }]) => [counter, total]));
  }

  /**
   * The answer with `eday`, from the device or counted here by a lifetime counter, kWh, and the number of that; `t` in seconds, days of
   * `zone`.
   */
  withDay(answer: Answer, [counter, now]: LifetimeCounter, t: number, zone: string): Answer {
    const { values } = answer;
    const { eday = null } = values;
    if (eday !== null || now === null) return answer;
    const dayStart = startOfLocalDay(zone, t);
    const known = this.#starts.get(counter);
    // Energy counted before the first reading of a day belongs to the day before.
    const start =
      known?.dayStart === dayStart ? known : { dayStart, total: this.#newest.get(counter) ?? now };
    this.#starts.set(counter, start);
    this.#newest.set(counter, now);
    return { ...answer, values: { ...values, eday: Math.max(0, now - start.total) } };
  }
}

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
