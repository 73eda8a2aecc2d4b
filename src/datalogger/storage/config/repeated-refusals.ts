import type { AuditEntry } from './audit-entry';

/** ms in which the same refusals of one account are joined. */
const joinedMs = 3_600_000;
/** Of them written one by one: enough to see what was tried. */
const mostAlone = 10;
/** Accounts and addresses that are counted at once. */
const mostCounted = 1000;

interface Counted {
  readonly firstMs: number;
  written: number;
  /** Refusals that no row tells yet, and the newest of them. */
  left: number;
  newest: AuditEntry;
}

/**
 * Joins the refusals of one account from one address, so that a program that is refused all day fills no log: ten an hour are written as
 * they are, the others as one row with their number, `volte`.
 */
export class RepeatedRefusals {
  readonly #add: (entry: AuditEntry) => void;
  readonly #counted = new Map<string, Counted>();

  constructor(add: (entry: AuditEntry) => void) {
    this.#add = add;
  }

  /** Writes the entry, or counts it; then also what was counted in an hour that is over. */
  write(entry: AuditEntry): void {
    this.#writeDue(entry.atMs);
    if (entry.action === 'forbidden') this.#count(entry);
    else this.#add(entry);
  }

  #count(entry: AuditEntry): void {
    const key = `${entry.user} ${entry.address}`;
    const counted = this.#counted.get(key) ?? { firstMs: entry.atMs, written: 0, left: 0, newest: entry };
    if (counted.written < mostAlone) {
      this.#add(entry);
      counted.written += 1;
    } else counted.left += 1;
    counted.newest = entry;
    this.#counted.set(key, counted);
    if (this.#counted.size > mostCounted) this.#end([...this.#counted.keys()].slice(0, 1));
  }

  /** Writes what was counted so far; its hours go on. */
  writeAll(): void {
    for (const counted of this.#counted.values()) this.#writeLeft(counted);
  }

  /** The clock may have been set, so that the first refusal lies in the future. */
  #writeDue(nowMs: number): void {
    const due = [...this.#counted].filter(([, { firstMs }]) => Math.abs(nowMs - firstMs) >= joinedMs);
    this.#end(due.map(([key]) => key));
  }

  #end(keys: readonly string[]): void {
    for (const key of keys) {
      const counted = this.#counted.get(key);
      this.#counted.delete(key);
      if (counted) this.#writeLeft(counted);
    }
  }

  #writeLeft(counted: Counted): void {
    const { left, newest } = counted;
    counted.left = 0;
    if (left === 1) this.#add(newest);
    else if (left > 1) this.#add({ ...newest, changes: { volte: [null, left] } });
  }
}
