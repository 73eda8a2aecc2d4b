import * as v from 'valibot';
import { KeptNote, type Notes } from '../../storage/jobs/notes';
import { isExhaustedAfter, longestWaitMs, waitMsAfter } from './back-off';

const Kept = v.strictObject({
  /** How far each target has come, the latest last; epoch s of the plant's clock, and the days of the past that it was given first. */
  cursors: v.array(v.strictObject({ target: v.string(), sentTo: v.number(), days: v.number() })),
  /** Failed attempts in a row, and when the next is, ms of the device's steady clock. */
  failures: v.number(),
  retryAtMs: v.number(),
  /** Of the settings it was reached with. */
  version: v.number(),
  /** Minutes that were sent and are others since, oldest mark first. */
  corrections: v.optional(v.array(v.strictObject({ from: v.number(), to: v.number() })), []),
});
type Kept = v.InferOutput<typeof Kept>;

const nothingKept: Kept = { cursors: [], failures: 0, retryAtMs: 0, version: 0, corrections: [] };
const keptTargets = 8;

/** The target as its settings name it, and the days of the past that it is given first. */
export interface Target {
  readonly name: string;
  readonly days: number;
  readonly version: number;
}

/** How far a feed has come with each target that it ever had, and when it tries again; outlasts a restart. */
export class FeedProgress {
  readonly #note: KeptNote<Kept>;
  readonly #nowMs: () => number;

  constructor(notes: Notes, note: string, nowMs: () => number) {
    this.#note = new KeptNote(notes, note, Kept, nothingKept);
    this.#nowMs = nowMs;
  }

  get isExhausted(): boolean {
    return isExhaustedAfter(this.#kept.failures);
  }

  /** ms of the device's steady clock; null where the last attempt did not fail. */
  get retryAtMs(): number | null {
    return this.#kept.failures === 0 ? null : this.#kept.retryAtMs;
  }

  /** Until when the target has everything; null where it was never sent anything. */
  sentTo({ name }: Pick<Target, 'name'>): number | null {
    return this.#kept.cursors.find(({ target }) => target === name)?.sentTo ?? null;
  }

  /** Whether a failure before asks for more patience. New settings get their chance at once, and a clock that was set back does not lengthen the wait. */
  isWaiting({ version }: Target): boolean {
    if (this.#kept.version !== version) this.#keep({ ...this.#kept, version, failures: 0, retryAtMs: 0 });
    const left = this.#kept.retryAtMs - this.#nowMs();
    return left > 0 && left <= longestWaitMs;
  }

  /** Where the next request begins, as seen at `t`; a new target begins at `first(days)`, and so does one that is to have more of the past. */
  begin({ name, days }: Target, t: number, first: (days: number) => number): number {
    const old = this.#kept.cursors.find(({ target }) => target === name);
    const sentTo = old && old.sentTo <= t ? old.sentTo : first(old ? 0 : days);
    const begun = old && days > old.days ? Math.min(sentTo, first(days)) : sentTo;
    if (old?.sentTo !== begun || days > old.days) this.#move({ target: name, sentTo: begun, days });
    return begun;
  }

  /** What was measured from `t` on is not what it was: every target gets it again. */
  goBackTo(t: number): void {
    const cursors = this.#kept.cursors.map(each => ({ ...each, sentTo: Math.min(each.sentTo, t) }));
    this.#keep({ ...this.#kept, cursors });
  }

  sendAgain(window: Kept['corrections'][number]): void {
    this.#keep({ ...this.#kept, corrections: [...this.#kept.corrections, window] });
  }

  /** What is to be sent again next; null where the target has everything as it is. What it never had is no correction. */
  correction(target: Pick<Target, 'name'>): Kept['corrections'][number] | null {
    const [next] = this.#kept.corrections;
    const sentTo = this.sentTo(target);
    if (!next) return null;
    const to = Math.min(next.to, sentTo ?? 0);
    if (next.from < to) return { from: next.from, to };
    this.#keep({ ...this.#kept, corrections: this.#kept.corrections.slice(1) });
    return this.correction(target);
  }

  /** The first correction is sent up to `t`. */
  correctedTo(t: number): void {
    const [first, ...others] = this.#kept.corrections;
    this.#keep({
      ...this.#kept,
      failures: 0,
      retryAtMs: 0,
      corrections: first ? [{ ...first, from: t }, ...others] : [],
    });
  }

  succeed({ name, days }: Target, sentTo: number): void {
    this.#move({ target: name, sentTo, days }, { failures: 0, retryAtMs: 0 });
  }

  fail(): void {
    const failures = this.#kept.failures + 1;
    this.#keep({ ...this.#kept, failures, retryAtMs: this.#nowMs() + waitMsAfter(failures) });
  }

  #move(cursor: Kept['cursors'][number], also: Partial<Kept> = {}): void {
    const others = this.#kept.cursors.filter(({ target }) => target !== cursor.target);
    this.#keep({ ...this.#kept, ...also, cursors: [...others, cursor].slice(-keptTargets) });
  }

  get #kept(): Kept {
    return this.#note.value;
  }

  #keep(kept: Kept): void {
    this.#note.keep(kept);
  }
}
