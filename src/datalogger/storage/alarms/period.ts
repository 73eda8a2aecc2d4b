import type { AlarmGroup, Priority } from '../../../contract/alarms';
import type { LossCause } from '../../../contract/loss-causes';
import type { Database } from '../database/database';
import { eventPriority } from './rows';
import { isLasting, longS } from './schema';

/** The history is searched back to what began one `longS` before a period; what began earlier has an index of its own. */
const within = `occurrence WHERE id IN (
    SELECT id FROM occurrence INDEXED BY history WHERE begin_t >= @from - ${longS} AND begin_t < @to
    UNION ALL
    SELECT id FROM occurrence INDEXED BY lasting WHERE ${isLasting} AND begin_t < @from - ${longS}
  ) AND (end_t IS NULL OR end_t > @from)`;
const seconds = 'min(coalesce(end_t, @until), @until) - max(begin_t, @from)';

/** A time: [from, to) of which `until` has passed; epoch seconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly until: number;
}

/** The occurrences of an alarm in a time. */
export interface AlarmSum {
  readonly code: string;
  readonly priority: Priority;
  readonly occurrences: number;
  readonly devices: number;
  /** Within the time, all together. */
  readonly seconds: number;
}

/** What was there in a time by code, the longest first; what was hidden by another cause is not counted. */
export function alarmSums(db: Database, span: Span): AlarmSum[] {
  const sql = `
    SELECT code, min(priority) AS priority, count(*) AS occurrences,
      count(DISTINCT coalesce(device, -1)) AS devices, sum(max(0, ${seconds})) AS seconds
    FROM ${within} AND cause IS NULL GROUP BY code ORDER BY seconds DESC, code`;
  return db.prepare<[Span], AlarmSum>(sql).all(span);
}

/** From when until when an alarm was there, null while it is. */
export interface Standing {
  readonly priority: Priority;
  readonly begin: number;
  readonly end: number | null;
}

/** The alarms present in a range, without events, suppressed and never announced ones. */
export function standingIn(db: Database, span: Span): Standing[] {
  const sql = `
    SELECT priority, begin_t AS begin, end_t AS end
    FROM ${within} AND cause IS NULL AND is_announced AND priority < ${eventPriority}`;
  return db.prepare<[Span], Standing>(sql).all(span);
}

/** One occurrence as far as a period shows it. */
export interface AlarmTime {
  readonly id?: number;
  readonly code: string;
  readonly group: AlarmGroup;
  readonly device: number | null;
  readonly name: string;
  readonly begin: number;
  readonly end: number | null;
  readonly value: number | null;
  /** What a person said it costs, instead of what its code says. */
  readonly cause?: LossCause;
}

/** An alarm whose condition was true at a moment. */
export interface Present extends Omit<AlarmTime, 'id' | 'end' | 'value' | 'cause'> {
  readonly id: number;
  readonly priority: Priority;
  /** 1 while nobody had acknowledged it. */
  readonly isWaiting: 0 | 1;
}

/** The alarms of some groups present at `t`, most severe first, without events, suppressed and never announced ones. */
export function presentAt(db: Database, groups: readonly AlarmGroup[], t: number): Present[] {
  const sql = `
    SELECT id, code, grp AS "group", device, name, priority, begin_t AS begin,
      ack_at IS NULL OR ack_at > @from AS isWaiting
    FROM ${within} AND cause IS NULL AND is_announced AND priority < ${eventPriority}
      AND grp IN (SELECT value FROM json_each(@groups))
    ORDER BY priority, begin_t DESC, id DESC`;
  return db
    .prepare<[Span & { groups: string }], Present>(sql)
    .all({ from: t, to: t + 1, until: t, groups: JSON.stringify(groups) });
}

interface TimeRow extends Omit<AlarmTime, 'cause'> {
  readonly id: number;
  /** Id of the occurrence that hides it. */
  readonly cause: number | null;
}

/**
 * The occurrences of some codes in a time, oldest first. One that another of them hides is part of that one, which lasts until both
 * are over: a switch stays open for a while after the outage that opened it. Those that something else hides are left out.
 */
export function alarmTimes(db: Database, codes: readonly string[], span: Span): AlarmTime[] {
  const sql = `
    SELECT id, cause, code, grp AS "group", device, name, begin_t AS begin, end_t AS end, value
    FROM ${within} AND code IN (SELECT value FROM json_each(@codes))
    ORDER BY begin_t, id`;
  const rows = db
    .prepare<[Span & { codes: string }], TimeRow>(sql)
    .all({ ...span, codes: JSON.stringify(codes) });
  return rows
    .filter(({ cause }) => cause === null)
    .map(({ id, cause: _, ...time }) => {
      const ends = [time.end, ...rows.filter(({ cause }) => cause === id).map(({ end }) => end)];
      return { ...time, id, end: ends.includes(null) ? null : Math.max(...ends.map(end => end ?? 0)) };
    });
}

/** An alarm that was shown to people. */
export interface Announced extends Omit<AlarmTime, 'value' | 'cause'> {
  readonly priority: Priority;
  /** When it was acknowledged, epoch seconds. */
  readonly acknowledged: number | null;
  readonly times: number;
}

/** The alarms that began in a range and were announced, oldest first, without events. */
export function announcedIn(db: Database, span: Span): Announced[] {
  const sql = `
    SELECT code, grp AS "group", device, name, begin_t AS begin, end_t AS end, priority, times, ack_at AS acknowledged
    FROM occurrence INDEXED BY history
    WHERE begin_t >= @from AND begin_t < @to AND is_announced = 1 AND priority < ${eventPriority}
    ORDER BY begin_t, id`;
  return db.prepare<[Span], Announced>(sql).all(span);
}
