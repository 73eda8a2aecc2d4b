import { localDate, quarterS, startOfDay, startOfLocalDay } from '../../../contract/zone';
import { type Period, slotStart } from '../../core/time/period';
import { combine, combineInto, type Frame } from './frame';
import {
  fineGroups,
  type KeptGroup,
  keptGroups,
  type Retention,
  retentionOf,
  type Tier,
  tiers,
} from './kept';
import type { Measures } from './measures';
import { mended, mendedDays } from './mend';

export const minuteS = 60;

export const quarterOf = (t: number) => Math.floor(t / quarterS) * quarterS;

/** The start of the local day after the one that contains `t`. */
export function nextDay(zone: string, t: number): number {
  const { year, month, day } = localDate(zone, t);
  return startOfDay(zone, year, month, day + 1);
}

/** Start of the quarters that are not closed yet: from here on only minutes count. */
export function openQuarter(store: Measures, group: KeptGroup): number {
  const newest = store.newestKept('quarter', group);
  return newest === null ? 0 : newest + quarterS;
}

/** Where the local days are not closed yet. */
export function openDay(store: Measures, group: KeptGroup, zone: string): number {
  const newest = store.newestKept('day', group);
  return newest === null ? 0 : nextDay(zone, newest);
}

/**
 * Closes every quarter and every local day that ended by `until` and is not closed yet, and drops what is older than
 * its retention. Doing it again changes nothing, so that a start after a crash simply does it. Inside a transaction.
 */
export function rollUp(store: Measures, zone: string, until: number, retention: Retention): void {
  closeQuarters(store, until);
  closeDays(store, zone, until, retention);
}

/** Minutes are read in parts of this many seconds, whole quarters: two days of a large plant would be hundreds of MiB. */
const readAtOnceS = 8 * quarterS;

/** The first half of `rollUp`. */
export function closeQuarters(store: Measures, until: number): void {
  const end = quarterOf(until);
  for (const group of keptGroups) {
    // From one kept minute to the next: a clock that was set may leave years without any between them.
    const nextFrom = (t: number) => Math.max(t, quarterOf(store.oldestKept('minute', group, t) ?? end));
    for (let t = nextFrom(openQuarter(store, group)); t < end; t = nextFrom(t + readAtOnceS)) {
      const minutes = store.frames('minute', group, t, Math.min(t + readAtOnceS, end));
      for (const quarter of combineInto(group, minutes, quarterOf)) store.put('quarter', group, quarter);
    }
  }
}

/** The second half of `rollUp`. */
export function closeDays(store: Measures, zone: string, until: number, retention: Retention): void {
  const today = startOfLocalDay(zone, until);
  for (const group of keptGroups) {
    const hasClosed = closeDaysOf(store, group, zone, today);
    if (hasClosed) prune(store, group, retention);
  }
}

/** Adds what became known later to minutes, and to their quarters and days that are closed. Inside a transaction. */
export function addLate(store: Measures, zone: string, group: KeptGroup, minutes: readonly Frame[]): void {
  const [quarterEnd, dayEnd] = [openQuarter(store, group), openDay(store, group, zone)];
  const add = (tier: Tier, slots: readonly Frame[]) => {
    for (const { t, ...frame } of slots) {
      const held = store.frames(tier, group, t, t + 1);
      store.put(tier, group, combine(group, t, [...held, { t, ...frame }]));
    }
  };
  const ofDays = minutes.filter(({ t }) => t < dayEnd);
  add('minute', minutes);
  add(
    'quarter',
    combineInto(
      group,
      minutes.filter(({ t }) => t < quarterEnd),
      quarterOf,
    ),
  );
  add(
    'day',
    combineInto(group, ofDays, t => startOfLocalDay(zone, t)),
  );
  if (ofDays.length > 0) rewritten(store);
}

/** Reads the quarters of one day at a time. Returns whether there was a day to close. */
function closeDaysOf(store: Measures, group: KeptGroup, zone: string, today: number): boolean {
  const nextFrom = (t: number) =>
    Math.max(t, startOfLocalDay(zone, store.oldestKept('quarter', group, t) ?? today));
  let hasClosed = false;
  for (let t = nextFrom(openDay(store, group, zone)); t < today; t = nextFrom(nextDay(zone, t))) {
    const quarters = store.frames('quarter', group, t, nextDay(zone, t));
    if (quarters.length === 0) continue;
    store.put('day', group, combine(group, t, quarters));
    hasClosed = true;
  }
  return hasClosed;
}

