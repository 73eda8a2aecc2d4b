import { setImmediate } from 'node:timers/promises';
import { startOfLocalDay } from '../../../contract/zone';
import { limitsOf, usualLimits } from '../../plant/processing/limits';
import type { Snapshot } from '../../plant/snapshot';
import type { AlarmStore } from '../../storage/alarms/alarms';
import type { Logbook } from '../../storage/config/logbook';
import type { PlantConfig, PlantFields } from '../../storage/config/plant-config';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd, nextDay } from '../../storage/measures/rollup';
import { rounded } from '../key-figures/indices';
import { archivedLosses, lossesByBand } from './archived-losses';
import { explainsFieldLosses, fieldByAlarm, fieldCodes, shareOfDay } from './field-by-alarm';
import { fieldDays, meanPrice } from './field-losses';
import { statedIn } from './log-entries';
import { stopKey } from './losses';
import { type Prices, pricesOf } from './money';
import { explainsLosses, explanationsOf } from './stops';

/** What the losses of a day are read from. */
export interface LossReaders {
  readonly archive: Measures;
  readonly alarms: Pick<AlarmStore, 'times' | 'ownTimes'>;
  readonly logbook: Pick<Logbook, 'causes'>;
}

/** What they are computed with: plain data. */
export interface LossGiven {
  readonly zone: string;
  readonly plant: PlantFields | null;
  readonly snapshot: Snapshot;
  /** Up to when, epoch seconds. */
  readonly t: number;
}

export interface LossDays extends LossGiven {
  /** Begins of local days. */
  readonly days: readonly number[];
}

/** What the alarms of each day cost: id of the alarm, Wh, €. */
export type LossesOfDays = readonly (readonly (readonly [number, Cost])[])[];

interface Cost {
  readonly wh: number;
  readonly euros: number | null;
}

interface Source extends LossReaders {
  readonly zone: () => string;
  readonly alarms: Pick<AlarmStore, 'times' | 'ownTimes' | 'revision'>;
  readonly snapshot: () => Snapshot;
  readonly plantConfig: Pick<PlantConfig, 'read'>;
  readonly logbook: Logbook;
  /** Computes days beside the samples; `make` is called when their turn has come. */
  readonly compute: (make: () => LossDays) => Promise<LossesOfDays>;
}

/** What an alarm cost: energy, and what that would have earned; null where no price is set. */
export interface LostByAlarm {
  readonly kwh: number;
  readonly euros: number | null;
}

/** An alarm, as far as its loss depends on it. */
export interface LosingAlarm {
  readonly id: number;
  readonly code: string;
  readonly begin: number;
  readonly end: number | null;
  /** Id of the alarm that hides it: that one has the loss of a standstill. */
  readonly cause: number | null;
}

interface DayOfLosses {
  readonly version: string;
  readonly byAlarm: ReadonlyMap<number, Cost>;
}

interface Day {
  readonly from: number;
  readonly to: number;
}

const mostDays = 1000;
/** Days that are computed on end, and how many are computed here: those that go on change with every minute. */
const daysAtOnce = 31;
const daysHere = 2;
const dayS = 86_400;

/**
 * What each alarm cost, by the table of losses. Days that are over are remembered, because a list of alarms is asked for again and
 * again.
 */
export class LostByAlarms {
  readonly #source: Source;
  readonly #days = new Map<number, DayOfLosses>();
  /** Settles when the days that are being computed are known. */
  #pending: Promise<void> = Promise.resolve();

  constructor(source: Source) {
    this.#source = source;
  }

