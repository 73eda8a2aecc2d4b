import { startOfLocalDay } from '../../../contract/zone';
import { limitsOf, usualLimits } from '../../plant/processing/limits';
import type { Snapshot } from '../../plant/snapshot';
import type { AlarmStore } from '../../storage/alarms/alarms';
import type { Logbook } from '../../storage/config/logbook';
import type { PlantConfig } from '../../storage/config/plant-config';
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

interface Archive {
  readonly archive: Measures;
  readonly zone: () => string;
  readonly alarms: Pick<AlarmStore, 'times' | 'ownTimes' | 'revision'>;
  readonly snapshot: () => Snapshot;
  readonly plantConfig: Pick<PlantConfig, 'read'>;
  readonly logbook: Logbook;
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
  readonly byAlarm: ReadonlyMap<number, { readonly wh: number; readonly euros: number | null }>;
}

interface Day {
  readonly from: number;
  readonly to: number;
}

const mostDays = 1000;
const dayS = 86_400;

/**
 * What each alarm cost up to a time (epoch seconds), by the table of losses: null for one that explains no loss. Days that are over are
 * remembered, because a list of alarms is asked for again and again.
 */
export function lostByAlarmOf(source: Archive): (alarm: LosingAlarm, t: number) => LostByAlarm | null {
  const days = new Map<number, DayOfLosses>();
  const dayFrom = (from: number, t: number): DayOfLosses => {
    const version = versionOf(source, from, t);
    const known = days.get(from);
    if (known?.version === version) return known;
    const day = { version, byAlarm: byAlarmOf(source, from, t) };
    days.delete(from);
    days.set(from, day);
    const [oldest] = days.keys();
    if (days.size > mostDays && oldest !== undefined) days.delete(oldest);
    return day;
  };
  return (alarm, t) => {
    const { id, code, begin, end, cause } = alarm;
    if (!explainsFieldLosses(code) && (cause !== null || !explainsLosses(code))) return null;
    const zone = source.zone();
    let [wh, euros]: [number, number | null] = [0, pricesIn(source) && 0];
    // A loss begins before its alarm by the delay of that, and lasts until what the alarm hides is over as well.
    const last = Math.min(t, (end ?? t) + dayS);
    for (let from = startOfLocalDay(zone, begin - dayS); from <= last; from = nextDay(zone, from)) {
      const own = dayFrom(from, t).byAlarm.get(id);
      wh += own?.wh ?? 0;
      if (euros !== null) euros += own?.euros ?? 0;
    }
    return { kwh: wh / 1000, euros: rounded(euros, 5) };
  };
}

const pricesIn = ({ plantConfig, zone }: Archive) => pricesOf(plantConfig.read()?.fields ?? null, zone());

/** Changes only where the losses of the day may have changed: while it is running, with the archive and with every alarm. */
function versionOf(
  { archive, zone, alarms, plantConfig, logbook }: Archive,
  from: number,
  t: number,
): string {
  const plant = plantConfig.read()?.version ?? 0;
  const running = t < nextDay(zone(), from) + dayS ? [archiveEnd(archive), alarms.revision] : [];
  return [zone(), archive.note('generation'), plant, logbook.revision(), ...running].join();
}

/** Of strings and inverters that give less than others, of a day: alarm, Wh, € of a kWh. */
function fieldParts(
  source: Archive,
  prices: Prices | null,
  day: Day,
  t: number,
): [number, number, number | null][] {
  const { archive: store, alarms, zone, plantConfig } = source;
  const plant = plantConfig.read()?.fields;
  const [snapshot, limits] = [source.snapshot(), plant ? limitsOf(plant) : usualLimits];
  const times = alarms.ownTimes(fieldCodes, { ...day, until: Math.min(day.to, t) });
  if (times.length === 0) return [];
  const field = { store, zone: zone(), snapshot, limits };
  return fieldDays(field, day.from, day.to).flatMap(each => {
    const price = prices && meanPrice(store, prices, each.from, each.to);
    const lost = fieldByAlarm(each, times, {
      snapshot,
      share: shareOfDay(field, each, Math.min(each.to, t)),
    });
    return [...lost].map(([id, wh]): [number, number, number | null] => [id, wh, price]);
  });
}

function byAlarmOf(source: Archive, from: number, t: number): DayOfLosses['byAlarm'] {
  const { archive, alarms, logbook } = source;
  const [zone, prices] = [source.zone(), pricesIn(source)];
  const day = { from, to: nextDay(zone, from) };
  const explanations = explanationsOf(alarms, { ...day, until: Math.min(day.to, t) }, statedIn(logbook));
  const ids = new Map([...explanations.stops, ...explanations.limits].map(stop => [stopKey(stop), stop.id]));
  const sums = new Map<number, { wh: number; euros: number | null }>();
  const add = (key: string, wh: number, euros: number | null) => {
    const id = ids.get(key) ?? 0;
    const sum = sums.get(id) ?? { wh: 0, euros: euros && 0 };
    sums.set(id, { wh: sum.wh + wh, euros: euros === null ? null : (sum.euros ?? 0) + euros });
  };
  for (const [id, wh, price] of fieldParts(source, prices, day, t)) {
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
