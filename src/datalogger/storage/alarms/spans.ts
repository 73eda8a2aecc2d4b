import type { Priority } from '../../../contract/alarms';
import type { Occurrence, TrueSpan } from '../../alarms/model';
import type { Database } from '../database/database';

/** A time in which the condition of an occurrence was true, as it is stored. */
export interface SpanRow {
  readonly begin_t: number;
  readonly from_t: number;
  readonly until_t: number | null;
  readonly value_then: number | null;
  readonly cause_then: number | null;
  readonly priority_then: Priority;
  readonly was_announced: number;
  readonly comings: number;
}

const spanOf = (row: SpanRow): TrueSpan => ({
  begin: row.begin_t,
  from: row.from_t,
  end: row.until_t,
  value: row.value_then,
  cause: row.cause_then,
  priority: row.priority_then,
  isAnnounced: row.was_announced === 1,
  times: row.comings,
});

const columns =
  'span.begin_t, from_t, until_t, value_then, cause_then, priority_then, was_announced, comings';

/** The spans of an occurrence, oldest first. */
export function spansOf(db: Database, id: number): TrueSpan[] {
  const sql = `SELECT ${columns} FROM span WHERE occurrence = ? ORDER BY from_t`;
  return db.prepare<[number], SpanRow>(sql).all(id).map(spanOf);
}

/** Reads the last span of an occurrence. */
export function lastSpans(db: Database): (row: { readonly id: number }) => TrueSpan {
  const last = db.prepare<[number], SpanRow>(
    `SELECT ${columns} FROM span WHERE occurrence = ? ORDER BY from_t DESC LIMIT 1`,
  );
  return ({ id }) => {
    const span = last.get(id);
    if (span) return spanOf(span);
    throw new Error(`alarm ${id} has no span`);
  };
}

/** What writes the spans of an occurrence, and when they were acknowledged. */
export function createSpanWriter(db: Database): (occurrence: Occurrence, spans: readonly TrueSpan[]) => void {
  const change = db.prepare(`
    UPDATE span SET until_t = @end, value_then = @value, cause_then = @cause, priority_then = @priority,
      was_announced = @isAnnounced, comings = @times
    WHERE occurrence = @occurrence AND from_t = @from`);
  const add = db.prepare(`
    INSERT INTO span
      (occurrence, begin_t, from_t, until_t, value_then, cause_then, priority_then, was_announced, comings)
    VALUES (@occurrence, @begin, @from, @end, @value, @cause, @priority, @isAnnounced, @times)`);
  const acknowledge = db.prepare(
    'UPDATE span SET acknowledged_t = @at WHERE occurrence = @id AND acknowledged_t IS NULL AND from_t <= @at',
  );
  return ({ id, acknowledged }, spans) => {
    for (const span of spans) {
      const row = { ...span, occurrence: id, isAnnounced: span.isAnnounced ? 1 : 0 };
      if (change.run(row).changes === 0) add.run(row);
    }
    if (acknowledged) acknowledge.run({ id, at: acknowledged.at });
  };
}
