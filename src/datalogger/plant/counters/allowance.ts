/** A counter may count this much faster than the power that was read beside it, and than its greatest power. */
const margin = { measured: 1.25, greatest: 1.1 } as const;
/** Power and counter of one device are not read in the same moment, s. */
const skewS = 20;
/** A power that was read this often tells what was made between two readings, s; else it is the greatest that may have been. */
const longestMeasuredS = 30;
/** A mean is made of powers that are read as often, s. */
const longestSampledS = 60;
/** Longer than this without a reading is a gap: nothing tells what was made in it but the greatest power, s. */
export const longestStepS = 120;

/** kWh that may have been made until a moment, counted from the start. */
export interface Allowed {
  /** By the power that was read. */
  readonly measured: number;
  /** By the greatest power, where none was read; between readings, and in gaps without. */
  readonly assumed: number;
  readonly inGaps: number;
  /** By the greatest power, all the time. */
  readonly greatest: number;
  /** By the mean of the powers that were read, and the seconds for which they were. */
  readonly likely: number;
  readonly likelyS: number;
  /** The same of powers that were read seldom as well, and how often. */
  readonly sampled: number;
  readonly sampledS: number;
  readonly readings: number;
}

const nothing: Allowed = {
  measured: 0,
  assumed: 0,
  inGaps: 0,
  greatest: 0,
  likely: 0,
  likelyS: 0,
  sampled: 0,
  sampledS: 0,
  readings: 0,
};

/** What the power between the readings of a device can have made of energy. */
export class Allowance {
  #allowed: Allowed = nothing;
  #powerKw: number | null = null;
  #at = Number.NaN;

  get now(): Allowed {
    return this.#allowed;
  }

  /** When the newest reading was, seconds; NaN before the first. */
  get at(): number {
    return this.#at;
  }

  /** Counts on after a restart: what was made since is that of a gap. */
  resume(at: number): void {
    this.#at = at;
    this.#powerKw = null;
  }

  /** A reading at `at`; `powerKw` null where none was read or believed, `mostKw` the greatest there can be. */
  add(at: number, powerKw: number | null, mostKw: number, validS: number): void {
    const seconds = Number.isNaN(this.#at) ? 0 : Math.max(0, at - this.#at);
    const hours = seconds / 3600;
    const before = this.#powerKw;
    const isGap = seconds > Math.max(longestStepS, validS);
    const isSampled = !isGap && before !== null && powerKw !== null && seconds <= longestSampledS;
    const mean = isSampled ? ((before + powerKw) / 2) * hours : null;
    const isMeasured = mean !== null && seconds <= longestMeasuredS;
    const most = mostKw * hours;
    const { measured, assumed, inGaps, greatest, likely, likelyS, sampled, sampledS, readings } =
      this.#allowed;
    this.#allowed = {
      measured: measured + (isMeasured ? Math.max(before ?? 0, powerKw ?? 0) * hours : 0),
      assumed: assumed + (isMeasured || isGap ? 0 : most),
      inGaps: inGaps + (isGap ? most : 0),
      greatest: greatest + most,
      likely: likely + (isMeasured ? mean : 0),
      likelyS: likelyS + (isMeasured ? seconds : 0),
      sampled: sampled + (mean ?? 0),
      sampledS: sampledS + (mean === null ? 0 : seconds),
      readings: readings + 1,
    };
    this.#powerKw = powerKw;
    this.#at = Math.max(at, Number.isNaN(this.#at) ? at : this.#at);
  }
}

/** The greatest power of ten kWh in which both readings are whole, but not more than a device counts at once. */
export function stepOf(a: number, b: number, mostKw: number): number {
  const longest = Math.max(1, 0.1 * mostKw);
  let step = 0.001;
  for (let next = 0.01; next <= longest; next *= 10) {
    if (!isWholeIn(a, next) || !isWholeIn(b, next)) break;
    step = next;
  }
  return step;
}

const isWholeIn = (value: number, step: number) => Math.abs(value / step - Math.round(value / step)) < 1e-6;

/** Single-precision registers have 24 bits: a counter in one moves by this share of itself at once. */
const singleStep = 2 ** -23;
/** But by no more than this share of what a device counts in an hour. */
const mostStep = 0.05;
/** A difference that power made is like it within this share, where the power was read for this share of the time. */
const astrayShare = 0.25;
const likeness = { share: 0.03, read: 0.9 } as const;

/** What steps of the counter, its register and a delay between counter and power add to a difference, kWh; `usualKw` with which it counts. */
export const slackOf = (from: number, to: number, usualKw: number): number =>
  stepOf(from, to, usualKw) +
  Math.min(singleStep * Math.max(from, to), mostStep * usualKw) +
  (usualKw * skewS) / 3600;

