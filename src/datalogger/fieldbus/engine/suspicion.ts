import { mostCounted, wrappedRange } from '../../devices/device-counters';
import type { Values } from '../../source';

/** A suspicious reading is believed when it comes this often in a row. */
const believedAfter = 3;

/** What an inverter said, and when: seconds of the steady clock. */
export interface Said {
  readonly values: Values;
  readonly sampled: number;
}

const isNothing = (value: number | null | undefined) => (value ?? 0) === 0;
/** Some inverters answer with nothing but zeros while their own bus is busy. */
const ofZeros = ['pac', 'fac', 'uab', 'ubc', 'uca', 'etot'];

/** Whether a reading cannot follow from the one before: all zeros, or a lifetime counter that fell before its end or rose too fast. `ratedKw` of the inverter. */
export function cannotFollow(before: Said, now: Said, ratedKw: number): boolean {
  const isEmpty = (values: Values) => ofZeros.every(point => isNothing(values[point]));
  if (isEmpty(now.values) && !isEmpty(before.values)) return true;
  const [from, to] = [before.values.etot ?? null, now.values.etot ?? null];
  if (from === null || to === null) return false;
  const most = mostCounted(ratedKw, now.sampled - before.sampled);
  return to < from ? wrappedRange(from, to, most) === 0 : to - from > most;
}

/** Drops readings that cannot be, until they come again and again. */
export class Suspicion {
  #inRow = 0;

  /** Whether the newest reading was dropped. */
  get isSuspicious(): boolean {
    return this.#inRow > 0;
  }

  /** Whether a reading is taken. */
  takes(isSuspicious: boolean): boolean {
    this.#inRow = isSuspicious ? this.#inRow + 1 : 0;
    if (this.#inRow < believedAfter) return !isSuspicious;
    this.#inRow = 0;
    return true;
  }
}
