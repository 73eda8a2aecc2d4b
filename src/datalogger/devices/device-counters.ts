import type { Configuration } from '../../contract/config/kinds';
import type { Answer, Source } from '../source';
import { startOfLocalDay } from '../time/zone';
import { dayCounter, type LifetimeCounter } from './meters';
import { ofWhole } from './rows';
import { type DayStand, inverterDays, isCounted, meterDays, type Stand } from './stands';

/** A counter of 32 bits begins anew after this many steps. */
const steps = 2 ** 32;
/** Powers of ten of kWh that one step of a counter may be: from a milliwatt-hour to a megawatt-hour. */
const stepExponents = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3];
/** Near its end a counter has counted more than this share of its range; that began anew, less than the rest. */
const nearEnd = 0.9;
/** A lifetime counter may rise this much faster than the rated power makes it, and by this part of an hour more, as it counts in steps. */
const fastest = 1.5;
const stepHours = 0.1;

/** The most that a lifetime counter can have counted in a time, kWh, at a rated power in kW. */
export const mostCounted = (ratedKw: number, seconds: number): number =>
  ratedKw * ((fastest * seconds) / 3600 + stepHours);

const rangeAt = (kwh: number) =>
  stepExponents
    .map(exponent => steps * 10 ** exponent)
    .find(range => kwh <= range && kwh > nearEnd * range) ?? null;

/**
 * The range of a lifetime counter that began anew between two readings, kWh; 0 where it did not, as it then fell for another reason.
 * `most` is what it can have counted between them, kWh.
 */
export function wrappedRange(before: number, now: number, most: number): number {
  const range = now < before ? rangeAt(before) : null;
  if (range === null || now >= (1 - nearEnd) * range) return 0;
  return now + range - before <= most ? range : 0;
}

/** What a counter said last, when, and what it had counted before it began anew: kWh, epoch seconds. */
interface Heard {
  readonly raw: number;
  readonly sampled: number;
  readonly turned: number;
}

const counters = { inverter: ['etot'], contatori: ['e_imm', 'e_prel', 'er1', 'er2', 'er3', 'er4'] } as const;
type CountedGroup = keyof typeof counters;

/** Lifetime counters of devices that go on where their 32 bits end. A counter that falls for another reason was replaced. */
export class WrappedCounters {
  readonly #heard = new Map<string, Heard>();

  /** What is to be kept over a restart: of the counters that began anew, and of those near their end. kWh. */
  stands(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#heard].flatMap(([name, { raw, turned }]): (readonly [string, number])[] =>
        turned > 0 || rangeAt(raw) !== null
          ? [
              [`raw.${name}`, raw],
              [`turned.${name}`, turned],
            ]
          : [],
      ),
    );
  }

  resume(stands: readonly Stand[]): void {
    const kept = new Map(
      stands.filter(({ counter }) => isCounted(counter)).map(each => [each.counter, each]),
    );
    for (const [counter, { t, value }] of kept) {
      const [, name] = /^counted:raw\.(.+)$/.exec(counter) ?? [];
      const turned = kept.get(`counted:turned.${name}`);
      if (name && turned?.t === t)
        this.#heard.set(name, { raw: value / 1000, sampled: t, turned: turned.value / 1000 });
    }
  }

  /** The answers of a source in a group, with counters that go on. A source that counts the plant itself keeps its own. */
  answers(
    { inverters, contatori }: Pick<Configuration, 'inverters' | 'contatori'>,
    group: CountedGroup,
    source: Pick<Source, 'answers' | 'counters'>,
  ): readonly Answer[] {
    const answers = source.answers(group);
    if (source.counters() !== null) return answers;
    const rated = new Map(inverters.map(({ id, pn }) => [id, pn]));
    // A meter counts what all inverters give, or what the plant takes, which is less.
    const plantKw = inverters.reduce((sum, { pn }) => sum + pn, 0);
    const known = new Set(contatori.map(({ id }) => id));
    const ratedOf = (record: number) =>
      group === 'inverter' ? (rated.get(record) ?? 0) : known.has(record) ? plantKw : 0;
    return answers.map(answer => {
      const turns = counters[group].flatMap(point => {
        const raw = answer.values[point] ?? null;
        const turned = raw && this.#turned(`${group}.${answer.record}.${point}`, raw, answer, ratedOf);
        return raw && turned ? [[point, raw + turned] as const] : [];
      });
      return turns.length > 0
        ? { ...answer, values: { ...answer.values, ...Object.fromEntries(turns) } }
        : answer;
    });
  }

  /** What a counter had counted before it began anew, kWh, at a reading that is not 0: that says that nothing is counted. */
  #turned(
    name: string,
    raw: number,
    { record, sampled }: Answer,
    ratedOf: (record: number) => number,
  ): number {
    const before = this.#heard.get(name);
    if (before?.raw === raw) return before.turned;
    const most = before ? mostCounted(ratedOf(record), sampled - before.sampled) : 0;
    const turned = before ? before.turned + wrappedRange(before.raw, raw, most) : 0;
    const isReplaced = before && turned === before.turned && raw < before.raw / 2;
    const heard = { raw, sampled, turned: isReplaced ? 0 : turned };
    this.#heard.set(name, heard);
    return heard.turned;
  }
}

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
