import type { RefusalReason } from '../../../contract/refusals';
import { isAbsentCode } from '../gate/absent';
import {
  type Allowed,
  deviation,
  explained,
  isAstray,
  isLikely,
  lumpKwh,
  type Moment,
  mostEver,
  mostKnown,
  mostLikely,
  mostRead,
  slackOf,
  tellingReadings,
} from './allowance';
import { wrappedRange } from './wrap';

/** A reading that was believed: what the register showed, and what that is without its breaks. kWh. */
export interface Anchor {
  readonly raw: number;
  /** What the counter has counted before its register started again: with `raw` it is what the device shows. */
  readonly turned: number;
  /** The total that goes on over changes of the device and ends of its registers. */
  readonly total: number;
  /** Seconds. */
  readonly at: number;
  readonly allowed: Allowed;
}

/** Readings that the power does not explain, as long as they explain each other. */
export interface Doubt {
  readonly from: Anchor;
  newest: Anchor;
  readings: number;
  /** The first reading since the counter was believed last, and the kWh that were counted from there. */
  readonly since: Moment;
  counted: number;
  /** kWh by which the readings rose and that were not counted, as the power that was read did not make them. */
  uncounted: number;
  /** When energy had been counted last. */
  readonly grown: Moment;
}

/** How a doubt goes on that begins again with other readings. */
export const beginOf = (
  before: Doubt | null,
  now: Moment,
  grown: Moment,
): Pick<Doubt, 'since' | 'grown' | 'counted' | 'uncounted'> => ({
  since: before?.since ?? now,
  grown: before?.grown ?? grown,
  counted: before?.counted ?? 0,
  uncounted: before?.uncounted ?? 0,
});

/** The counter of a device goes on from another reading: no energy was counted for the difference. */
export interface NewBase {
  readonly from: number;
  readonly to: number;
  /** Seconds. */
  readonly at: number;
}

/** What a reading is worth. */
export interface Verdict {
  /** What the device shows, or showed when it was last believed; null where only a gap explains it, until it comes again. */
  readonly shown: number | null;
  /** The same without its breaks: never falls. Null as long as first readings may be corrected. */
  readonly total: number | null;
  /** Energy since the reading before, kWh: never negative. */
  readonly gained: number;
  /** By how much the total moved without energy: a first reading was corrected. */
  readonly shifted: number;
  /** Why the newest reading is not shown. */
  readonly reason: RefusalReason | null;
  /** When `shown` was read, seconds. */
  readonly asOf: number;
  readonly newBase: NewBase | null;
}

/** What is kept of a counter over a restart; kWh, seconds. */
export interface KeptCounter {
  readonly raw: number;
  readonly turned: number;
  /** By how much the total differs from what the device shows, and by how much it is ahead of what that stands for. */
  readonly carried: number;
  readonly ahead: number;
  readonly at: number;
  /** When a base began before which more was made than was counted; null where none did. */
  readonly missedAt: number | null;
  /** The base before this one; null where none may come back. */
  readonly former: KeptBase | null;
}

/** A base of some time ago, and the kWh that the greatest power can have made since. */
export interface KeptBase extends Omit<KeptCounter, 'ahead' | 'missedAt' | 'former'> {
  readonly most: number;
}

/** What a reading is judged by. */
export interface CounterContext {
  /** Seconds. */
  readonly at: number;
  readonly validS: number;
  /** When the counter itself was read, seconds; left out where that is `at`. */
  readonly readAt?: number | undefined;
  /** kW beside the counter; null where none was read or believed. */
  readonly powerKw: number | null;
  /** Whether what it counts is compared with that power; true when left out. */
  readonly isCompared?: boolean;
  /** kW that the device can give at most, and kW with which it usually counts: what is late by some seconds is counted with it. */
  readonly mostKw: number;
  readonly usualKw: number;
}

/** Whether a register says nothing: all ones, 0 after more, or what no counter of a lifetime can be. */
export const isNoReading = (raw: number, before: number): boolean =>
  raw < 0 || isAbsentCode(raw) || (raw === 0 && before > 0);

/** What the device shows, kWh. */
export const shownBy = ({ raw, turned }: Anchor) => raw + turned;

const keptBase = ({ raw, turned, total, at }: Anchor) => ({
  raw,
  turned,
  carried: total - raw - turned,
  at,
});

export const keptOf = (
  base: Anchor,
  total: number,
  { former, missedAt }: { readonly former: readonly Anchor[]; readonly missedAt: number },
  doubt: Doubt | null,
): KeptCounter => {
  // Nobody decides a doubt that a restart has ended.
  const missed = doubt?.newest.at ?? missedAt;
  const before = former.at(-1);
  const most = base.allowed.greatest - (before?.allowed.greatest ?? 0);
  return {
    ...keptBase(base),
    ahead: total - base.total,
    missedAt: Number.isNaN(missed) ? null : missed,
    former: before ? { ...keptBase(before), most } : null,
  };
};

/** A base as it was kept, before `allowed`: what was made since is that of a gap. */
export const keptAnchor = ({ raw, turned, carried, at, most }: KeptBase, allowed: Allowed): Anchor => ({
  raw,
  turned,
  total: raw + turned + carried,
  at,
  allowed: { ...allowed, inGaps: allowed.inGaps - most, greatest: allowed.greatest - most },
});

