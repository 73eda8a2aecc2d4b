import type { TimeBand } from '../../../contract/time-bands';
import { localDate, quarterS } from '../../../contract/zone';
import { yearsFrom } from '../../core/time/period';
import type { Frame } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd, dayFrames, nextDay, quarterFrames } from '../../storage/measures/rollup';
import { type Explanations, joinLosses, type Losses, type LossSlot, lossesOf } from './losses';
import { measuredSeconds, readingOf } from './reading';

interface Time {
  readonly from: number;
  readonly to: number;
}

/** What was lost in [from, to) of the archive, explained. */
export function archivedLosses(
  store: Measures,
  zone: string,
  { from, to }: Time,
  explanations: Explanations,
): Losses {
  return lossesOf(lossSlots(store, zone, from, to), explanations);
}

/** Share of each quarter in which irradiance and module temperature were measured. */
function litShares(store: Measures, from: number, to: number): ReadonlyMap<number, number> {
  const quarters = quarterFrames(store, 'impianto', from, to);
  return new Map(
    quarters.map(frame => {
      const read = readingOf('impianto', frame);
      const seconds = measuredSeconds('impianto', frame, 0);
      const isWarm = (read(0, 'calore', 1) ?? 0) > 0;
      return [frame.t, isWarm && seconds > 0 ? Math.min(1, (read(0, 'irr', 1) ?? 0) / seconds) : 0];
    }),
  );
}

/** The losses of the time in which irradiance and module temperature were measured: those that a waterfall of that time has. */
export function litLosses(
  store: Measures,
  zone: string,
  { from, to }: Time,
  explanations: Explanations,
): Losses {
  let shares: ReadonlyMap<number, number> = new Map();
  let readTo = Number.NEGATIVE_INFINITY;
  const slots = lossSlots(store, zone, from, to).map(slot => {
    const { t } = slot.frame;
    if (slot.end - t > quarterS) return slot;
    if (t >= readTo) {
      readTo = nextDay(zone, t);
      shares = litShares(store, t - quarterS, readTo);
    }
    return { ...slot, share: shares.get(t) ?? 0, shareBefore: shares.get(t - quarterS) ?? 0 };
  });
  return lossesOf(slots, explanations);
}

/** The same, divided by the band of each slot. */
export function lossesByBand(
  store: Measures,
  zone: string,
  { from, to }: Time,
  explanations: Explanations,
  bandAt: (t: number) => TimeBand,
): ReadonlyMap<TimeBand, Losses> {
  const slots = new Map<TimeBand, LossSlot[]>();
  for (const slot of lossSlots(store, zone, from, to)) {
    const band = bandAt(slot.frame.t);
    const own = slots.get(band) ?? [];
    slots.set(band, own);
    own.push(slot);
  }
  return new Map([...slots].map(([band, own]) => [band, lossesOf(own, explanations)]));
}

/** The slots in which inverters lost something: the quarters of such days, or the day where its quarters are no longer kept. */
function lossSlots(store: Measures, zone: string, from: number, to: number): LossSlot[] {
  return dayFrames(store, 'inverter', zone, from, to).flatMap(day => {
    if (!hasLoss(day)) return [];
    const end = Math.min(to, nextDay(zone, day.t));
    const quarters = quarterFrames(store, 'inverter', day.t, end);
    if (quarters.length === 0) return [{ frame: day, end }];
    return quarters.filter(hasLoss).map(frame => ({ frame, end: frame.t + quarterS }));
  });
}

function hasLoss(frame: Frame): boolean {
  const read = readingOf('inverter', frame);
  return frame.ids.some((_, device) =>
    (['fermo', 'persa', 'limitata', 'ridotta', 'declassata', 'muta'] as const).some(
      name => (read(device, name) ?? 0) > 0,
    ),
  );
}

/** A year of the archive, and what explains its losses. */
export interface YearSpan extends Time {
  readonly explanations: Explanations;
}

/** Remembers something of the years that are over, by archive: ten years of quarters take seconds to read. */
export class YearMemory<T> {
  readonly #archives = new WeakMap<Measures, Map<number, { readonly version: string; readonly value: T }>>();

  /** What `compute` says of each year of a time. `rest`: what else it depends on, as text. */
  ofYears(source: YearsAsked, rest: string, compute: (year: YearSpan) => T): T[] {
    const { store, zone, from, to, explanations } = source;
    const kept = this.#archives.get(store) ?? new Map();
    this.#archives.set(store, kept);
    const end = archiveEnd(store) ?? from;
    const years = yearsFrom(zone, localDate(zone, from).year, localDate(zone, to - 1).year);
    return years.slots.map((begin, index) => {
      const span = { from: begin, to: years.slots[index + 1] ?? years.to };
      const own = explanationsIn(explanations, span);
      const year = { ...span, explanations: own };
      if (end < span.to) return compute(year);
      const version = JSON.stringify([zone, rest, store.note('generation'), own]);
      const known = kept.get(begin);
      if (known?.version === version) return known.value;
      const value = compute(year);
      kept.set(begin, { version, value });
      return value;
    });
  }
}

export interface YearsAsked extends Time {
  readonly store: Measures;
  readonly zone: string;
  readonly explanations: Explanations;
}

const wholeYears = new YearMemory<Losses>();

/** What was lost in many years, explained. */
export function lossesOfYears(asked: YearsAsked): Losses {
  const { store, zone } = asked;
  return joinLosses(
    wholeYears.ofYears(asked, '', year => archivedLosses(store, zone, year, year.explanations)),
  );
}

/** What explains the losses of a time; a stop that goes on says so with its end. */
function explanationsIn({ stops, limits, stated = [] }: Explanations, { from, to }: Time): Explanations {
  const touches = ({ begin, end }: { readonly begin: number; readonly end: number | null }) =>
    begin < to && (end ?? to) > from;
  return {
    stops: stops.filter(touches),
    limits: limits.filter(touches),
    stated: stated.filter(each => each.from < to && each.to > from),
  };
}
