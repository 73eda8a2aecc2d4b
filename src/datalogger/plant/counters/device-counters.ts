import { inverterStates, quality } from '../../../contract/codes';
import type { RecordOf } from '../../../contract/config/kinds';
import { startOfLocalDay } from '../../../contract/zone';
import { recordsOf } from '../gate/judge';
import { type PlantRatings, ratingsOf } from '../gate/limits';
import type { KeptStand, Stand } from '../processing/stands';
import type { CounterStep, Refusal } from '../snapshot';
import type { Answer, PlantSetup, Values } from '../source';
import { rememberedS } from './bases';
import { Counter } from './counter';
import { roundedUp } from './plant-total';
import { type CountedGroup, countersOf, powerOfInverter, powerOfMeter } from './powers';
import type { CounterContext, NewBase, Verdict } from './readings';

/** A counter that goes on from another reading, and whose it is. */
export interface CounterChange extends NewBase {
  readonly group: CountedGroup;
  /** Id of the record. */
  readonly record: number;
  readonly point: string;
}

/** Time for which a change shows as recent and its alarm is present, s. */
const announcedS = 3600;
/** Above this share of its usual power a device that has a counter says what it counts. */
const tellingShare = 0.01;
/** What a start, a restart or a clock that was ahead leaves unknown is a gap of a day, s. */
const unknownGapS = 86_400;

/** What is kept is in whole thousandths, kWh. */
const rounded = (kwh: number) => Math.round(kwh * 1000) / 1000;
const keptKwh = (...parts: readonly number[]) => parts.reduce((sum, part) => sum + rounded(part), 0);

/** What is kept of the base before the present one. */
const ofFormer = ['raw', 'turned', 'carried', 'most'] as const;

/** The lifetime counters of all devices of a plant. */
export class DeviceCounters {
  readonly #counters = new Map<string, Counter>();
  /** kWh that each counter has counted since it was last taken. */
  readonly #gained = new Map<string, number>();
  /** The newest change of each device, by group and record. */
  readonly #changes = new Map<string, CounterStep>();
  readonly #onChange: (change: CounterChange) => void;
  #setup: PlantSetup | null = null;
  #ratings: PlantRatings = { ratedKw: 0, gridVolt: 0 };

  constructor(onChange: (change: CounterChange) => void) {
    this.#onChange = onChange;
  }

  /** Takes over a configuration, and forgets the counters of devices that are not in it. */
  configure(setup: PlantSetup): void {
    this.#setup = setup;
    this.#ratings = ratingsOf(setup);
    for (const group of ['inverter', 'contatori'] as const) {
      const ids = new Set(recordsOf(setup.configuration, group).map(({ id }) => id));
      for (const name of this.#counters.keys()) {
        const [own, record] = name.split('.');
        if (own === group && !ids.has(Number(record))) this.#counters.delete(name);
      }
    }
  }

  /** What is to be kept over a restart. `now`: seconds of the plant's clock. */
  stands(now: number): ReadonlyMap<string, KeptStand> {
    const stands = new Map<string, KeptStand>();
    for (const [name, counter] of this.#counters) {
      const kept = counter.keep();
      if (!kept) continue;
      const ageS = Math.max(0, now - kept.at);
      const { raw, former, turned, carried, missedAt } = kept;
      // What is kept is rounded: the total is not below what was published.
      const ahead = roundedUp(raw + turned + carried + kept.ahead) - keptKwh(raw, turned, carried);
      const keep = (what: string, value: number, age = ageS) => {
        if (value !== 0) stands.set(`${what}.${name}`, { value, ageS: age });
      };
      stands.set(`raw.${name}`, { value: raw, ageS });
      for (const [what, value] of Object.entries({ turned, carried, ahead })) keep(what, value);
      if (missedAt !== null) keep('missed', 1, Math.max(0, now - missedAt));
      if (!former) continue;
      const formerS = Math.max(0, now - former.at);
      for (const what of ofFormer) keep(`former-${what}`, former[what], formerS);
    }
    return stands;
  }

