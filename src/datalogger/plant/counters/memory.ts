import {
  type Allowed,
  lumpKwh,
  type Moment,
  meanOfGreatest,
  mostCounted,
  mostEver,
  mostKnown,
  sampledBetween,
  slackOf,
  tellingReadings,
} from './allowance';
import type { Anchor, CounterContext } from './readings';

/** Readings that are remembered one by one: one in 20 s of 15 minutes, and one in 5 min of 4 hours. */
const recent = { everyS: 20, count: 45 } as const;
const past = { everyS: 300, count: 48 } as const;
/** The course is followed for so long, s. */
const followedS = 600;

const isDue = (before: { readonly at: number } | undefined, at: number, everyS: number) =>
  at - (before?.at ?? Number.NEGATIVE_INFINITY) >= everyS;

/** Readings that were believed, oldest first. */
export class Remembered {
  #recent: readonly Anchor[] = [];
  #past: readonly Anchor[] = [];

  /** Of the last minutes. */
  get recent(): readonly Anchor[] {
    return this.#recent;
  }

  /** Of the last hours, also before another base. */
  get past(): readonly Anchor[] {
    return this.#past;
  }

  add(anchor: Anchor): void {
    if (isDue(this.#recent.at(-1), anchor.at, recent.everyS))
      this.#recent = [...this.#recent, anchor].slice(-recent.count);
    if (isDue(this.#past.at(-1), anchor.at, past.everyS))
      this.#past = [...this.#past, anchor].slice(-past.count);
  }

  /** What came after a reading was wrong. */
  forgetAfter({ at }: Anchor): void {
    this.#recent = this.#recent.filter(anchor => anchor.at <= at);
    this.#past = this.#past.filter(anchor => anchor.at <= at);
  }

  /** The counter goes on from another reading. */
  startFrom(anchor: Anchor): void {
    this.#recent = [anchor];
  }

  /** Nothing was believed before. */
  begin(anchor: Anchor): void {
    [this.#recent, this.#past] = [[anchor], []];
  }
}

/** A total at a moment. */
export interface Moved {
  readonly at: number;
  readonly total: number;
  readonly allowed: Allowed;
}

interface Followed extends Moved {
  /** What the register showed, kWh, and what was allowed when energy was counted last: a counter that counts in steps is late. */
  readonly raw: number;
  readonly grown: Allowed;
}

/** kWh in one move that no delay of the counter explains, where the powers of the last minutes are known. */
const suddenKwh = 3;
/**
 * A counter that does not move for so long, s, while power makes several times what it moves by, is stuck. Where it has moved less than twice,
 * it may be one that moves by this share of an hour's energy.
 */
const stuck = { afterS: 900, unknownS: 3600, unknownShare: 0.1, moves: 2, remembered: 8 } as const;
/** One that counts less than half or more than twice of what was made in so long, s, counts in another unit, or the power is wrong. */
const astray = { afterS: 840, factor: 2 } as const;

/** What a late counter adds was made by powers of the last minutes, s. */
const lateS = 300;
/** Fewer moments do not tell the powers of the last minutes. */
const tellingMoments = 4;

/** kW that were read at most in the last minutes; `usualKw` where they were not all read. */
function greatestKw(moments: readonly Moment[], usualKw: number): number {
  if (moments.length < tellingMoments) return usualKw;
  const powers = moments.slice(1).map((now, index) => meanOfGreatest(moments[index] ?? now, now, usualKw));
  return Math.min(usualKw, Math.max(...powers));
}

/** How the total came about in the last minutes. */
export class Course {
  #followed: Followed[] = [];
  #before: Followed | null = null;
  /** Its newest moves, kWh, and when it moved last. */
  #moves: number[] = [];
  #moved: Followed | null = null;

  get newest(): Followed | undefined {
    return this.#followed.at(-1);
  }

  /**
   * Remembers a total. Returns by how many kWh the power that was read cannot have made it in the last minutes, and since when it plainly
   * counts something else than that power; null while it does not.
   */
  follow(now: Followed, context: CounterContext): { readonly unmade: number; readonly stray: Moved | null } {
    const unmade = Math.max(this.#unmade(now, context), this.#sudden(now, context));
    this.#move(now);
    const stray = this.#strayed(now, context);
    this.#before = now;
    if (isDue(this.newest, now.at, recent.everyS)) {
      this.#followed.push(now);
      if (this.#followed.length > recent.count) this.#followed.shift();
    }
    return { unmade, stray };
  }

  #move(now: Followed): void {
    const moved = now.total - (this.#before?.total ?? now.total);
    if (moved > 0) this.#moves = [...this.#moves, moved].slice(-stuck.remembered);
    if (moved > 0 || !this.#moved) this.#moved = now;
  }

  /** kWh that came in one move, beyond what power made since the move before and what a late counter adds of the powers of some minutes. */
  #sudden(now: Followed, { usualKw, isCompared = true }: CounterContext): number {
    const before = this.#before;
    if (!isCompared || !before || now.total - before.total <= suddenKwh) return 0;
    const lately = this.#followed.filter(each => now.at - each.at <= lateS);
    const lateKw = greatestKw([...lately, now], usualKw);
    const most = mostCounted(before.grown, now.allowed) + 2 * slackOf(before.raw, now.raw, lateKw);
    const beyond = now.total - before.total - most;
    return beyond > suddenKwh ? beyond : 0;
  }

  #strayed(now: Followed, { usualKw, isCompared = true }: CounterContext): Moved | null {
    if (!isCompared) return null;
    const isKnown = this.#moves.length >= stuck.moves;
    const move = isKnown ? Math.max(...this.#moves) : stuck.unknownShare * usualKw;
    const usual = 2 * (slackOf(now.raw, now.raw, usualKw) + lumpKwh + move);
    const isPlain = (from: Followed, made: number | null) => {
      const counted = now.total - from.total;
      if (made === null || Math.abs(made - counted) <= usual) return false;
      return astray.factor * Math.min(made, counted) < Math.max(made, counted);
    };
    const moved = this.#moved;
    const standsS = isKnown ? stuck.afterS : stuck.unknownS;
    if (moved && now.at - moved.at >= standsS && isPlain(moved, sampledBetween(moved, now))) return moved;
    const from = this.#followed.find(each => now.at - each.at >= astray.afterS);
    const isOften = from && now.allowed.readings - from.allowed.readings >= tellingReadings;
    return isKnown && isOften && isPlain(from, sampledBetween(from, now)) ? from : null;
  }

  /** Whether a counter moves by what no power makes between two readings, kWh. */
  isLump(delta: number, { allowed }: Pick<Moment, 'allowed'>, slack: number): boolean {
    const { newest } = this;
    return newest !== undefined && delta > mostEver(newest.allowed, allowed) + 2 * slack + lumpKwh;
  }

  /** Whether a total would be more than the greatest power makes, in small steps since some minutes. */
  isTooMuch(total: number, { at, allowed }: Moment, from: Moment, slack: number): boolean {
    // The oldest of the last ten minutes.
    const earlier = this.#followed.find(each => at - each.at <= followedS);
    if (!earlier) return false;
    const most = Math.max(mostEver(earlier.allowed, allowed), mostKnown(from.allowed, allowed));
    return total - earlier.total > most + 2 * slack;
  }

  clear(): void {
    [this.#followed, this.#moves] = [[], []];
    [this.#before, this.#moved] = [null, null];
  }

  /** kWh that were counted in the last minutes although the power that was read cannot have made them; 0 within steps and delays. */
  #unmade({ at, allowed, total, raw }: Followed, { usualKw, isCompared = true }: CounterContext): number {
    if (!isCompared) return 0;
    let most = 0;
    for (const each of this.#followed) {
      const beyond = total - each.total - mostCounted(each.grown, allowed);
      if (beyond > most && at - each.at <= followedS)
        most = Math.max(most, beyond - 2 * slackOf(each.raw, raw, usualKw));
    }
    return most;
  }
}