/** Whether a reading can follow from an earlier one, however much time lies between. */
export function follows(anchor: Anchor, now: Anchor, { usualKw }: CounterContext): boolean {
  const slack = slackOf(anchor.raw, now.raw, usualKw);
  return explained(now.raw - anchor.raw, anchor.allowed, now.allowed, slack) !== 'no';
}

/** kWh that power can still have made since a doubt began: readings in other steps differ by more. */
export const mostInDoubt = ({ since, counted }: Doubt, now: Moment, slack: number): number =>
  Math.max(0, mostLikely(since.allowed, now.allowed) + slack - counted);

/** Range of a counter that started again between two readings, kWh; 0 where it fell for another reason. */
export function rangeOver(base: Anchor, now: Anchor, slack: number, { mostKw }: CounterContext): number {
  const most = mostKw * 1.5 * ((now.at - base.at) / 3600 + 0.1);
  return wrappedRange(base.raw, now.raw, { most, likely: mostKnown(base.allowed, now.allowed) + slack });
}

/** What was believed before: the present base, readings of the last hours, and bases before the present one. */
interface Known {
  readonly base: Anchor;
  readonly past: readonly Anchor[];
  readonly former: readonly Anchor[];
}

/** By how much a difference is not what the power that was read made, kWh. */
const off = (from: Anchor, to: Anchor) => deviation(to.raw - from.raw, from, to);

/** Whether a difference from an earlier reading is what was read of the power, and more so than the difference from another one. */
export function isTruerOrigin(
  anchor: Anchor,
  than: Anchor,
  now: Anchor,
  { usualKw }: CounterContext,
): boolean {
  const [delta, slack] = [now.raw - anchor.raw, slackOf(anchor.raw, now.raw, usualKw)];
  return off(anchor, now) + slack / 2 < off(than, now) && isLikely(delta, anchor, now, slack);
}

/**
 * From which earlier reading power made a difference that stays: the one from which it is what was read beside the counter, else the
 * nearest from which the greatest power can have made it. Null for a new base.
 */
export function originOf(now: Anchor, { base, past, former }: Known, context: CounterContext): Anchor | null {
  const likely = past
    .filter(anchor => {
      const isMore = now.raw - anchor.raw > 2 * slackOf(anchor.raw, now.raw, context.usualKw);
      return isMore && isTruerOrigin(anchor, base, now, context);
    })
    .at(-1);
  const isPossible = (each: Anchor, most: number) => {
    const delta = now.raw - each.raw;
    return delta > 0 && delta <= most + slackOf(each.raw, now.raw, context.usualKw);
  };
  // A device that was never changed comes back more often than a counter jumps by what it can just have made.
  const back = former.filter(each => isPossible(each, mostRead(each.allowed, now.allowed)));
  const nearest = back.reduce<Anchor | null>((a, b) => (a && a.raw >= b.raw ? a : b), null);
  const own = isPossible(base, mostEver(base.allowed, now.allowed)) ? base : null;
  return likely ?? nearest ?? own;
}

/** From which earlier reading the present one was made by the power that was read, while the base in between was not. */
export function truerThan(base: Anchor, now: Anchor, past: readonly Anchor[], slack: number): Anchor | null {
  const isTruer = (anchor: Anchor) =>
    isLikely(now.raw - anchor.raw, anchor, now, slack) && off(anchor, now) + slack / 2 < off(anchor, base);
  return past.filter(isTruer).at(-1) ?? null;
}

/** Power and counter are compared over an hour, longer where they are read seldom, and over no more than four, s. */
const compared = { leastS: 3600, mostS: 4 * 3600 } as const;

/** Whether more was counted while it lied than it shows now: what it counts next is part of that. */
export const isAhead = (base: Anchor | null, total: number, { usualKw }: CounterContext): boolean =>
  base !== null && total - base.total > slackOf(base.raw, base.raw, usualKw) + lumpKwh;

/** What a counter is compared with: its readings of the last hours, and the newest base that was announced, as it began. */
interface Compared {
  readonly base: Anchor | null;
  readonly past: readonly Anchor[];
  readonly based: Anchor | null;
}

const isFarEnough = ({ at, allowed }: Moment, now: Moment) =>
  now.at - at >= compared.leastS && now.allowed.readings - allowed.readings >= tellingReadings;

/**
 * The reading since which a counter is not what the power made: stuck, too slow or too fast; null where it is. A new base is compared from
 * its beginning.
 */
export function strayedFrom(
  { base, past, based }: Compared,
  now: Moment,
  { usualKw, isCompared = true }: CounterContext,
): Anchor | null {
  if (!isCompared) return null;
  const isNew = based !== null && now.at - based.at < compared.leastS;
  const earlier = isNew ? based : past.filter(each => isFarEnough(each, now)).at(-1);
  if (!base || !earlier || now.at - earlier.at > compared.mostS) return null;
  const slack = slackOf(earlier.raw, base.raw, usualKw);
  return isAstray(base.total - earlier.total, earlier, now, slack) ? earlier : null;
}
