import type { Database } from '../database/database';
import type { KeptGroup } from './kept';

/**
 * A device whose counter was doubted when a local day ended, or is doubted today: its energies are uncertain from `since`, in epoch
 * seconds, to the end of that day; of a sensor, whose light only repeated, what is measured against the light. A doubt that was settled on
 * its day is not kept.
 */
export interface Doubt {
  readonly group: KeptGroup;
  readonly device: number;
  readonly since: number;
}

export const doubtTable = `
  CREATE TABLE doubt (
    since INTEGER NOT NULL, grp TEXT NOT NULL, device INTEGER NOT NULL, PRIMARY KEY (since, grp, device)) STRICT, WITHOUT ROWID;`;

/** The doubts of the archive. */
export class Doubts {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Those that began in [from, to), oldest first. */
  within(from: number, to: number): Doubt[] {
    return this.#db
      .prepare<[number, number], Doubt>(
        'SELECT grp AS "group", device, since FROM doubt WHERE since >= ? AND since < ? ORDER BY since, grp, device',
      )
      .all(from, to);
  }

  add({ group, device, since }: Doubt): void {
    this.#db
      .prepare('INSERT OR IGNORE INTO doubt (since, grp, device) VALUES (?, ?, ?)')
      .run(since, group, device);
  }

  remove({ group, device, since }: Doubt): void {
    this.#db
      .prepare('DELETE FROM doubt WHERE since = ? AND grp = ? AND device = ?')
      .run(since, group, device);
  }

  /** The clock was ahead: what began in [from, to) did so `byS` earlier. */
  moveBack(from: number, to: number, byS: number): void {
    for (const doubt of this.within(from, to)) {
      this.remove(doubt);
      this.add({ ...doubt, since: doubt.since - byS });
    }
  }

  /** What begins at `t` or later has not been. */
  forgetFrom(t: number): void {
    this.#db.prepare('DELETE FROM doubt WHERE since >= ?').run(t);
  }
}
