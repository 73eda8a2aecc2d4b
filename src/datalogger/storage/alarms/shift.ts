import type { Database } from '../database/database';
import { ranks } from './rows';

interface Shift {
  readonly seconds: number;
  readonly from: number;
  readonly to: number;
}

/** Moves the stamps in [from, to] of everything that is not over, and its spans and steps with it. */
export function shiftStamps(db: Database, shift: Shift): void {
  const moved = (column: string, where = column) =>
    `${column} = ${column} + CASE WHEN ${where} BETWEEN @from AND @to THEN @seconds ELSE 0 END`;
  const allMoved = (...columns: readonly string[]) => columns.map(column => moved(column)).join();
  const isOpen = `rank < ${ranks.closed}`;
  const ofOpen = `occurrence IN (SELECT id FROM occurrence WHERE ${isOpen})`;
  const spanStamps = allMoved('begin_t', 'from_t', 'until_t', 'acknowledged_t');
  const stamps = `${allMoved('begin_t', 'end_t', 'ack_at', 'shelf_at')}, ${moved('shelf_until', 'shelf_at')}`;
  db.transaction(() => {
    db.prepare(`UPDATE step SET ${moved('t')} WHERE ${ofOpen}`).run(shift);
    db.prepare(`UPDATE span SET ${spanStamps} WHERE ${ofOpen}`).run(shift);
    db.prepare(`UPDATE occurrence SET ${stamps} WHERE ${isOpen}`).run(shift);
  })();
}
