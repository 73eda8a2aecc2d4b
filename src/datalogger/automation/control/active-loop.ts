import { DeadTime } from './dead-time';
import { distributed, ratedOf, type Share } from './distribution';
import { Ramp, type RampRates } from './ramp';
import { type InverterSight, type MeterSample, type Sight, sumOf } from './sight';

export interface ActiveSettings {
  /** kW that 100 % is: the power that is agreed with the grid operator. */
  readonly baseKw: number;
  /** Width of the band below the limit in which nothing is corrected, % of the base. */
  readonly bandPercent: number;
  /** What is kept below the limit without the meter, % of the limit. */
  readonly marginPercent: number;
  readonly ramp: RampRates;
}

/**
 * How the limits are found: `free`: none is asked; `closed`: by the meter; `open`: without the meter, by the limits alone; `waiting`: the
 * meter has not answered yet, or not for a short time, and the last limits stay.
 */
export type LoopState = 'free' | 'closed' | 'open' | 'waiting';

export interface ActiveDecision {
  readonly loop: LoopState;
  /** kW for each inverter that answers, null for no limit; null: they keep what they have. */
  readonly limits: ReadonlyMap<number, number> | null;
  /** kW at the point of delivery that is aimed at now, after ramps; null while free. */
  readonly targetKw: number | null;
}

/** The meter may be silent this long before the open loop takes over, ms. */
const silentMs = 15_000;
/** What may be given is raised when the meter has shown it for this long, ms; or for this many dead times. */
const holdMs = 15_000;
const holdDeadTimes = 2;
/** The same while an inverter does not answer: nobody knows what a passing cloud takes from it, ms. */
const silentHoldMs = 180_000;
/** The devices take a second order this much later than the first: a correction does not wait longer for one to settle, ms. */
const settleMs = 12_000;
/** A power that is not read within this time after a limit was written counts as it is, ms. */
const longestUnreadMs = 30_000;
/** An inverter gives less than its limit where it gives this much less, % of its rated power. */
const shortPercent = 3;
/** An inverter is at its limit where its power differs by no more than this, % of its rated power. */
const atLimitPercent = 2;
/** The others get what it leaves when for this long no further inverter gave less, ms. */
const steadyForMs = 30_000;
/** An inverter that has given less than its limit for this long leaves the rest to the others, up to its highest power in that time and this share of its rated power. */
const shortForMs = 300_000;
const shortRoom = 0.1;

const free: ActiveDecision = { loop: 'free', limits: null, targetKw: null };

interface Headroom {
  readonly atMs: number;
  readonly kw: number;
}

/**
 * Limits the active power at the point of delivery. What the inverters may give together is computed again from every sample of the meter:
 * what they give, and what is missing to the target. So consumption, losses and inverters that do not answer are compensated, and nothing is
 * summed up that would have to be unwound. Down at once, up only by what was seen for a while; after a change the loop waits for its dead time.
 */
export class ActiveLoop {
  settings: ActiveSettings;
  readonly deadTime = new DeadTime();
  readonly #ramp = new Ramp();
  /** kW that the inverters which answer may give together; null before the first. */
  #budgetKw: number | null = null;
  /** The target now, and the one that the budget was found for, kW. */
  #targetKw = 0;
  #aimedKw = 0;
  #limits = new Map<number, number>();
  #sampledMs = Number.NEGATIVE_INFINITY;
  #heardMs: number | null = null;
  #changedMs = Number.NEGATIVE_INFINITY;
  #wasRaised = false;
  #reachable = '';
  #headrooms: Headroom[] = [];
  /** Highest power of each inverter since it last reached its limit, and since when. */
  readonly #short = new Map<number, { readonly sinceMs: number; readonly mostKw: number }>();
  /** Inverters that gave less than their limit for long, and since when it is these. */
  #leaving = '';
  #leavingMs = Number.NEGATIVE_INFINITY;

  constructor(settings: ActiveSettings) {
    this.settings = settings;
  }

