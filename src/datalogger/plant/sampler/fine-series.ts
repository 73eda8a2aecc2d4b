import type { Frame } from '../../storage/measures/frame';
import { fineGroups, fineKeptS, fineStepS, type KeptGroup } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { minuteS } from '../../storage/measures/rollup';
import { isGood } from '../processing/rows';
import type { Snapshot } from '../snapshot';
import type { FigureLimits } from '../source';
import { framesOf, SampleMemory } from './sample-frame';

/** Samples that wait while the disk refuses them: those of a day. Beyond that the oldest is dropped. */
const longestQueue = fineKeptS / fineStepS;

/** Time between two deletions of what is older than a day, s: each writes a page. */
const trimEveryS = 3600;

/** Single samples of the controllers and protections, for a day. They are gathered once a minute. */
export class FineSeries {
  readonly #store: Measures;
  readonly #limits: () => FigureLimits;
  readonly #memory = new SampleMemory();
  #queue: ReadonlyMap<KeptGroup, Frame>[] = [];
  #sampledAt = Number.NEGATIVE_INFINITY;
  #committedAt = Number.NEGATIVE_INFINITY;
  #trimmedAt = Number.NEGATIVE_INFINITY;

  constructor(store: Measures, limits: () => FigureLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** Takes the sample of every fourth second, or of the first second after it that is seen. */
  add({ t, groups: { cci, spi } }: Snapshot): void {
    const at = Math.floor(t / fineStepS) * fineStepS;
    if (at === this.#sampledAt) return;
    this.#sampledAt = at;
    const sample = framesOf({
      t: at,
      seconds: fineStepS,
      groups: { cci, spi },
      limits: this.#limits(),
      isGood: (_, rows, device) => isGood(rows, device, t),
      energy: () => 0,
      memory: this.#memory,
    });
    this.#queue.push(sample);
    if (this.#queue.length > longestQueue) this.#queue.shift();
  }

  /** Gathers what waits, at most once a minute unless `isLast`. Throws when the store does: then everything waits on. */
  commit(isLast = false): void {
    if (this.#queue.length === 0) return;
    const isDue = Math.abs(this.#sampledAt - this.#committedAt) >= minuteS;
    if (!isDue && !isLast) return;
    const mustTrim = isLast || Math.abs(this.#sampledAt - this.#trimmedAt) >= trimEveryS;
    this.#store.gather(() => {
      for (const frames of this.#queue)
        for (const [group, frame] of frames) this.#store.put('fine', group, frame);
      for (const group of fineGroups) {
        if (mustTrim) this.#store.remove('fine', group, 0, this.#sampledAt - fineKeptS);
        // After the clock was set back: what it had counted ahead.
        this.#store.remove('fine', group, this.#sampledAt + 1, Number.MAX_SAFE_INTEGER);
      }
    });
    if (mustTrim) this.#trimmedAt = this.#sampledAt;
    this.#queue = [];
    this.#committedAt = this.#sampledAt;
  }
}
