/** Powers are compared as means of this time, one after the other, s. */
const meanS = 120;
/** A change of production by this share of the rated power is a whole piece of evidence, a smaller one a part of it. */
const wholeShare = 0.03;
/** An exchange that changes the other way, by so much of the change of production: no consumption does that often. */
const opposite = { least: 0.5, most: 2 } as const;
/** What a change is worth: the other way, the same way, or neither. */
const worth = { opposite: 1, same: -2, neither: -0.5 } as const;
/** From this on the meter is doubted, until nothing is left; and no more than this is kept. */
const doubtedFrom = 5;
const mostKept = 8;
/** In what is kept: it looks the other way. More than any score. */
const turnedMark = 100;

/** Power of production and exchange, kW, export positive. */
interface Powers {
  readonly production: number;
  readonly exchange: number;
}

const none: Powers = { production: 0, exchange: 0 };

/**
 * Whether an exchange meter looks the other way. What a site exports rises and falls with what its plant makes; where each cloud lets the
 * meter show more export, its sign is turned. A site whose production does not change tells nothing.
 */
export class Direction {
  #sum = none;
  #count = 0;
  #slot = Number.NaN;
  /** The mean of the slot before; null where not all of it is known. */
  #before: Powers | null = null;
  #isKnown = true;
  #score = 0;
  #isTurned = false;

  get isTurned(): boolean {
    return this.#isTurned;
  }

  /** What is known of it, as one number, for a restart. */
  get kept(): number {
    return this.#score + (this.#isTurned ? turnedMark : 0);
  }

  resume(kept: number): void {
    this.#isTurned = kept >= turnedMark;
    this.#score = Math.min(mostKept, kept - (this.#isTurned ? turnedMark : 0));
  }

  /** The powers at `t`, seconds; null where one of them is not known. */
  add(t: number, powers: Powers | null, ratedKw: number): void {
    const slot = Math.floor(t / meanS);
    if (slot !== this.#slot) this.#close(slot, ratedKw);
    this.#isKnown &&= powers !== null;
    if (!powers) return;
    const { production, exchange } = this.#sum;
    this.#sum = { production: production + powers.production, exchange: exchange + powers.exchange };
    this.#count++;
  }

  #close(slot: number, ratedKw: number): void {
    const { production, exchange } = this.#sum;
    const isWhole = this.#isKnown && this.#count > 0;
    const mean = isWhole ? { production: production / this.#count, exchange: exchange / this.#count } : null;
    if (mean && this.#before) this.#compare(mean, this.#before, ratedKw);
    this.#before = slot === this.#slot + 1 ? mean : null;
    [this.#sum, this.#count, this.#slot, this.#isKnown] = [none, 0, slot, true];
  }

  #compare(now: Powers, before: Powers, ratedKw: number): void {
    const made = now.production - before.production;
    const ratio = made === 0 ? 0 : (now.exchange - before.exchange) / made;
    const isOpposite = -ratio >= opposite.least && -ratio <= opposite.most;
    const kind = isOpposite ? 'opposite' : ratio > opposite.least ? 'same' : 'neither';
    const share = ratedKw > 0 ? Math.min(1, Math.abs(made) / (wholeShare * ratedKw)) : 0;
    this.#score = Math.min(mostKept, Math.max(0, this.#score + worth[kind] * share));
    if (this.#score >= doubtedFrom) this.#isTurned = true;
    else if (this.#score === 0) this.#isTurned = false;
  }
}
