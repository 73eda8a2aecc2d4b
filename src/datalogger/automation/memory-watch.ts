import * as v from 'valibot';
import type { Log } from '../core/log';
import type { MemoryUse } from '../core/system/memory-use';
import type { Program } from '../core/system/power-off';
import type { Notes } from '../storage/jobs/notes';

interface MemoryOptions {
  readonly use: () => MemoryUse | null;
  /** Absent where this is not the whole program: then nothing is ended. */
  readonly program: Program | undefined;
  readonly notes: Notes;
  /** Epoch ms of the device's clock. */
  readonly now: () => number;
  readonly log: Log;
}

/** Time between two looks, s; the limit must be near in as many of them, one after the other. */
const lookEveryS = 10;
const looks = 3;
/** Share of the limit at which the program ends: beyond it the kernel would end it without closing anything. */
const nearShare = 0.92;
const dayMs = 86_400_000;
/** Minutes that the program must have run before it ends for this: `firstPauseMin`, times `growth` for each time in a day. */
const firstPauseMin = 5;
const growth = 4;
const longestPauseMin = 1440;

const Ends = v.object({ at: v.array(v.number()) });
const noteName = 'memory-ends';

/**
 * Ends the program in good order before its memory is used up; the service manager starts it again. Each time in a day makes it wait
 * longer, so that memory that is short for ever is no loop of starts.
 */
export class MemoryWatch {
  readonly #options: MemoryOptions;
  #startedS: number | null = null;
  #lookedS = Number.NEGATIVE_INFINITY;
  #near = 0;
  #isEnding = false;
  #hasSaidWaiting = false;

  constructor(options: MemoryOptions) {
    this.#options = options;
  }

  /** How often the program ended for this in the last day. */
  get endsOfDay(): number {
    return this.#ends().length;
  }

  cycle(steadyS: number): void {
    this.#startedS ??= steadyS;
    if (this.#isEnding || steadyS - this.#lookedS < lookEveryS) return;
    this.#lookedS = steadyS;
    const use = this.#options.use();
    this.#near = use && use.used >= nearShare * use.limit ? this.#near + 1 : 0;
    if (use && this.#near >= looks) this.#onNear(use, steadyS - this.#startedS);
  }

  #onNear({ used, limit }: MemoryUse, ranS: number): void {
    const { program, log } = this.#options;
    const ends = this.#ends();
    const pauseMin = Math.min(longestPauseMin, firstPauseMin * growth ** ends.length);
    const of = `${mebibytes(used)} of ${mebibytes(limit)} MiB are in use`;
    if (!program || ranS < pauseMin * 60) {
      if (!this.#hasSaidWaiting) log.error(`the memory is nearly used up: ${of}`);
      this.#hasSaidWaiting = true;
      return;
    }
    this.#isEnding = true;
    log.error(`the memory is nearly used up: ${of}; the program ends, to be started again`);
    this.#options.notes.write(noteName, { at: [...ends, this.#options.now()] });
    program
      .end()
      .catch(error => log.error('the program did not end in good order', error))
      .finally(() => program.leave());
  }

  #ends(): readonly number[] {
    const { notes, now } = this.#options;
    const since = now() - dayMs;
    return (notes.read(noteName, Ends)?.at ?? []).filter(at => at > since && at <= now());
  }
}

const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
