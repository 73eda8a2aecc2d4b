import type { RefusalReason } from '../../../contract/refusals';
import { Allowance, explained, lumpKwh, type Moment, slackOf } from './allowance';
import { Bases } from './bases';
import { Course, Remembered } from './memory';
import {
  type Anchor,
  beginOf,
  type CounterContext,
  type Doubt,
  follows,
  isAhead,
  isNoReading,
  type KeptCounter,
  keptOf,
  mostInDoubt,
  originOf,
  rangeOver,
  shownBy,
  strayedFrom,
  truerThan,
  type Verdict,
} from './readings';

/** A first reading is believed once it was followed by as many. */
const establishedAfter = 3;
/** After a long gap readings are believed when they come for so long, s; after a short one when they come twice. */
const confirmedAfterS = 90;
/** Another reading is a new base once it has stood for this long, s, and at least so often. */
const settled = { afterS: 300, readings: 3 } as const;
/** A counter that changes seldom is judged by what was made in one or two of these times, s. */
const standingS = 900;
/** A fall by this much of what steps and delays add may correct a reading that was a little too high. */
const slackFalls = 2;

/**
 * A lifetime counter of a device. Differences that the power in between can have made are energy; what it cannot have made is held, and
 * what stays is a new base without energy (README.md).
 */
export class Counter {
  readonly #allowance = new Allowance();
  #base: Anchor | null = null;
  #total = 0;
  #established = 0;
  readonly #remembered = new Remembered();
  readonly #course = new Course();
  readonly #bases = new Bases();
  /** When energy was counted last. */
  #grown: Moment | null = null;
  #doubt: Doubt | null = null;
  /** What was allowed when it stood, at the time `at`. */
  #stood: Pick<Anchor, 'at' | 'allowed'> | null = null;
  /** The base before the newest energy that came at once, as that of a gap: it may yet prove wrong. */
  #lump: { readonly before: Anchor; readonly at: number } | null = null;
  #unconfirmed: Anchor | null = null;
  #unconfirmedAt = Number.NaN;
  #confirmations = 0;
  #last: Verdict | null = null;
  #lastRaw: number | null = null;
  /** When it was read, seconds: what was not read again says nothing new. */
  #readAt = Number.NaN;

  get last(): Verdict | null {
    return this.#last;
  }

  /** When what was made and what was counted were last found to differ, seconds; NaN where they never were. */
  get missedAt(): number {
    return this.#bases.missedAt;
  }

  keep(): KeptCounter | null {
    return this.#base && keptOf(this.#base, this.#total, this.#bases, this.#doubt);
  }