/** Keeps the fine slots of a number of measured days: a clock that is years ahead must not make everything old at once. */
function prune(store: Measures, group: KeptGroup, general: Retention): void {
  const { minuteDays, quarterDays } = retentionOf(group, general);
  store.remove('minute', group, 0, store.startOfNewest('day', group, minuteDays) ?? 0);
  store.remove('quarter', group, 0, store.startOfNewest('day', group, quarterDays) ?? 0);
}

/** Minutes of [from, to), for as long as they are kept, without what is marked as invalid. */
export function minuteFrames(store: Measures, group: KeptGroup, from: number, to: number): Frame[] {
  return mended(store, 'minute', group, store.frames('minute', group, from, Math.min(to, store.shownTo)));
}

/** Quarters of [from, to), the one that is still filling included, without what is marked as invalid. */
export function quarterFrames(store: Measures, group: KeptGroup, from: number, to: number): Frame[] {
  const open = Math.max(from, openQuarter(store, group));
  const minutes = open < to ? minuteFrames(store, group, open, to) : [];
  const kept = store.frames('quarter', group, from, Math.min(to, store.shownTo));
  const quarters = mended(store, 'quarter', group, kept);
  return [...quarters, ...combineInto(group, minutes, quarterOf)];
}

/** Local days of [from, to), today so far included, without what is marked as invalid. */
export function dayFrames(
  store: Measures,
  group: KeptGroup,
  zone: string,
  from: number,
  to: number,
): Frame[] {
  const open = Math.max(from, openDay(store, group, zone));
  const quarters = open < to ? quarterFrames(store, group, open, to) : [];
  const days = store.frames('day', group, from, Math.min(to, store.shownTo));
  return [
    ...mendedDays(store, zone, group, days, t => nextDay(zone, t)),
    ...combineInto(group, quarters, t => startOfLocalDay(zone, t)),
  ];
}

/** The end of what the archive shows, epoch seconds; null while it is empty. */
export function archiveEnd(store: Measures): number | null {
  const ends = keptGroups.flatMap(group => [
    [store.newest('minute', group), minuteS] as const,
    [store.newest('quarter', group), quarterS] as const,
  ]);
  const known = ends.flatMap(([start, seconds]) => (start === null ? [] : [start + seconds]));
  return known.length > 0 ? Math.min(store.shownTo, Math.max(...known)) : null;
}

/**
 * Forgets what lies after `t`: a simulated plant whose clock was set back has no future. The day and the quarter of `t`
 * are opened again.
 */
export function forgetAfter(store: Measures, zone: string, t: number): void {
  const starts = { minute: t, quarter: quarterOf(t), day: startOfLocalDay(zone, t) };
  store.transaction(() => {
    for (const group of keptGroups) {
      for (const tier of tiers) store.remove(tier, group, starts[tier], Number.MAX_SAFE_INTEGER);
    }
    for (const group of fineGroups) store.remove('fine', group, t, Number.MAX_SAFE_INTEGER);
    store.forgetStands();
    store.doubts.forgetFrom(t);
    store.voltages.forgetFrom(t);
    rewritten(store);
  });
}

/** Counts that closed periods are not what they were, so that no old answer of them is reused. */
export function rewritten(store: Measures): void {
  store.setNote('generation', (store.note('generation') ?? 0) + 1);
}

/** What the archive has of a group in a period: start of the slot -> frame. */
export function slotFrames(
  store: Measures,
  zone: string,
  group: KeptGroup,
  period: Period,
): Map<number, Frame> {
  const { kind, from, to, slotS } = period;
  const fineFrames = slotS === quarterS ? quarterFrames : minuteFrames;
  const frames =
    kind === 'daily' ? fineFrames(store, group, from, to) : dayFrames(store, group, zone, from, to);
  const rows = combineInto(group, frames, t => slotStart(period, zone, t));
  return new Map(rows.map(frame => [frame.t, frame]));
}
