import { startOfLocalDay } from '../../../contract/zone';
import type { Logbook } from '../../storage/config/logbook';
import type { Frame } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd, dayFrames, nextDay } from '../../storage/measures/rollup';
import {
  type LearnedDay,
  learnedOf,
  type Point,
  type SoilingDay,
  soilingOf,
  tellingPoints,
} from '../key-figures/soiling';
import { readingOf } from './reading';

const dayS = 86_400;
const nothing: LearnedDay = { soiling: 0, nominal: 0 };
/** Days before the end of a time from which soiling is learned. */
export const learnedDays = 365;

export interface SoilingSource {
  readonly store: Measures;
  readonly zone: string;
  /** The local days on which modules were washed. */
  readonly washes: readonly number[];
}

/** The log of washes: the days on which notes of this cause begin. */
export const washesIn = (zone: string, logbook: Pick<Logbook, 'causes'> | undefined): readonly number[] =>
  (logbook?.causes() ?? [])
    .filter(({ cause }) => cause === 'lavaggio')
    .map(({ begin }) => startOfLocalDay(zone, begin));

/** The days of the archive from which soiling up to `to` is learned, beginning a year before `from`. */
export const daysBefore = ({ store, zone }: SoilingSource, from: number, to: number): readonly SoilingDay[] =>
  dayFrames(store, 'impianto', zone, startOfLocalDay(zone, from - learnedDays * dayS), to).map(soilingDay);

/** What of the light was missing, where inverters ran: what stood still or was limited is counted against clean modules. */
function soilingDay(frame: Frame): SoilingDay {
  const read = readingOf('impianto', frame);
  const of = (name: string) => read(0, name) ?? 0;
  const [direct, lost, conversion, fed] = [of('cc'), of('sporco'), of('conversione'), of('atteso') / 1000];
  const given = direct - lost - of('diverse') - of('taglio');
  const efficiency = given > 0 ? 1 - conversion / given : 1;
  const stood = efficiency > 0 ? Math.max(0, given - conversion - fed) / efficiency : 0;
  return { t: frame.t, clean: Math.max(0, direct - stood), lost };
}

/** The days of a window that ends with the day at `t`. */
export function untilDay<T extends { readonly t: number }>(days: readonly T[], t: number): readonly T[] {
  const first = t - learnedDays * dayS;
  return days.filter(day => day.t >= first && day.t <= t);
}

interface Known {
  readonly version: string;
  readonly days: Map<number, LearnedDay>;
}

const known = new WeakMap<Measures, Known>();

/** The learned days that are over, by archive: a year of them takes a second. */
function knownOf({ store, zone, washes }: SoilingSource): Known['days'] {
  const version = JSON.stringify([zone, store.note('generation'), washes]);
  const kept = known.get(store);
  if (kept?.version === version) return kept.days;
  const days = new Map<number, LearnedDay>();
  known.set(store, { version, days });
  return days;
}

/** By local day, whole Wh. */
export type LearnedSoiling = ReadonlyMap<number, LearnedDay>;

/** What dirt took on each local day of [from, to) that the archive has, by what was known at the end of that day. */
export function learnedSoiling(source: SoilingSource, from: number, to: number): LearnedSoiling {
  const { store, zone, washes } = source;
  const [kept, end] = [knownOf(source), archiveEnd(store) ?? 0];
  const asked = dayFrames(store, 'impianto', zone, from, to).map(({ t }) => t);
  if (asked.every(t => kept.has(t))) return new Map(asked.map(t => [t, kept.get(t) ?? nothing]));
  const all = daysBefore(source, from, to);
  const telling = tellingPoints(all);
  const learned = new Map<number, LearnedDay>();
  for (const day of all) {
    if (day.t < from) continue;
    const value = kept.get(day.t) ?? learnedDay(day, telling, all, washes);
    if (nextDay(zone, day.t) <= end) kept.set(day.t, value);
    learned.set(day.t, value);
  }
  return learned;
}

function learnedDay(
  day: SoilingDay,
  telling: readonly Point[],
  all: readonly SoilingDay[],
  washes: readonly number[],
): LearnedDay {
  const points = untilDay(telling, day.t);
  const first = untilDay(all, day.t)[0]?.t ?? day.t;
  const past = washes.filter(t => t <= day.t);
  const { soiling, nominal } = learnedOf(day, points, soilingOf(points, past, { first, last: day.t }));
  return { soiling: Math.round(1000 * soiling), nominal: Math.round(1000 * nominal) };
}