  /** Counts on from what was kept when the archive ended; what an older version kept are the totals of the inverters. */
  resume(stands: readonly Stand[], now: number): void {
    const kept = new Map(stands.map(stand => [stand.counter, stand]));
    for (const { counter, t, value } of stands) {
      const [, own] = /^counted:raw\.(.+)$/.exec(counter) ?? [];
      const [, inverter] = /^inverter\.(\d+)$/.exec(counter) ?? [];
      const name = own ?? (inverter && `inverter.${inverter}.etot`);
      if (!name || (own === undefined && kept.has(`counted:raw.${name}`))) continue;
      const beside = (what: string) => {
        const stand = kept.get(`counted:${what}.${name}`);
        return stand?.t === t ? stand.value / 1000 : 0;
      };
      const former = kept.get(`counted:former-raw.${name}`);
      const ofBefore = (what: (typeof ofFormer)[number]) => {
        const stand = kept.get(`counted:former-${what}.${name}`);
        return stand?.t === former?.t ? (stand?.value ?? 0) / 1000 : 0;
      };
      const [formerRaw, formerTurned, formerCarried, most] = [
        ofBefore('raw'),
        ofBefore('turned'),
        ofBefore('carried'),
        ofBefore('most'),
      ];
      const before = { raw: formerRaw, turned: formerTurned, carried: formerCarried, most };
      this.#counterOf(name).resume({
        former: former && now - former.t < rememberedS ? { ...before, at: former.t } : null,
        raw: value / 1000,
        turned: beside('turned'),
        carried: beside('carried'),
        ahead: beside('ahead'),
        missedAt: kept.get(`counted:missed.${name}`)?.t ?? null,
        at: t > now ? now - unknownGapS : t,
      });
    }
  }

  /** The answers of a group, with counters that are believed, and their totals without breaks. */
  answers(group: CountedGroup, answers: readonly Answer[]): readonly Answer[] {
    const records = this.#recordsOf(group);
    const known = answers.map(answer => {
      const record = records.get(answer.record);
      return record && answer.part === 0 ? this.#counted(group, answer, record) : answer;
    });
    const heard = new Set(answers.map(({ record }) => record));
    return [
      ...known,
      ...[...records.keys()].flatMap(id => (heard.has(id) ? [] : this.#remembered(group, id))),
    ];
  }

  /** kWh that a counter has counted since this was last asked; null while it has never been read. */
  take(group: CountedGroup, record: number, point: string): number | null {
    const name = `${group}.${record}.${point}`;
    const gained = this.#gained.get(name) ?? 0;
    this.#gained.set(name, 0);
    return this.#counters.get(name)?.last ? gained : null;
  }

  #recordsOf(group: CountedGroup): ReadonlyMap<number, RecordOf<'inverters' | 'contatori'>> {
    const records = this.#setup ? recordsOf(this.#setup.configuration, group) : [];
    // The kinds of both groups are those of their records.
    return new Map(records.map(record => [record.id, record as RecordOf<'inverters' | 'contatori'>]));
  }

  #counterOf(name: string): Counter {
    let counter = this.#counters.get(name);
    if (!counter) {
      counter = new Counter();
      this.#counters.set(name, counter);
    }
    return counter;
  }

  #counted(group: CountedGroup, answer: Answer, record: RecordOf<'inverters' | 'contatori'>): Answer {
    const values: Record<string, number | null> = { ...answer.values };
    const totals: Record<string, number | null> = {};
    const refused: Record<string, Refusal> = {};
    let shifted = 0;
    for (const point of countersOf[group]) {
      const name = `${group}.${answer.record}.${point}`;
      const raw = answer.values[point] ?? null;
      if (raw === null && !this.#counters.has(name)) continue;
      const context = this.#contextOf(answer, record, point);
      const verdict = this.#counterOf(name).read(raw, context);
      this.#note(group, answer.record, point, verdict);
      [values[point], totals[point]] = [verdict.shown, verdict.total];
      shifted += point === 'etot' ? verdict.shifted : 0;
      // What the limits refused keeps their reason; a counter says nothing without power, as by night.
      const isIdle = (context.powerKw ?? 0) <= tellingShare * context.usualKw;
      const isMissed = this.#isToday(this.#counterOf(name).missedAt, answer.sampled);
      const reason =
        answer.refused?.[point]?.reason ??
        (raw === null && isIdle ? null : (verdict.reason ?? (isMissed ? 'contatore' : null)));
      const last = Number.isNaN(verdict.asOf) ? null : verdict.shown;
      if (reason) refused[point] = { reason, last, lastAt: last === null ? null : verdict.asOf };
    }
    const isDoubted = Object.keys(refused).length > 0;
    return {
      ...answer,
      values,
      totals,
      shifted,
      ...this.#changeOf(group, answer),
      ...(isDoubted && {
        refused: { ...answer.refused, ...refused },
        quality: Math.min(answer.quality ?? quality.good, quality.uncertain),
      }),
    };
  }

  /** Whether it was on the local day of `now`. Seconds. */
  #isToday(at: number, now: number): boolean {
    if (Number.isNaN(at)) return false;
    return at >= startOfLocalDay(this.#setup?.zone ?? 'UTC', now);
  }

  #note(group: CountedGroup, record: number, point: string, { gained, newBase }: Verdict): void {
    const name = `${group}.${record}.${point}`;
    if (gained > 0) this.#gained.set(name, (this.#gained.get(name) ?? 0) + gained);
    if (!newBase) return;
    this.#changes.set(`${group}.${record}`, { ...newBase, point });
    this.#onChange({ ...newBase, group, record, point });
  }

  #changeOf(group: CountedGroup, { record, sampled }: Answer): Pick<Answer, 'change'> {
    const change = this.#changes.get(`${group}.${record}`);
    return change && sampled - change.at < announcedS ? { change } : {};
  }

  #contextOf(
    { sampled, validS, values, readAt }: Answer,
    record: RecordOf<'inverters' | 'contatori'>,
    point: string,
  ): CounterContext {
    const power =
      'pn' in record ? powerOfInverter(record, values) : powerOfMeter(record, point, values, this.#ratings);
    // Meters divide reactive energy among four counters in ways of their own.
    return { at: sampled, readAt: readAt?.[point], validS, ...power, isCompared: !point.startsWith('er') };
  }

  /** What a device that has not answered since the start said before; nothing where that is not known either. */
  #remembered(group: CountedGroup, record: number): Answer[] {
    const values: Record<string, number | null> = {};
    let sampled = Number.NEGATIVE_INFINITY;
    for (const point of countersOf[group]) {
      const last = this.#counters.get(`${group}.${record}.${point}`)?.last;
      if (!last || Number.isNaN(last.asOf)) continue;
      values[point] = last.shown;
      sampled = Math.max(sampled, last.asOf);
    }
    if (!Number.isFinite(sampled)) return [];
    return [
      {
        record,
        part: 0,
        isResponding: false,
        isRemembered: true,
        sampled,
        validS: 0,
        values,
        state: inverterStates.commLost,
        totals: this.#totalsOf(group, record),
      },
    ];
  }

  #totalsOf(group: CountedGroup, record: number): Values {
    return Object.fromEntries(
      countersOf[group].flatMap(point => {
        const last = this.#counters.get(`${group}.${record}.${point}`)?.last;
        return last ? [[point, last.total]] : [];
      }),
    );
  }
}
