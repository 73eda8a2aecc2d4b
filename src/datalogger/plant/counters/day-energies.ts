import type { Configuration } from '../../../contract/config/kinds';
import { startOfLocalDay } from '../../../contract/zone';
import { dayCounter, type LifetimeCounter } from '../processing/meters';
import { ofWhole } from '../processing/rows';
import { type DayStand, dayStarts, inverterDays, type KeptStand, type Stand } from '../processing/stands';
import type { Answer, Values } from '../source';
import { longestStepS } from './allowance';
import { averageSun } from './average-sun';

/** The total of a lifetime counter when a local day began. */
interface DayStart {
  readonly dayStart: number;
  readonly total: number;
  /** Whether it was read over that midnight; else it is that of the first reading, and the device knows better. */
  readonly isKnown: boolean;
  /** How many readings of the device's own energy of the day say the same of it. */
  readonly agreed: number;
}

/** A total, and when it was read, seconds. */
interface Newest {
  readonly total: number;
  readonly at: number;
}

/** A device's own energy of the day is believed as long as it differs from that of its lifetime counter by no more than this. */
const likeness = { kwh: 2, share: 0.02, ofRatedS: 120 } as const;

/** Energy of the day in kWh: since midnight, or since the first reading. */
class DayEnergy {
  readonly #starts = new Map<number, DayStart>();
  readonly #newest = new Map<number, Newest>();

  /** The days are those of another zone from `t` on; the one that runs goes on until the next midnight. */
  moveTo(zone: string, t: number): void {
    const today = Math.max(...[...this.#starts.values()].map(({ dayStart }) => dayStart));
    const begins = startOfLocalDay(zone, t);
    for (const [record, start] of this.#starts) {
      if (start.dayStart === today) this.#starts.set(record, { ...start, dayStart: begins });
    }
  }

  /** Counts on after a restart from where the counters stood when the day began, at `dayStart`. */
  resume(days: readonly DayStand[], dayStart: number): void {
    for (const { counter, total, today } of days)
      this.#starts.set(counter, { dayStart, total: total - today, isKnown: true, agreed: 0 });
  }

  /** The total of each counter at the start of the day, which is `dayStart` in epoch seconds. */
  startsOf(dayStart: number): ReadonlyMap<number, number> {
    const today = [...this.#starts].filter(([, start]) => start.dayStart === dayStart);
    return new Map(today.map(([counter, { total }]) => [counter, total]));
  }

  /**
   * The answer with `eday`, kWh: of the device where that fits its lifetime counter, else counted here by that; `t` in seconds, days of
   * `zone`. `ratedKw`: with which the counter counts at most.
   */
  withDay(answer: Answer, [counter, total]: LifetimeCounter, { t, zone, ratedKw, isShown }: DayOf): Answer {
    const own = answer.values.eday ?? null;
    if (total === null) return answer;
    if (!isShown) return { ...answer, values: { ...answer.values, eday: null } };
    const start = this.#startOf(counter, answer, total, startOfLocalDay(zone, t), zone);
    const tolerance =
      likeness.kwh + likeness.share * (total - start.total) + (ratedKw * likeness.ofRatedS) / 3600;
    const told = own !== null && !start.isKnown ? asTold(start, total - own, tolerance) : start;
    this.#starts.set(counter, told);
    this.#newest.set(counter, { total, at: answer.sampled });
    const counted = Math.max(0, total - told.total);
    const isOwn = own !== null && Math.abs(own - counted) <= tolerance;
    return { ...answer, values: { ...answer.values, eday: isOwn ? own : counted } };
  }

  #startOf(counter: number, { sampled, shifted = 0 }: Answer, total: number, dayStart: number, zone: string) {
    const newest = this.#newest.get(counter);
    const known = this.#starts.get(counter);
    const before: DayStart =
      known?.dayStart === dayStart
        ? known
        : { dayStart, total: newest?.total ?? total - shifted, isKnown: newest !== undefined, agreed: 0 };
    if (!newest || shifted !== 0) return { ...before, total: before.total + shifted };
    // What was counted over a midnight without readings belongs to both days, by the sun that they had.
    const isOverMidnight = newest.at < dayStart && sampled >= dayStart && sampled - newest.at > longestStepS;
    if (!isOverMidnight) return before;
    const [earlier, today] = [averageSun(zone, newest.at, dayStart), averageSun(zone, dayStart, sampled)];
    const share = earlier + today > 0 ? today / (earlier + today) : 0;
    return { ...before, total: total - share * (total - newest.total) };
  }
}

/** Of this many readings that agree one is not wrong. */
const agreeing = 3;

/** The start of the first day, from what a device itself says of its energy of the day. */
function asTold(start: DayStart, total: number, tolerance: number): DayStart {
  const isSame = start.agreed > 0 && Math.abs(total - start.total) <= tolerance;
  const agreed = isSame ? start.agreed + 1 : 1;
  return { ...start, total: isSame ? start.total : total, agreed, isKnown: agreed >= agreeing };
}

interface DayOf {
  readonly t: number;
  readonly zone: string;
  readonly ratedKw: number;
  /** Whether the counter shows a value; it does not while only a gap explains it. */
  readonly isShown: boolean;
}

/** The energies of the day of all devices that have a lifetime counter. */
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
    this.#inverters.resume(dayStarts('inverter', stands, now, zone), dayStart);
    this.#meters.resume(dayStarts('meter', stands, now, zone), dayStart);
  }

  /** Where the counters stood when the local day of `now` began. */
  stands(now: number, zone: string): ReadonlyMap<string, KeptStand> {
    const dayStart = startOfLocalDay(zone, now);
    const named = (name: string, starts: ReadonlyMap<number, number>) =>
      [...starts].map(([counter, value]) => [`${name}.${counter}`, { value }] as const);
    return new Map([
      ...named('inverter', this.#inverters.startsOf(dayStart)),
      ...named('meter', this.#meters.startsOf(dayStart)),
    ]);
  }

  ofInverters(
    { inverters }: Pick<Configuration, 'inverters'>,
    answers: readonly Answer[],
    t: number,
    zone: string,
  ): ReadonlyMap<number, Answer> {
    const rated = new Map(inverters.map(({ id, pn }) => [id, pn]));
    return ofWhole(
      answers.map(answer =>
        this.#inverters.withDay(answer, [answer.record, totalOf(answer, 'etot')], {
          t,
          zone,
          ratedKw: rated.get(answer.record) ?? 0,
          isShown: (answer.values.etot ?? null) !== null,
        }),
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
        if (!meter) return answer;
        const [, shown] = dayCounter(answer.values, meter);
        return this.#meters.withDay(answer, dayCounter(totalsOf(answer), meter), {
          t,
          zone,
          ratedKw: Math.abs(answer.values.p ?? 0),
          isShown: shown !== null,
        });
      }),
    );
  }
}

/** The total of a counter without its breaks, where it is counted here. */
const totalOf = ({ totals, values }: Answer, point: string): number | null =>
  totals?.[point] ?? values[point] ?? null;

const totalsOf = (answer: Answer): Values => ({
  e_imm: totalOf(answer, 'e_imm'),
  e_prel: totalOf(answer, 'e_prel'),
});
