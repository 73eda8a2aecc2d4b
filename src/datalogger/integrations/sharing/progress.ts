import * as v from 'valibot';
import { spoolDays } from '../../../contract/sharing';
import type { Notes } from '../../storage/jobs/notes';

const Kept = v.strictObject({
  /** Measures until here are in files, epoch s of the plant's clock. */
  sharedTo: v.number(),
  /** Where the first file began: nothing before it is ever shared. Earlier versions did not keep it. */
  began: v.optional(v.number()),
  /** Failed attempts in a row, and when the next is, ms of the device's steady clock. */
  failures: v.number(),
  retryAtMs: v.number(),
  /** Of the settings it was reached with. */
  version: v.number(),
});
type Kept = v.InferOutput<typeof Kept>;

/** Minutes from a failed attempt to the next; beyond the list its last. */
const retriesMin = [1, 2, 5, 15, 30, 60] as const;
const longestWaitMs = 3_600_000;
const dayS = 86_400;

/** How far data sharing has come, and when it tries again; outlasts a restart. */
export class SharingProgress {
  readonly #notes: Notes;
  readonly #nowMs: () => number;
  #kept: Kept | null;

  constructor(notes: Notes, nowMs: () => number) {
    this.#notes = notes;
    this.#nowMs = nowMs;
    this.#kept = notes.read('sharing', Kept);
  }

  /** Whether every retry has failed. */
  get isExhausted(): boolean {
    return this.failures > retriesMin.length;
  }

  get failures(): number {
    return this.#kept?.failures ?? 0;
  }

  /** ms of the device's steady clock. */
  get retryAtMs(): number {
    return this.#kept?.retryAtMs ?? 0;
  }

  /** Where the next file begins, as seen at `t`: at `first` when nothing was shared yet, or the plant's clock was set back. */
  sharedTo(t: number, first: number, version: number): number {
    const old = this.#kept ?? { sharedTo: first, began: first, failures: 0, retryAtMs: 0, version };
    const sharedTo = old.sharedTo > t ? first : Math.max(old.sharedTo, t - spoolDays * dayS);
    // New settings get their chance at once; a device clock that was set back does not lengthen the wait.
    const isStale = old.version !== version || old.retryAtMs - this.#nowMs() > longestWaitMs;
    this.#keep({ ...old, ...(isStale && { failures: 0, retryAtMs: 0 }), sharedTo, version });
    return sharedTo;
  }

  /** What was measured from `t` on is not what it was: it is shared again. */
  goBackTo(t: number): void {
    if (!this.#kept) return;
    const from = Math.max(t, this.#kept.began ?? t);
    if (this.#kept.sharedTo > from) this.#keep({ ...this.#kept, sharedTo: from });
  }

  share(sharedTo: number): void {
    if (this.#kept) this.#keep({ ...this.#kept, sharedTo });
  }

  succeed(): void {
    if (this.#kept) this.#keep({ ...this.#kept, failures: 0, retryAtMs: 0 });
  }

  fail(): void {
    if (!this.#kept) return;
    const failures = this.#kept.failures + 1;
    const waitMin = retriesMin[Math.min(failures, retriesMin.length) - 1] ?? 0;
    this.#keep({ ...this.#kept, failures, retryAtMs: this.#nowMs() + waitMin * 60_000 });
  }

  #keep(kept: Kept): void {
    if (JSON.stringify(kept) === JSON.stringify(this.#kept)) return;
    this.#kept = kept;
    this.#notes.write('sharing', kept);
  }
}
