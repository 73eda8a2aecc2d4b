import type { Database } from '../database/database';
import type { KeptGroup } from './kept';

/** A time in which the values of a device are invalid: whole quarters of an hour. Of `impianto` it is every device of the plant. */
export interface Span {
  readonly id: number;
  readonly group: KeptGroup;
  readonly device: number;
  /** [from, to) in epoch seconds. */
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  /** The account that marked it, and when. */
  readonly by: string;
  readonly madeAt: number;
}

/** The measured slots stay as they are. `mended_day` holds days without the invalid slots, so that they are not computed at each reading. */
export const spanTables = `
  CREATE TABLE span (
    id INTEGER PRIMARY KEY AUTOINCREMENT, grp TEXT NOT NULL, device INTEGER NOT NULL, begins INTEGER NOT NULL, ends INTEGER NOT NULL,
    reason TEXT NOT NULL, maker TEXT NOT NULL, made INTEGER NOT NULL) STRICT;
  CREATE TABLE mended_day (
    grp TEXT NOT NULL, t INTEGER NOT NULL, layout INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (grp, t)) WITHOUT ROWID;`;

const columns = `id, grp AS "group", device, begins AS "from", ends AS "to", reason, maker AS "by", made AS madeAt`;

/** The invalid spans of the archive, oldest first. */
export class Spans {
  readonly #db: Database;
  #all: readonly Span[] | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  all(): readonly Span[] {
    this.#all ??= this.#db.prepare<[], Span>(`SELECT ${columns} FROM span ORDER BY begins, id`).all();
    return this.#all;
  }

  add(span: Omit<Span, 'id'>): number {
    const insert = this.#db.prepare<[Omit<Span, 'id'>]>(
      `INSERT INTO span (grp, device, begins, ends, reason, maker, made)
       VALUES (@group, @device, @from, @to, @reason, @by, @madeAt)`,
    );
    const { lastInsertRowid } = insert.run(span);
    this.#all = null;
    return Number(lastInsertRowid);
  }

  remove(id: number): void {
    this.#db.prepare('DELETE FROM span WHERE id = ?').run(id);
    this.#all = null;
  }

  /** After a transaction that was undone. */
  forget(): void {
    this.#all = null;
  }
}

/** Spans that are supposed for a while; nothing is stored. */
export const supposed = (spans: readonly Span[]): Pick<Spans, 'all' | 'add' | 'remove' | 'forget'> => ({
  all: () => spans,
  add: () => 0,
  remove: () => undefined,
  forget: () => undefined,
});

/** Whether a slot of a group lies in a span that changes it: the plant's own row follows every device. */
export const changes = (span: Span, group: KeptGroup, t: number) =>
  t >= span.from &&
  t < span.to &&
  (span.group === group || span.group === 'impianto' || group === 'impianto');

/** Whether a span is of this device: one of `impianto` is of every device. */
export const isOfDevice = (span: Pick<Span, 'group' | 'device'>, group: KeptGroup, id: number) =>
  span.group === 'impianto' || (span.group === group && span.device === id);

/** Whether a device has no values at `t` because that is marked as invalid. */
export const isInvalidAt = (spans: readonly Span[], group: KeptGroup, id: number, t: number) =>
  spans.some(span => t >= span.from && t < span.to && isOfDevice(span, group, id));
