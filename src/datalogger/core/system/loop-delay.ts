import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** ms between two looks: a delay that is shorter is not seen. */
const resolution = 10;
const nanoseconds = 1e9;

/** How long this thread did nothing but one piece of work, since it was started: its samples and answers waited for so long. */
export class LoopDelay {
  readonly #histogram: IntervalHistogram = monitorEventLoopDelay({ resolution });

  start(): void {
    this.#histogram.enable();
  }

  /** s: 99.9 % of all looks were late by less than `usual`, and none by more than `longest`. */
  read(): { readonly usual: number; readonly longest: number } {
    const late = (ns: number) => Math.max(0, ns / nanoseconds - resolution / 1000);
    return { usual: late(this.#histogram.percentile(99.9)), longest: late(this.#histogram.max) };
  }

  close(): void {
    this.#histogram.disable();
  }
}
