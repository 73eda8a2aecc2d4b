import { type Allowed, isStillAway, lumpKwh, mostLikely, mostUncounted, slackOf } from './allowance';
import type { Moved } from './memory';
import {
  type Anchor,
  type CounterContext,
  type Doubt,
  follows,
  isTruerOrigin,
  type KeptCounter,
  keptAnchor,
  type NewBase,
  shownBy,
} from './readings';

/** A device that comes back to what it showed up to this long ago has never been changed, s. */
export const rememberedS = 7 * 86_400;
const mostFormer = 8;
const dayS = 86_400;

/** Readings from which a counter went on before the present one: a lie that lasts for an hour ends where it began. */
export class Bases {
  #former: readonly Anchor[] = [];
  /** When the newest base that was announced began, seconds. */
  #announcedAt = Number.NEGATIVE_INFINITY;
  #newest: Anchor | null = null;
  #missedAt = Number.NaN;
  /** When the base before each change was read last, and what `missedAt` was then: what is taken back leaves that. */
  #changes: readonly { readonly at: number; readonly missedAt: number }[] = [];
  /** The reading since which counter and power differ; null while they agree. */
  #stray: Moved | null = null;
  /** What was allowed at the first reading of all. */
  #first: Allowed | null = null;
  /** kWh that the changes within a day have left uncounted, and when the newest was. */
  #lost = { at: Number.NEGATIVE_INFINITY, kwh: 0 };

  get former(): readonly Anchor[] {
    return this.#former;
  }

  /** The newest base that was announced, as it began; null while there is none. */
  get newest(): Anchor | null {
    return this.#newest;
  }

  /** When a base began before which more was made than was counted, or more was counted than was made, seconds; NaN where none did. */
  get missedAt(): number {
    return this.#missedAt;
  }

  resume({ at, missedAt, former }: KeptCounter, allowed: Allowed): void {
    // The present base was announced after the former one.
    if (former) [this.#former, this.#announcedAt] = [[keptAnchor(former, allowed)], at];
    this.#missedAt = missedAt ?? Number.NaN;
    if (former && this.#missedAt <= former.at) this.#changes = [{ at: former.at, missedAt: this.#missedAt }];
  }

  /** More was counted until `at` than was made, or less: it is not known, even once the difference is worked off. */
  differ(at: number): void {
    this.#missedAt = at;
  }

  /**
   * What power made and what was counted differ: at once by `unmade`, kWh; or since the reading `stray`, which is null once they agree
   * again. What was not made up for then is lost.
   */
  follow(now: Moved, unmade: number, stray: Moved | null): void {
    if (unmade > lumpKwh) this.#missedAt = now.at;
    const from = this.#stray;
    this.#stray = stray && (from ?? stray);
    if (from && !stray && isStillAway(now.total - from.total, from, now)) this.#missedAt = now.at;
  }

  /** Nothing was believed before. `wrong`: first readings that did not hold, since which no energy was counted. */
  begin(wrong: Anchor | null, now: Anchor): void {
    this.#former = [];
    if (!wrong || !this.#first) this.#first = (wrong ?? now).allowed;
    if (mostLikely(this.#first, now.allowed) > lumpKwh) this.#missedAt = now.at;
  }

  /** The counter goes on from another reading after a doubt: `next` in the place of `base`. */
  change(base: Anchor, next: Anchor, { grown, counted }: Doubt, { usualKw }: CounterContext): NewBase {
    const uncounted = Math.max(0, mostUncounted(grown.allowed, next.allowed) - counted);
    const isSameDay = next.at - this.#lost.at < dayS;
    this.#changes = [...this.#changes, { at: base.at, missedAt: this.#missedAt }].slice(-mostFormer);
    // Each change loses the time between two readings: together the changes of a day lose more than one does.
    this.#lost = { at: next.at, kwh: uncounted + (isSameDay ? this.#lost.kwh : 0) };
    if (this.#lost.kwh > slackOf(base.raw, base.raw, usualKw) + lumpKwh) this.#missedAt = next.at;
    this.#former = [...this.#former, base].slice(-mostFormer);
    [this.#announcedAt, this.#newest] = [next.at, next];
    return { from: shownBy(base), to: next.raw, at: next.at };
  }

  /** A base that was announced since an earlier reading, and holds no more. */
  takenBack(earlier: Anchor, base: Anchor, now: Anchor): NewBase | null {
    if (earlier.at >= this.#announcedAt) return null;
    const undone = this.#changes.find(({ at }) => at >= earlier.at);
    this.#changes = this.#changes.filter(({ at }) => at < earlier.at);
    [this.#announcedAt, this.#newest] = [earlier.at, null];
    this.#missedAt = undone?.missedAt ?? Number.NaN;
    return { from: shownBy(base), to: shownBy(now), at: now.at };
  }

  /**
   * A former base from which a reading follows: the device was never changed. It is no former one any more. Where the reading may follow
   * from the present base (`than`) as well, the powers that were read have to say so.
   */
  take(now: Anchor, context: CounterContext, than: Anchor | null): Anchor | null {
    this.#former = this.#former.filter(anchor => context.at - anchor.at <= rememberedS);
    const isTruer = (anchor: Anchor) => than === null || isTruerOrigin(anchor, than, now, context);
    const found = this.#former.filter(each => follows(each, now, context) && isTruer(each)).at(-1) ?? null;
    if (found) this.#former = this.#former.filter(anchor => anchor !== found);
    return found;
  }

  /** A difference that margins of the power and of steps explain, by more than a kWh, leaves it uncertain. */
  weigh(from: Anchor, now: Anchor): void {
    const most = mostUncounted(from.allowed, now.allowed) + lumpKwh;
    if (now.raw - from.raw > most) this.#missedAt = now.at;
  }

  /** A reading that only a gap explains leaves it uncertain where it follows as well from a former base, with another total. */
  weighGap(now: Anchor, context: CounterContext): void {
    const isOtherwise = this.#former.some(former => {
      const delta = now.raw - former.raw;
      const isPossible = follows(former, now, context) && delta <= mostUncounted(former.allowed, now.allowed);
      return isPossible && Math.abs(former.total + delta - now.total) > lumpKwh;
    });
    if (isOtherwise) this.#missedAt = now.at;
  }
}