  resume(kept: KeptCounter): void {
    const { raw, turned, carried, ahead, at } = kept;
    this.#allowance.resume(at);
    this.#base = { raw, turned, total: raw + turned + carried, at, allowed: this.#allowance.now };
    [this.#total, this.#established] = [this.#base.total + ahead, establishedAfter];
    this.#remembered.startFrom(this.#base);
    this.#bases.resume(kept, this.#allowance.now);
    this.#last = this.#verdict({ asOf: at });
  }

  /** `raw`: what the device shows, kWh; null where it shows nothing. */
  read(raw: number | null, context: CounterContext): Verdict {
    const { at, readAt = at, powerKw, mostKw, validS } = context;
    const isSame = readAt === this.#readAt && raw === this.#lastRaw;
    if (!isSame || at !== this.#allowance.at) this.#allowance.add(at, powerKw, mostKw, validS);
    if (isSame && this.#last) {
      this.#last = { ...this.#last, gained: 0, shifted: 0, newBase: null };
      return this.#last;
    }
    [this.#lastRaw, this.#readAt] = [raw, readAt];
    const verdict = this.#judge(raw, context);
    const isOff = this.#isOff({ at, allowed: this.#allowance.now }, context);
    this.#last = isOff && verdict.reason === null ? { ...verdict, reason: 'contatore' } : verdict;
    return this.#last;
  }

  /** Whether it is not what the power that was read made, in the last minutes or the hour before: which of the two is wrong is not known. */
  #isOff(now: Moment, context: CounterContext): boolean {
    const [base, total, based] = [this.#base, this.#total, this.#bases.newest];
    const grown = this.#grown?.allowed ?? now.allowed;
    const course = this.#course.follow({ ...now, total, raw: base?.raw ?? 0, grown }, context);
    const stray = strayedFrom({ base, past: this.#remembered.past, based }, now, context) ?? course.stray;
    this.#bases.follow({ ...now, total }, course.unmade, stray);
    return course.unmade > 0 || stray !== null || isAhead(base, total, context);
  }

  #judge(raw: number | null, context: CounterContext): Verdict {
    const base = this.#base;
    if (raw === null || isNoReading(raw, base?.raw ?? 0)) return this.#held('assente');
    const now = { raw, turned: base?.turned ?? 0, total: 0, at: context.at, allowed: this.#allowance.now };
    if (!base) return this.#begin(now);
    const delta = raw - base.raw;
    if (delta === 0) return this.#stands(base, context.at);
    const slack = slackOf(base.raw, raw, context.usualKw);
    const isLump = this.#course.isLump(delta, now, slack);
    const verdict = explained(delta, base.allowed, now.allowed, slack);
    const back = isLump && this.#return(now, base, context, verdict !== 'no');
    if (back) return back;
    const isMade = verdict === 'yes' && !this.#course.isTooMuch(this.#total + delta, now, base, slack);
    if (isMade && this.#doubt) this.#bases.weigh(base, now);
    if (isMade)
      return isLump ? this.#advanceAtOnce(now, base.total + delta) : this.#advance(now, base.total + delta);
    if (verdict === 'gap') return this.#confirm(now, base.total + delta, slack, context);
    const range = delta < 0 ? rangeOver(base, now, slack, context) : 0;
    if (range > 0) return this.#advance({ ...now, turned: now.turned + range }, base.total + delta + range);
    return this.#backTo(now, base, context) ?? this.#doubted(now, base, context);
  }

  /** The first reading ever, or one that replaces first readings that nothing has confirmed. */
  #begin(now: Anchor): Verdict {
    const before = this.#base ? this.#total : null;
    this.#bases.begin(this.#base, now);
    this.#total = now.raw;
    this.#base = { ...now, turned: 0, total: now.raw };
    [this.#doubt, this.#stood, this.#established] = [null, null, 1];
    this.#remembered.begin(this.#base);
    this.#course.clear();
    return this.#verdict({ asOf: now.at, shifted: before === null ? 0 : now.raw - before });
  }

  /** It shows the same as before. As it counts in steps, what may be made is still counted from its last move, if that was not long ago. */
  #stands(base: Anchor, at: number): Verdict {
    const stood = this.#stood ?? { at: base.at, allowed: base.allowed };
    const isLong = at - stood.at >= standingS;
    const { assumed, inGaps } = stood.allowed;
    this.#base = { ...base, at, ...(isLong && { allowed: { ...base.allowed, assumed, inGaps } }) };
    this.#stood = isLong ? { at, allowed: this.#allowance.now } : stood;
    this.#settle();
    return this.#verdict({ asOf: at });
  }

  #settle(): void {
    [this.#doubt, this.#unconfirmed] = [null, null];
    this.#established = Math.min(establishedAfter, this.#established + 1);
  }

  #advance(now: Anchor, total: number): Verdict {
    const gained = Math.max(0, total - this.#total);
    this.#grow(gained, now);
    if (this.#total - total > slackOf(now.raw, now.raw, 0) + lumpKwh) this.#bases.differ(now.at);
    // What was made in a longer time comes at once: the minutes before tell nothing of it.
    if (this.#course.isLump(gained, now, 0)) this.#course.clear();
    if (this.#base) this.#remembered.add(this.#base);
    this.#settle();
    [this.#base, this.#stood] = [{ ...now, total }, null];
    return this.#verdict({ asOf: now.at, gained });
  }

  #grow(kwh: number, now: Anchor): void {
    this.#total += kwh;
    if (kwh > 0) this.#grown = now;
  }

  #advanceAtOnce(now: Anchor, total: number): Verdict {
    this.#lump = this.#base && { before: this.#base, at: now.at };
    return this.#advance(now, total);
  }

  /** Only a gap explains it: what comes once may be wrong, and would be the energy of hours. */
  #confirm(now: Anchor, total: number, slack: number, context: CounterContext): Verdict {
    const before = this.#unconfirmed;
    const fits =
      before !== null && explained(now.raw - before.raw, before.allowed, now.allowed, slack) === 'yes';
    if (!fits) this.#unconfirmedAt = now.at;
    this.#unconfirmed = now;
    const needsS = now.at - (this.#base?.at ?? 0) <= standingS ? 0 : confirmedAfterS;
    if (fits) this.#bases.weighGap({ ...now, total }, context);
    if (fits && now.at - this.#unconfirmedAt >= needsS) return this.#advanceAtOnce(now, total);
    return { ...this.#held('contatore'), shown: null };
  }

  /**
   * It shows what follows from an earlier reading: the one in between was wrong, and its energy is not counted twice. What power made
   * step by step was not wrong: a counter that falls below it was set back.
   */
  #backTo(now: Anchor, base: Anchor, context: CounterContext): Verdict | null {
    if (now.raw >= base.raw) return null;
    const slack = slackOf(base.raw, now.raw, context.usualKw);
    const isSmall = base.raw - Math.min(now.raw, this.#doubt?.from.raw ?? now.raw) <= slackFalls * slack;
    const lump = this.#lump && context.at - this.#lump.at <= standingS ? [this.#lump.before] : [];
    const earlier =
      [...lump, ...(isSmall ? this.#remembered.recent : [])]
        .filter(anchor => follows(anchor, now, context))
        .at(-1) ?? truerThan(base, now, this.#remembered.past, slack);
    if (!earlier) return null;
    this.#remembered.forgetAfter(earlier);
    this.#lump = null;
    const turned = { ...now, turned: earlier.turned };
    const newBase = this.#bases.takenBack(earlier, base, turned);
    return { ...this.#advance(turned, earlier.total + now.raw - earlier.raw), newBase };
  }

  /** It shows again what follows from a base of some time ago: the device was never changed. `isPossible`: as it may follow from `base`. */
  #return(now: Anchor, base: Anchor, context: CounterContext, isPossible = false): Verdict | null {
    const former = this.#bases.take(now, context, isPossible ? base : null);
    if (!former) return null;
    this.#remembered.startFrom(former);
    const turned = { ...now, turned: former.turned };
    const newBase = this.#bases.takenBack(former, base, turned);
    return { ...this.#advance(turned, former.total + now.raw - former.raw), newBase };
  }

  #doubted(now: Anchor, base: Anchor, context: CounterContext): Verdict {
    if (this.#established < establishedAfter || base.raw === 0) return this.#beginAnew(now, base);
    const doubt = this.#doubt;
    const before = doubt?.newest;
    const slack = before ? slackOf(before.raw, now.raw, context.usualKw) : 0;
    const delta = before ? now.raw - before.raw : 0;
    const fits =
      before &&
      explained(delta, before.allowed, now.allowed, slack) === 'yes' &&
      !this.#course.isTooMuch(this.#total + delta, now, before, slack);
    if (!doubt || !before || !fits) {
      this.#doubt = { ...beginOf(doubt, now, this.#grown ?? base), from: now, newest: now, readings: 1 };
      return this.#held('contatore');
    }
    // What the readings differ by was made by the power, whatever they count from, and in whatever steps.
    const gained = Math.min(delta, mostInDoubt(doubt, now, slackOf(base.raw, base.raw, context.usualKw)));
    this.#grow(gained, now);
    [doubt.counted, doubt.uncounted] = [doubt.counted + gained, doubt.uncounted + delta - gained];
    if (doubt.uncounted > slack + lumpKwh) this.#bases.differ(now.at);
    doubt.newest = delta > 0 ? now : { ...before, at: now.at };
    doubt.readings++;
    const back = doubt.readings >= settled.readings ? this.#return(doubt.newest, base, context) : null;
    if (back) return { ...back, gained: back.gained + gained };
    const isSettled = now.at - doubt.from.at >= settled.afterS && doubt.readings >= settled.readings;
    if (!isSettled) return { ...this.#held('contatore'), gained };
    const verdict = this.#decided(doubt, base, context);
    return { ...verdict, gained: verdict.gained + gained };
  }

  /** What has stood long enough: energy that power made from an earlier reading, else a new base. */
  #decided(doubt: Doubt, base: Anchor, context: CounterContext): Verdict {
    const { from, newest: now } = doubt;
    const origin = originOf(from, { base, past: this.#remembered.past, former: this.#bases.former }, context);
    if (origin) {
      this.#bases.weigh(origin, now);
      const turned = { ...now, turned: origin.turned };
      const newBase = this.#bases.takenBack(origin, base, turned);
      return { ...this.#advanceAtOnce(turned, origin.total + now.raw - origin.raw), newBase };
    }
    const next = { ...now, turned: 0, total: this.#total };
    [this.#base, this.#stood] = [next, null];
    this.#remembered.startFrom(next);
    this.#settle();
    return this.#verdict({ asOf: now.at, newBase: this.#bases.change(base, next, doubt, context) });
  }

  /** Nothing has confirmed the first readings, or they were 0: the present one is as good. */
  #beginAnew(now: Anchor, base: Anchor): Verdict {
    if (base.raw > 0) return this.#begin(now);
    const before = this.#unconfirmed;
    this.#confirmations = before !== null && now.raw >= before.raw ? this.#confirmations + 1 : 1;
    this.#unconfirmed = now;
    if (this.#confirmations < establishedAfter) return this.#held('contatore');
    this.#unconfirmed = null;
    return this.#begin(now);
  }

  #held(reason: RefusalReason): Verdict {
    const { shown = null, asOf = Number.NaN } = this.#last ?? {};
    return this.#verdict({ asOf, reason, shown: this.#base ? shownBy(this.#base) : shown });
  }

  #verdict(own: Partial<Verdict> & Pick<Verdict, 'asOf'>): Verdict {
    return {
      shown: this.#base && shownBy(this.#base),
      total: this.#established < establishedAfter ? null : this.#total,
      gained: 0,
      shifted: 0,
      reason: null,
      newBase: null,
      ...own,
    };
  }
}
