import type { Database } from '../database/database';

/** The wall clock was set: what it said and what it says since, epoch seconds. */
export interface SetClock {
  readonly said: number;
  readonly says: number;
}
const keptSteps = 1000;

export const clockStepTable = `CREATE TABLE clock_step (
     id INTEGER PRIMARY KEY, said INTEGER NOT NULL, says INTEGER NOT NULL, is_undone INTEGER NOT NULL DEFAULT 0);`;

/** Every time the clock was set, the newest `keptSteps` of them. */
export class ClockSteps {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  note({ said, says }: SetClock): void {
    const add = this.#db.prepare('INSERT INTO clock_step (said, says) VALUES (?, ?)');
    const { lastInsertRowid } = add.run(said, says);
    this.#db.prepare('DELETE FROM clock_step WHERE id <= ?').run(Number(lastInsertRowid) - keptSteps);
  }

  /** The times that it was set to a time after `t`, and not back from there since; the newest first. */
  aheadOf(t: number): (SetClock & { readonly id: number })[] {
    return this.#db
      .prepare<[number], SetClock & { id: number }>(
        'SELECT id, said, says FROM clock_step WHERE says > ? AND says > said AND NOT is_undone ORDER BY id DESC',
      )
      .all(t);
  }

  /** It was set back from there. */
  undo(id: number): void {
    this.#db.prepare('UPDATE clock_step SET is_undone = 1 WHERE id = ?').run(id);
  }

  /** Every time the clock was set that begins or ends in [from, to), in order. */
  within(from: number, to: number): SetClock[] {
    const span = { from, to };
    return this.#db
      .prepare<[typeof span], SetClock>(
        `SELECT said, says FROM clock_step
         WHERE (said >= @from AND said < @to) OR (says >= @from AND says < @to) ORDER BY id`,
      )
      .all(span);
  }
}