/** kWh at once that are more than a usual step. */
export const lumpKwh = 1;

/** kWh that can have been made between two moments in which the device answered. */
export const mostKnown = (from: Allowed, to: Allowed): number =>
  margin.measured * (to.measured - from.measured) + margin.greatest * (to.assumed - from.assumed);

/** The same, and what the greatest power can have made in gaps. */
export const mostCounted = (from: Allowed, to: Allowed): number =>
  mostKnown(from, to) + margin.greatest * (to.inGaps - from.inGaps);

/** kWh that the mean of the powers made that were read, and the greatest power where none was. */
export const mostLikely = (from: Allowed, to: Allowed): number =>
  (1 + likeness.share) * (to.likely - from.likely) + margin.greatest * (to.assumed - from.assumed);

/** The same, and what the greatest power made in gaps. */
export const mostUncounted = (from: Allowed, to: Allowed): number =>
  mostLikely(from, to) + margin.greatest * (to.inGaps - from.inGaps);

/** kWh that the greatest power makes. */
export const mostEver = (from: Allowed, to: Allowed): number =>
  margin.greatest * (to.greatest - from.greatest);

/** kWh that the greatest power makes while the device was read. */
export const mostRead = (from: Allowed, to: Allowed): number =>
  mostEver(from, to) - margin.greatest * (to.inGaps - from.inGaps);

/** `yes`: the power that was read can have made it. `gap`: only what may have been made in a gap can. */
export type Explained = 'yes' | 'gap' | 'no';

/** Whether the power between two moments can have made a difference of a counter, kWh; `slack` is what its steps and delays add. */
export function explained(delta: number, from: Allowed, to: Allowed, slack: number): Explained {
  if (delta < 0 || delta > mostEver(from, to) + slack) return 'no';
  const known = mostKnown(from, to) + slack;
  if (delta <= known) return 'yes';
  return delta <= known + margin.greatest * (to.inGaps - from.inGaps) ? 'gap' : 'no';
}

/** By how much a difference of a counter is not what was read of the power meanwhile, kWh; infinite where it was not read. */
export function deviation(delta: number, from: Moment, to: Moment): number {
  const isRead = to.allowed.likelyS - from.allowed.likelyS >= likeness.read * (to.at - from.at);
  return isRead ? Math.abs(delta - (to.allowed.likely - from.allowed.likely)) : Number.POSITIVE_INFINITY;
}

/** Whether the power that was read between two moments made a difference of a counter, no more and no less, kWh. */
export const isLikely = (delta: number, from: Moment, to: Moment, slack: number): boolean =>
  deviation(delta, from, to) <= likeness.share * (to.allowed.likely - from.allowed.likely) + slack;

/** Fewer powers that are read seldom tell nothing of a mean: clouds pass in between. */
export const tellingReadings = 40;

/**
 * Whether a counter counted something else than the power that was read beside it in the hours before, kWh: stuck, too slow or too fast.
 * Which of the two is wrong is not known.
 */
export function isAstray(counted: number, from: Moment, to: Moment, slack: number): boolean {
  const [before, after] = [from.allowed, to.allowed];
  const lengthS = likeness.read * (to.at - from.at);
  const isOften = after.likelyS - before.likelyS >= lengthS;
  if (!isOften && after.readings - before.readings < tellingReadings) return false;
  if (after.sampledS - before.sampledS < lengthS) return false;
  const sampled = after.sampled - before.sampled;
  return Math.abs(counted - sampled) > astrayShare * Math.max(sampled, counted) + 2 * slack;
}

/** kWh of the powers that were read between two moments; null where they were read for less of the time. */
export function sampledBetween(from: Moment, to: Moment): number | null {
  const isRead = to.allowed.sampledS - from.allowed.sampledS >= likeness.read * (to.at - from.at);
  return isRead ? to.allowed.sampled - from.allowed.sampled : null;
}

/** kW between two moments, each reading as the greater of its two powers; `otherwise` where they were not read often enough. */
export function meanOfGreatest(from: Moment, to: Moment, otherwise: number): number {
  const seconds = to.at - from.at;
  if (seconds <= 0) return 0;
  const isRead = to.allowed.likelyS - from.allowed.likelyS >= likeness.read * seconds;
  return isRead ? (3600 * (to.allowed.measured - from.allowed.measured)) / seconds : otherwise;
}

/** Whether a counter has not made up for what it counted more or less than the power that was read, kWh. */
export function isStillAway(counted: number, from: Moment, to: Moment): boolean {
  const sampled = to.allowed.sampled - from.allowed.sampled;
  return Math.abs(counted - sampled) > likeness.share * Math.max(sampled, counted) + 2 * lumpKwh;
}

/** When, and what was allowed until then. */
export interface Moment {
  readonly at: number;
  readonly allowed: Allowed;
}