  /** `limitKw` at the point of delivery; null for none. */
  step(limitKw: number | null, sight: Sight): ActiveDecision {
    const { meter, nowMs } = sight;
    const targetKw = this.#targetOf(limitKw, sight);
    if (targetKw === null) return this.#rest();
    this.#heardMs ??= nowMs;
    if (meter) this.#heardMs = nowMs;
    const isHeard = nowMs - this.#heardMs < silentMs;
    if (!meter && isHeard)
      return { loop: 'waiting', limits: this.#limits.size > 0 ? this.#limits : null, targetKw };
    if (!meter) return this.#open(targetKw, sight);
    const isNew = meter.sampledMs > this.#sampledMs;
    if (isNew) this.#correct(targetKw, meter, sight);
    return { loop: 'closed', limits: this.#limits, targetKw };
  }

  #rest(): ActiveDecision {
    this.#budgetKw = null;
    this.#limits = new Map();
    this.#headrooms = [];
    this.#short.clear();
    this.#heardMs = null;
    return free;
  }

  /** After ramps; an order that has ended is a ramp up to what the inverters can give. */
  #targetOf(limitKw: number | null, { nowMs, meter, inverters }: Sight): number | null {
    const { baseKw, ramp } = this.settings;
    const whole = Math.max(baseKw, ratedOf(inverters));
    const present = meter?.kw ?? whole;
    const asked = limitKw ?? whole;
    if (limitKw === null && (ramp.upPercent === null || !this.#ramp.isRunning)) return this.#endRamp();
    const target = this.#ramp.next(asked, nowMs, { present, base: baseKw, rates: ramp });
    return limitKw === null && target >= whole ? this.#endRamp() : target;
  }

  #endRamp(): null {
    this.#ramp.end();
    return null;
  }

  /** Nothing consumes, and who does not answer gives the most that it may. */
  #open(targetKw: number, { nowMs, inverters }: Sight): ActiveDecision {
    const silent = inverters.filter(({ isReachable }) => !isReachable);
    const most =
      targetKw * (1 - this.settings.marginPercent / 100) - sumOf(silent.map(({ highestKw }) => highestKw));
    this.#headrooms = [];
    this.#aimedKw = targetKw;
    this.#set(Math.max(0, most), inverters, nowMs);
    return { loop: 'open', limits: this.#limits, targetKw };
  }

  #correct(targetKw: number, { kw, sampledMs }: MeterSample, sight: Sight): void {
    const { nowMs, inverters } = sight;
    this.#sampledMs = sampledMs;
    this.deadTime.see(sampledMs, kw);
    this.#watchShort(inverters, nowMs);
    const reachable = inverters.filter(({ isReachable }) => isReachable);
    const key = reachable.map(({ id }) => id).join();
    // Who came or went gives its power to the consumption, or takes it from there.
    const isSame = key === this.#reachable;
    this.#reachable = key;
    const band = (this.settings.bandPercent / 100) * this.settings.baseKw;
    const missing = targetKw - band / 2 - kw;
    const present = sumOf(reachable.map(inverter => this.#presentOf(inverter, isSame)));
    const allowed = Math.min(ratedOf(reachable), Math.max(0, present + missing));
    this.#targetKw = targetKw;
    this.#aimedKw = Math.min(this.#aimedKw, targetKw);
    if (this.#budgetKw === null || !isSame) {
      this.#change(allowed, kw, sight);
      return;
    }
    const isSettled = this.#hasSettled(reachable, nowMs, sampledMs);
    // What was raised too far is taken back without waiting.
    if (kw > targetKw && (isSettled || this.#wasRaised))
      this.#change(Math.min(allowed, this.#budgetKw), kw, sight);
    else if (isSettled && targetKw - this.#aimedKw > band) this.#raise(missing, kw, sight);
    else if (isSettled && this.#arePowersNew(reachable, nowMs)) this.#settle(allowed, band, kw, sight);
    else this.#headrooms = [];
  }

  /**
   * Gives at once what a higher target allows more, as far as it is missing at the meter: that is certain, where a fall of the power may be
   * a cloud and has to be seen for a while. What the inverters give now does not count, a slow line has read it long ago.
   */
  #raise(missing: number, kw: number, sight: Sight): void {
    const more = Math.min(missing, this.#targetKw - this.#aimedKw);
    this.#change((this.#budgetKw ?? 0) + Math.max(0, more), kw, sight);
  }

  /** What an inverter gives. At its limit the limit counts, as two instruments never agree. */
  #presentOf({ id, ratedKw, powerKw }: InverterSight, isLimited: boolean): number {
    const limit = this.#limits.get(id);
    const isAtLimit = isLimited && limit !== undefined && powerKw !== null;
    return isAtLimit && Math.abs(powerKw - limit) <= (atLimitPercent / 100) * ratedKw
      ? limit
      : (powerKw ?? 0);
  }

  /** Follows what all recent samples allow. */
  #settle(allowed: number, band: number, kw: number, sight: Sight): void {
    const { nowMs } = sight;
    const budget = this.#budgetKw ?? 0;
    const isWhole = sight.inverters.every(({ isReachable }) => isReachable);
    const forMs = isWhole ? Math.max(holdMs, holdDeadTimes * this.deadTime.ms) : silentHoldMs;
    this.#headrooms = [...this.#headrooms, { atMs: nowMs, kw: allowed }];
    // The first one is at least as old as what is waited for, however seldom the meter is read.
    while (nowMs - (this.#headrooms[1]?.atMs ?? nowMs) >= forMs) this.#headrooms.shift();
    const isSeen = nowMs - (this.#headrooms[0]?.atMs ?? nowMs) >= 0.8 * forMs;
    if (!isSeen) return;
    const seen = this.#headrooms.map(headroom => headroom.kw);
    const [least, most] = [Math.min(...seen), Math.max(...seen)];
    if (least > budget + band / 2) this.#change(least, kw, sight);
    else if (most < budget - band / 2) this.#change(most, kw, sight);
    else if (nowMs - this.#leavingMs >= steadyForMs) this.#set(budget, sight.inverters, nowMs);
  }

  #change(budgetKw: number, kw: number, { inverters, nowMs }: Sight): void {
    const before = this.#budgetKw;
    this.#wasRaised = before !== null && budgetKw > before;
    const given = sumOf(inverters.flatMap(({ isReachable, powerKw }) => (isReachable ? (powerKw ?? 0) : [])));
    this.#headrooms = [];
    this.#aimedKw = this.#targetKw;
    this.#changedMs = nowMs;
    this.#set(budgetKw, inverters, nowMs);
    // Only a limit that falls below what is given is sure to be seen by the meter.
    const expected = budgetKw - Math.min(given, before ?? given);
    if (expected < -0.02 * this.settings.baseKw) this.deadTime.begin(nowMs, kw, expected);
  }

  /** Whether the meter shows what was written last. */
  #hasSettled(reachable: readonly InverterSight[], nowMs: number, sampledMs: number): boolean {
    const lastMs = Math.max(this.#changedMs, ...reachable.map(({ writtenMs }) => writtenMs));
    if (this.deadTime.isAwaited(nowMs)) return false;
    const isWritten = reachable.every(({ isSettled }) => isSettled);
    if (isWritten) return sampledMs >= lastMs + this.deadTime.ms;
    return nowMs >= this.#changedMs + settleMs + this.deadTime.ms;
  }

  /** Whether the powers are those under the last limits: a slow line reads an inverter long after its limit was written. */
  #arePowersNew(reachable: readonly InverterSight[], nowMs: number): boolean {
    const isNew = ({ sampledMs, writtenMs }: InverterSight) =>
      sampledMs > writtenMs || nowMs - writtenMs >= longestUnreadMs;
    return reachable.every(isNew);
  }

  /** Gives each inverter its part. A part that hardly changes is not written again, as long as all parts together stay below the budget. */
  #set(budgetKw: number, inverters: readonly InverterSight[], nowMs: number): void {
    this.#budgetKw = budgetKw;
    const shares = inverters
      .filter(({ isReachable }) => isReachable)
      .map((inverter): Share => ({ ...inverter, canKw: this.#canOf(inverter, nowMs) }));
    const parts = distributed(budgetKw, shares);
    const kept = this.#limits;
    const isSame =
      shares.length === kept.size &&
      shares.every(({ id, ratedKw }) => isNear(kept.get(id), parts.get(id), ratedKw));
    const together = sumOf(shares.map(({ id }) => kept.get(id) ?? 0));
    const slack = (this.settings.bandPercent / 400) * this.settings.baseKw;
    if (isSame && Math.abs(together - sumOf([...parts.values()])) <= slack) return;
    // Who gives less comes first: while its order is on its way, nobody else gives more.
    const isLess = ([id, kw]: [number, number]) => kw < (kept.get(id) ?? 0) - slack;
    const isMixed = shares.length === kept.size && [...parts].some(isLess);
    this.#limits = isMixed
      ? new Map([...parts].map(([id, kw]) => [id, Math.min(kw, kept.get(id) ?? kw)]))
      : new Map(parts);
  }

  #canOf({ id, ratedKw }: InverterSight, nowMs: number): number {
    const short = this.#short.get(id);
    if (!short || !this.#isLong(short, nowMs) || nowMs - this.#leavingMs < steadyForMs) return ratedKw;
    return Math.min(ratedKw, short.mostKw + shortRoom * ratedKw);
  }

  #watchShort(inverters: readonly InverterSight[], nowMs: number): void {
    for (const { id, ratedKw, powerKw } of inverters) {
      const limit = this.#limits.get(id);
      const isShort =
        powerKw !== null && limit !== undefined && powerKw < limit - (shortPercent / 100) * ratedKw;
      const before = this.#short.get(id);
      if (!isShort) this.#short.delete(id);
      else if (!before) this.#short.set(id, { sinceMs: nowMs, mostKw: powerKw });
      else if (powerKw > before.mostKw) this.#short.set(id, { ...before, mostKw: powerKw });
    }
    const leaving = [...this.#short]
      .flatMap(([id, short]) => (this.#isLong(short, nowMs) ? [id] : []))
      .join();
    if (leaving !== this.#leaving) this.#leavingMs = nowMs;
    this.#leaving = leaving;
  }

  #isLong({ sinceMs }: { readonly sinceMs: number }, nowMs: number): boolean {
    return nowMs - sinceMs >= shortForMs;
  }
}

const isNear = (kept: number | undefined, part: number | undefined, ratedKw: number): boolean =>
  kept !== undefined && part !== undefined && Math.abs(kept - part) <= 0.01 * ratedKw;
