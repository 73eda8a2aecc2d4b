import type { RefusalReason } from '../../../contract/refusals';
import { isAbsentCode } from '../gate/absent';
import { Allowance, explained, mostEver, mostKnown, slackOf } from './allowance';
import { Course, Remembered } from './memory';
import {
  type Anchor,
  beginOf,
  type CounterContext,
  type Doubt,
  follows,
  isAhead,
  isOffPower,
  type KeptCounter,
  keptAnchor,
  keptOf,
  mostInDoubt,
  type NewBase,
  originOf,
  shownBy,
  truerThan,
  type Verdict,
} from './readings';
import { wrappedRange } from './wrap';

/** A first reading is believed once it was followed by as many. */
const establishedAfter = 3;
/** After a long gap readings are believed when they come for so long, s; after a short one when they come twice. */
const confirmedAfterS = 90;
/** Another reading is a new base once it has stood for this long, s, and at least so often. */
const settled = { afterS: 300, readings: 3 } as const;
/** A device that comes back to what it showed up to this long ago has never been changed, s. */
export const rememberedS = 7 * 86_400;
/** A counter that changes seldom is judged by what was made in one or two of these times, s. */
const standingS = 900;
const mostFormer = 8;
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
  /** Bases before the present one: a lie that lasts for an hour ends where it began. */
  #former: Anchor[] = [];
  /** When the newest base that was announced began, seconds. */
  #basedAt = Number.NEGATIVE_INFINITY;
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

  get last(): Verdict | null {
    return this.#last;
  }

  keep(): KeptCounter | null {
    return this.#base && keptOf(this.#base, this.#total, this.#former.at(-1));
  }

  resume({ raw, turned, carried, ahead, at, former }: KeptCounter): void {
    this.#allowance.resume(at);
    this.#base = { raw, turned, total: raw + turned + carried, at, allowed: this.#allowance.now };
    this.#total = this.#base.total + ahead;
    this.#established = establishedAfter;
    this.#remembered.startFrom(this.#base);
    // The present base was announced after the former one.
    if (former) [this.#former, this.#basedAt] = [[keptAnchor(former, this.#allowance.now)], at];
    this.#last = this.#verdict({ asOf: at });
  }

  /** `raw`: what the device shows, kWh; null where it shows nothing. */
  read(raw: number | null, context: CounterContext): Verdict {
    const { at, powerKw, mostKw, validS } = context;
    if (at === this.#allowance.at && raw === this.#lastRaw && this.#last) {
      this.#last = { ...this.#last, gained: 0, shifted: 0, newBase: null };
      return this.#last;
    }
    this.#lastRaw = raw;
    this.#allowance.add(at, powerKw, mostKw, validS);
    const verdict = this.#judge(raw, context);
    const now = { at, allowed: this.#allowance.now };
    const [base, total] = [this.#base, this.#total];
    const isOff = isOffPower(base, this.#remembered.past, now, context) || isAhead(base, total, context);
    this.#last = isOff && verdict.reason === null ? { ...verdict, reason: 'contatore' } : verdict;
    this.#course.add({ ...now, total: this.#total });
    return this.#last;
  }

  #judge(raw: number | null, context: CounterContext): Verdict {
    const base = this.#base;
    const isNone = raw === null || isAbsentCode(raw) || (raw === 0 && (base?.raw ?? 0) > 0);
    if (isNone) return this.#held('assente');
    const now = { raw, turned: base?.turned ?? 0, total: 0, at: context.at, allowed: this.#allowance.now };
    if (!base) return this.#begin(now);
    const delta = raw - base.raw;
    if (delta === 0) return this.#stands(base, context.at);
    const slack = slackOf(base.raw, raw, context.usualKw);
    const isLump = this.#course.isLump(delta, now, slack);
    const back = isLump ? this.#return(now, base, context) : null;
    if (back) return back;
    const verdict = explained(delta, base.allowed, now.allowed, slack);
    if (verdict === 'yes' && !this.#isTooMuch(delta, now, base, slack))
      return isLump ? this.#advanceAtOnce(now, base.total + delta) : this.#advance(now, base.total + delta);
    if (verdict === 'gap') return this.#confirm(now, base.total + delta, slack);
    const most = context.mostKw * 1.5 * ((context.at - base.at) / 3600 + 0.1);
    const range = delta < 0 ? wrappedRange(base.raw, raw, most) : 0;
    if (range > 0) return this.#advance({ ...now, turned: now.turned + range }, base.total + delta + range);
    return this.#backTo(now, base, context) ?? this.#doubted(now, base, context);
  }

  /** The first reading ever, or one that replaces first readings that nothing has confirmed. */
  #begin(now: Anchor): Verdict {
    const before = this.#base ? this.#total : null;
    this.#total = now.raw;
    this.#base = { ...now, turned: 0, total: now.raw };
    [this.#former, this.#doubt, this.#stood, this.#established] = [[], null, null, 1];
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
    this.#total += gained;
    // What was made in a longer time comes at once: the minutes before tell nothing of it.
    if (this.#course.isLump(gained, now, 0)) this.#course.clear();
    const base = { ...now, total };
    const before = this.#base;
    this.#settle();
    [this.#base, this.#stood] = [base, null];
    if (before) this.#remembered.add(before);
    return this.#verdict({ asOf: now.at, gained });
  }

  #advanceAtOnce(now: Anchor, total: number): Verdict {
    this.#lump = this.#base && { before: this.#base, at: now.at };
    return this.#advance(now, total);
  }

  /** Whether it would have counted more than the greatest power makes, in small steps since some minutes. */
  #isTooMuch(delta: number, { at, allowed }: Anchor, from: Anchor, slack: number): boolean {
    const earlier = this.#course.oldest(at);
    if (!earlier) return false;
    const most = Math.max(mostEver(earlier.allowed, allowed), mostKnown(from.allowed, allowed));
    return this.#total + delta - earlier.total > most + 2 * slack;
  }

  /** Only a gap explains it: what comes once may be wrong, and would be the energy of hours. */
  #confirm(now: Anchor, total: number, slack: number): Verdict {
    const before = this.#unconfirmed;
    const fits =
      before !== null && explained(now.raw - before.raw, before.allowed, now.allowed, slack) === 'yes';
    if (!fits) this.#unconfirmedAt = now.at;
    this.#unconfirmed = now;
    const needsS = now.at - (this.#base?.at ?? 0) <= standingS ? 0 : confirmedAfterS;
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
    const isSmall = base.raw - now.raw <= slackFalls * slack;
    const lump = this.#lump && context.at - this.#lump.at <= standingS ? [this.#lump.before] : [];
    const earlier =
      [...lump, ...(isSmall ? this.#remembered.recent : [])]
        .filter(anchor => follows(anchor, now, context))
        .at(-1) ?? truerThan(base, now, this.#remembered.past, slack);
    if (!earlier) return null;
    this.#remembered.forgetAfter(earlier);
    this.#lump = null;
    const turned = { ...now, turned: earlier.turned };
    const newBase = this.#takenBack(earlier, base, turned);
    return { ...this.#advance(turned, earlier.total + now.raw - earlier.raw), newBase };
  }

  /** A base that was announced since an earlier reading, and holds no more. */
  #takenBack(earlier: Anchor, base: Anchor, now: Anchor): NewBase | null {
    if (earlier.at >= this.#basedAt) return null;
    this.#basedAt = earlier.at;
    return { from: shownBy(base), to: shownBy(now), at: now.at };
  }

  /** It shows again what follows from a base of some time ago: the device was never changed. */
  #return(now: Anchor, base: Anchor, context: CounterContext): Verdict | null {
    this.#former = this.#former.filter(anchor => context.at - anchor.at <= rememberedS);
    const former = this.#former.filter(anchor => follows(anchor, now, context)).at(-1);
    if (!former) return null;
    this.#former = this.#former.filter(anchor => anchor !== former);
    this.#remembered.startFrom(former);
    const turned = { ...now, turned: former.turned };
    const newBase = this.#takenBack(former, base, turned);
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
      !this.#isTooMuch(delta, now, before, slack);
    if (!doubt || !before || !fits) {
      this.#doubt = { ...beginOf(doubt, now), from: now, newest: now, readings: 1 };
      return this.#held('contatore');
    }
    // What the readings differ by was made by the power, whatever they count from, and in whatever steps.
    const gained = Math.min(delta, mostInDoubt(doubt, now, slackOf(base.raw, base.raw, context.usualKw)));
    this.#total += gained;
    doubt.counted += gained;
    doubt.newest = delta > 0 ? now : { ...before, at: now.at };
    doubt.readings++;
    const back = doubt.readings >= settled.readings ? this.#return(doubt.newest, base, context) : null;
    if (back) return { ...back, gained: back.gained + gained };
    const isSettled = now.at - doubt.from.at >= settled.afterS && doubt.readings >= settled.readings;
    if (!isSettled) return { ...this.#held('contatore'), total: this.#total, gained };
    const verdict = this.#decided(doubt.from, doubt.newest, base, context);
    return { ...verdict, gained: verdict.gained + gained };
  }

  /** What has stood long enough: energy that power made from an earlier reading, else a new base. */
  #decided(first: Anchor, now: Anchor, base: Anchor, context: CounterContext): Verdict {
    const origin = originOf(first, { base, past: this.#remembered.past, former: this.#former }, context);
    if (origin) {
      const turned = { ...now, turned: origin.turned };
      const newBase = this.#takenBack(origin, base, turned);
      return { ...this.#advanceAtOnce(turned, origin.total + now.raw - origin.raw), newBase };
    }
    this.#basedAt = now.at;
    this.#former = [...this.#former, base].slice(-mostFormer);
    [this.#base, this.#stood] = [{ ...now, turned: 0, total: this.#total }, null];
    this.#remembered.startFrom(this.#base);
    this.#settle();
    return this.#verdict({ asOf: now.at, newBase: { from: shownBy(base), to: now.raw, at: now.at } });
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
      total: this.#total,
      gained: 0,
      shifted: 0,
      reason: null,
      newBase: null,
      ...own,
    };
  }
}