  /** What an alarm cost up to `t` (epoch seconds): null for one that explains no loss. Days that `ready` has not computed are, now. */
  of(alarm: LosingAlarm, t: number): LostByAlarm | null {
    if (!canLose(alarm)) return null;
    let [wh, euros]: [number, number | null] = [0, pricesIn(this.#given(t)) && 0];
    for (const from of this.#daysOf(alarm, t)) {
      const own = this.#dayFrom(from, t).byAlarm.get(alarm.id);
      wh += own?.wh ?? 0;
      if (euros !== null) euros += own?.euros ?? 0;
    }
    return { kwh: wh / 1000, euros: rounded(euros, 5) };
  }

  /** Computes beside the samples what `of` needs for these alarms. Others that need the same meanwhile wait for the same. */
  async ready(alarms: readonly LosingAlarm[], t: number): Promise<void> {
    const wanted = new Set(alarms.filter(canLose).flatMap(alarm => this.#daysOf(alarm, t)));
    const days = [...wanted].filter(from => !this.#isKnown(from, t));
    for (let at = 0; at < days.length; at += daysAtOnce) {
      const some = days.slice(at, at + daysAtOnce);
      const turn = this.#pending.then(() => this.#compute(some, t));
      // What fails here is computed when it is asked for.
      this.#pending = turn.catch(() => undefined);
      await this.#pending;
    }
  }

  async #compute(days: readonly number[], t: number): Promise<void> {
    const missing = days.filter(from => !this.#isKnown(from, t));
    if (missing.length <= daysHere) {
      for (const from of missing) {
        this.#dayFrom(from, t);
        await setImmediate();
      }
      return;
    }
    let versions: readonly string[] = [];
    const losses = await this.#source.compute(() => {
      versions = missing.map(from => versionOf(this.#source, from, t));
      return { ...this.#given(t), days: missing };
    });
    for (const [at, from] of missing.entries())
      this.#keep(from, { version: versions[at] ?? '', byAlarm: new Map(losses[at]) });
  }

  #isKnown(from: number, t: number): boolean {
    return this.#days.get(from)?.version === versionOf(this.#source, from, t);
  }

  #dayFrom(from: number, t: number): DayOfLosses {
    const version = versionOf(this.#source, from, t);
    const known = this.#days.get(from);
    if (known?.version === version) return known;
    return this.#keep(from, { version, byAlarm: byAlarmOf(this.#source, this.#given(t), from) });
  }

  #keep(from: number, day: DayOfLosses): DayOfLosses {
    this.#days.delete(from);
    this.#days.set(from, day);
    const [oldest] = this.#days.keys();
    if (this.#days.size > mostDays && oldest !== undefined) this.#days.delete(oldest);
    return day;
  }

  /** The days of an alarm: a loss begins before it by its delay, and lasts until what the alarm hides is over as well. */
  #daysOf({ begin, end }: LosingAlarm, t: number): number[] {
    const zone = this.#source.zone();
    const last = Math.min(t, (end ?? t) + dayS);
    const days: number[] = [];
    for (let from = startOfLocalDay(zone, begin - dayS); from <= last; from = nextDay(zone, from))
      days.push(from);
    return days;
  }

  #given(t: number): LossGiven {
    const { zone, plantConfig, snapshot } = this.#source;
    return { zone: zone(), plant: plantConfig.read()?.fields ?? null, snapshot: snapshot(), t };
  }
}

/** What the alarms of some days cost. */
export const lossesOfDays = (readers: LossReaders, { days, ...given }: LossDays): LossesOfDays =>
  days.map(from => [...byAlarmOf(readers, given, from)]);

const canLose = ({ code, cause }: LosingAlarm) =>
  explainsFieldLosses(code) || (cause === null && explainsLosses(code));

const pricesIn = ({ plant, zone }: LossGiven) => pricesOf(plant, zone);

/** Changes only where the losses of the day may have changed: while it is running, with the archive and with every alarm. */
function versionOf({ archive, zone, alarms, plantConfig, logbook }: Source, from: number, t: number): string {
  const plant = plantConfig.read()?.version ?? 0;
  const running = t < nextDay(zone(), from) + dayS ? [archiveEnd(archive), alarms.revision] : [];
  return [zone(), archive.note('generation'), plant, logbook.revision(), ...running].join();
}

/** Of strings and inverters that give less than others, of a day: alarm, Wh, € of a kWh. */
function fieldParts(
  { archive: store, alarms }: LossReaders,
  { plant, zone, snapshot, t }: LossGiven,
  prices: Prices | null,
  day: Day,
): [number, number, number | null][] {
  const times = alarms.ownTimes(fieldCodes, { ...day, until: Math.min(day.to, t) });
  if (times.length === 0) return [];
  const field = { store, zone, snapshot, limits: plant ? limitsOf(plant) : usualLimits };
  return fieldDays(field, day.from, day.to).flatMap(each => {
    const price = prices && meanPrice(store, prices, each.from, each.to);
    const lost = fieldByAlarm(each, times, {
      snapshot,
      share: shareOfDay(field, each, Math.min(each.to, t)),
    });
    return [...lost].map(([id, wh]): [number, number, number | null] => [id, wh, price]);
  });
}

function byAlarmOf(readers: LossReaders, given: LossGiven, from: number): ReadonlyMap<number, Cost> {
  const { archive, alarms, logbook } = readers;
  const { zone, t } = given;
  const prices = pricesIn(given);
  const day = { from, to: nextDay(zone, from) };
  const explanations = explanationsOf(alarms, { ...day, until: Math.min(day.to, t) }, statedIn(logbook));
  const ids = new Map([...explanations.stops, ...explanations.limits].map(stop => [stopKey(stop), stop.id]));
  const sums = new Map<number, { wh: number; euros: number | null }>();
  const add = (key: string, wh: number, euros: number | null) => {
    const id = ids.get(key) ?? 0;
    const sum = sums.get(id) ?? { wh: 0, euros: euros && 0 };
    sums.set(id, { wh: sum.wh + wh, euros: euros === null ? null : (sum.euros ?? 0) + euros });
  };
  for (const [id, wh, price] of fieldParts(readers, given, prices, day)) {
    ids.set(String(id), id);
    add(String(id), wh, price && (wh / 1000) * price);
  }
  if (!prices) {
    const { byStop } = archivedLosses(archive, zone, day, explanations);
    for (const [key, { wh }] of byStop) add(key, wh, null);
    return sums;
  }
  for (const [band, { byStop }] of lossesByBand(archive, zone, day, explanations, prices.bandAt))
    for (const [key, { wh }] of byStop) add(key, wh, (wh / 1000) * prices.of(band));
  return sums;
}
