import type { TimeBand } from '../../contract/time-bands';
import type { Measures } from '../store/measures';
import type { Frame } from '../store/measures-frame';
import { archiveEnd, dayFrames, nextDay, quarterFrames } from '../store/measures-rollup';
import { yearsFrom } from '../time/period';
import { localDate, quarterS } from '../time/zone';
import { type Explanations, joinLosses, type Losses, type LossSlot, lossesOf } from './losses';
import { readingOf } from './reading';

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
    (['fermo', 'persa', 'limitata', 'muta'] as const).some(name => (read(device, name) ?? 0) > 0),
  );
}

interface YearLosses {
  readonly version: string;
  readonly losses: Losses;
}

/** Years that are over, by archive: ten years of quarters take seconds to read. */
const wholeYears = new WeakMap<Measures, Map<number, YearLosses>>();

/** The same over many years: each one is computed once while nothing of it changes. */
export function lossesOfYears(
  store: Measures,
  zone: string,
  { from, to }: Time,
  explanations: Explanations,
): Losses {
  const kept = wholeYears.get(store) ?? new Map<number, YearLosses>();
  wholeYears.set(store, kept);
  const end = archiveEnd(store) ?? from;
  const years = yearsFrom(zone, localDate(zone, from).year, localDate(zone, to - 1).year);
  const parts = years.slots.map((begin, index) => {
    const span = { from: begin, to: years.slots[index + 1] ?? years.to };
    const own = explanationsIn(explanations, span);
    if (end < span.to) return archivedLosses(store, zone, span, own);
    const version = JSON.stringify([zone, store.note('generation'), own]);
    const known = kept.get(begin);
    if (known?.version === version) return known.losses;
    const losses = archivedLosses(store, zone, span, own);
    kept.set(begin, { version, losses });
    return losses;
  });
  return joinLosses(parts);
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
