import { type Allowed, lumpKwh, type Moment, mostCounted, mostEver, mostKnown, slackOf } from './allowance';
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
interface Followed {
  readonly at: number;
  readonly total: number;
  readonly allowed: Allowed;
  /** What the register showed, kWh, and what was allowed when energy was counted last: a counter that counts in steps is late. */
  readonly raw: number;
  readonly grown: Allowed;
}

/** How the total came about in the last minutes. */
export class Course {
  #followed: Followed[] = [];

  get newest(): Followed | undefined {
    return this.#followed.at(-1);
  }

  /** Remembers a total. Returns by how many kWh the power that was read cannot have made it in the last minutes. */
  follow(now: Followed, context: CounterContext): number {
    const unmade = this.#unmade(now, context);
    if (!isDue(this.newest, now.at, recent.everyS)) return unmade;
    this.#followed.push(now);
    if (this.#followed.length > recent.count) this.#followed.shift();
    return unmade;
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
    this.#followed = [];
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
