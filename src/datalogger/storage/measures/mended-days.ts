import type { Database } from '../database/database';
import { encode } from './codec';
import type { Frame } from './frame';
import { fieldsOf, type KeptGroup } from './kept';
import type { Layouts } from './layout';
import type { Row } from './slot-table';

/** A local day with a change of the clock. */
export const longestDayS = 90_000;

/** Days without their invalid quarters, as they were computed before. A view has none: it supposes other spans. */
export class MendedDays {
  readonly #db: Database;
  readonly #layouts: Layouts;
  readonly #isView: boolean;

  constructor(db: Database, layouts: Layouts, isView: boolean) {
    this.#db = db;
    this.#layouts = layouts;
    this.#isView = isView;
  }

  /** Null where the day has to be computed. */
  get(group: KeptGroup, t: number): Frame | null {
    if (this.#isView) return null;
    const row = this.#db
      .prepare<[string, number], Row>('SELECT t, layout, data FROM mended_day WHERE grp = ? AND t = ?')
      .get(group, t);
    return row ? { t, ...this.#layouts.unpack(group, row.layout, row.data) } : null;
  }

  put(group: KeptGroup, { t, ids, values }: Frame): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO mended_day (grp, t, layout, data) VALUES (?, ?, ?, ?)')
      .run(group, t, this.#layouts.idOf(group, ids), encode(values, fieldsOf(group)));
  }

  /** Days that overlap [from, to) have to be computed again. */
  forget(from: number, to: number): void {
    this.#db.prepare('DELETE FROM mended_day WHERE t > ? AND t < ?').run(from - longestDayS, to);
  }
}
