import type { Database } from '../database/database';
import { keptGroups, tiers } from './kept';
import { tableName } from './slot-table';

/** Rows of a table that are copied at once: a few milliseconds, so that no sample waits. */
const rowsAtOnce = 500;

/**
 * Copies the slots of another archive that start before `before` into this one, a part at each step; slots with the same start are
 * replaced. Doing it again changes nothing. `path` is closed when the last step is done or the caller stops asking.
 */
export function* adoptSlots(db: Database, path: string, before: number): Generator<void> {
  db.prepare('ATTACH ? AS past').run(path);
  try {
    db.exec(`INSERT OR IGNORE INTO main.layout (grp, points, ids) SELECT grp, points, ids FROM past.layout;
      CREATE TEMP TABLE IF NOT EXISTS layout_of (past INTEGER PRIMARY KEY, id INTEGER NOT NULL);
      DELETE FROM layout_of;
      INSERT INTO layout_of SELECT p.id, m.id FROM past.layout p JOIN main.layout m USING (grp, points, ids);`);
    for (const tier of tiers)
      for (const group of keptGroups) yield* adoptTable(db, tableName(tier, group), before);
    yield* adoptVoltages(db, before);
  } finally {
    db.exec('DETACH past');
  }
}

function* adoptTable(db: Database, name: string, before: number): Generator<void> {
  const last = db
    .prepare<[number, number, number], number | null>(
      `SELECT max(t) FROM (SELECT t FROM past.${name} WHERE t > ? AND t < ? ORDER BY t LIMIT ?)`,
    )
    .pluck();
  const copy = db.prepare<[number, number]>(`INSERT OR REPLACE INTO main.${name} (t, layout, data)
    SELECT t, layout_of.id, data FROM past.${name} p JOIN layout_of ON layout_of.past = p.layout
    WHERE t > ? AND t <= ?`);
  let from = -1;
  for (;;) {
    const to = last.get(from, before, rowsAtOnce) ?? null;
    if (to === null) return;
    copy.run(from, to);
    from = to;
    yield;
  }
}

function* adoptVoltages(db: Database, before: number): Generator<void> {
  const last = db
    .prepare<[number, number, number], number | null>(
      'SELECT max(t) FROM (SELECT t FROM past.voltage WHERE t > ? AND t < ? ORDER BY t LIMIT ?)',
    )
    .pluck();
  const copy = db.prepare<[number, number]>(
    'INSERT OR REPLACE INTO main.voltage (t, device, data) SELECT t, device, data FROM past.voltage WHERE t > ? AND t <= ?',
  );
  for (let from = -1; ; ) {
    const to = last.get(from, before, rowsAtOnce) ?? null;
    if (to === null) return;
    copy.run(from, to);
    from = to;
    yield;
  }
}
