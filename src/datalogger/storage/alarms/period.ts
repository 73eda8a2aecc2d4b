import type { AlarmGroup, Priority } from '../../../contract/alarms';
import type { LossCause } from '../../../contract/loss-causes';
import type { Database } from '../database/database';
import { eventPriority } from './rows';
import { isLasting, longS } from './schema';

/** The history is searched back to what began one `longS` before a period; what began earlier has an index of its own. */
const within = `span JOIN occurrence ON occurrence.id = span.occurrence WHERE span.id IN (
    SELECT id FROM span INDEXED BY spans WHERE from_t >= @from - ${longS} AND from_t < @to
    UNION ALL
    SELECT id FROM span INDEXED BY lasting_spans WHERE ${isLasting} AND from_t < @from - ${longS}
  ) AND (until_t IS NULL OR until_t > @from)`;
const seconds = 'min(coalesce(until_t, @until), @until) - max(from_t, @from)';
/** A condition that was true: a later priority or cause makes another span of it. */
const oneTime = "occurrence.id || ' ' || span.begin_t";

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
    SELECT code, min(priority_then) AS priority, count(DISTINCT ${oneTime}) AS occurrences,
      count(DISTINCT coalesce(device, -1)) AS devices, sum(max(0, ${seconds})) AS seconds
    FROM ${within} AND cause_then IS NULL GROUP BY code ORDER BY seconds DESC, code`;
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
    SELECT priority_then AS priority, from_t AS begin, until_t AS end
    FROM ${within} AND cause_then IS NULL AND was_announced AND priority_then < ${eventPriority}`;
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
    SELECT occurrence.id, code, grp AS "group", device, name, priority_then AS priority, span.begin_t AS begin,
      acknowledged_t IS NULL OR acknowledged_t > @from AS isWaiting
    FROM ${within} AND cause_then IS NULL AND was_announced AND priority_then < ${eventPriority}
      AND grp IN (SELECT value FROM json_each(@groups))
    ORDER BY priority_then, span.begin_t DESC, occurrence.id DESC`;
  return db
    .prepare<[Span & { groups: string }], Present>(sql)
    .all({ from: t, to: t + 1, until: t, groups: JSON.stringify(groups) });
}

interface TimeRow extends Omit<AlarmTime, 'cause'> {
  readonly id: number;
  readonly from: number;
  /** Id of the occurrence that hid it. */
  readonly cause: number | null;
}

/** What hid another may be over so long before it, s. */
const outlastS = 3600;

/**
 * The times in which the alarms of some codes were true, oldest first. One that another of them hides is part of that one, which lasts
 * until both are over: a switch stays open for a while after the outage that opened it. Those that something else hides are left out.
 */
export function alarmTimes(db: Database, codes: readonly string[], span: Span): AlarmTime[] {
  const sql = `
    SELECT occurrence.id, cause_then AS cause, code, grp AS "group", device, name, span.begin_t AS begin, from_t AS "from",
      until_t AS end, value_then AS value
    FROM ${within} AND code IN (SELECT value FROM json_each(@codes))
    ORDER BY from_t, occurrence.id`;
  const rows = db
    .prepare<[Span & { codes: string }], TimeRow>(sql)
    .all({ ...span, from: span.from - outlastS, codes: JSON.stringify(codes) });
  return withHidden(rows).filter(({ begin, end }) => begin < span.to && (end === null || end > span.from));
}

/** The times in which the alarms of some codes were true, oldest first, each part by itself and also where another alarm hid it. */
export function ownTimes(db: Database, codes: readonly string[], span: Span): AlarmTime[] {
  const sql = `
    SELECT occurrence.id, code, grp AS "group", device, name, from_t AS begin, until_t AS end, value_then AS value
    FROM ${within} AND code IN (SELECT value FROM json_each(@codes))
    ORDER BY from_t, occurrence.id`;
  return db
    .prepare<[Span & { codes: string }], AlarmTime>(sql)
    .all({ ...span, codes: JSON.stringify(codes) });
}

/** The times of what nothing hid, each until what it hid was over as well, but not into its own next time. */
function withHidden(rows: readonly TimeRow[]): AlarmTime[] {
  const roots = new Map<number, (AlarmTime & { end: number | null })[]>();
  for (const { cause, from, ...time } of rows) {
    if (cause !== null) continue;
    const own = roots.get(time.id) ?? [];
    roots.set(time.id, own);
    const last = own.at(-1);
    if (last?.begin === time.begin) last.end = time.end;
    else own.push(time);
  }
  for (const { cause, from, end } of rows) {
    const own = (cause === null ? undefined : roots.get(cause)) ?? [];
    const at = Math.max(0, own.filter(({ begin }) => begin <= from).length - 1);
    for (const [index, root] of own.entries()) {
      if (index < at || root.end === null) continue;
      const next = own[index + 1]?.begin ?? Number.POSITIVE_INFINITY;
      const last = Math.min(Math.max(root.end, end ?? Number.POSITIVE_INFINITY), next);
      root.end = last === Number.POSITIVE_INFINITY ? null : last;
      if (end !== null && end <= next) break;
    }
  }
  return [...roots.values()].flat().sort((a, b) => a.begin - b.begin || (a.id ?? 0) - (b.id ?? 0));
}

/** An alarm that was shown to people. */
export interface Announced extends Omit<AlarmTime, 'value' | 'cause'> {
  readonly priority: Priority;
  readonly times: number;
  /** When somebody acknowledged it; null while nobody has. */
  readonly acknowledged?: number | null;
}

/** The first time that a span was shown: not where only its priority changed. */
const isShownFirst = `was_announced AND NOT EXISTS (SELECT 1 FROM span AS before
  WHERE before.occurrence = span.occurrence AND before.begin_t = span.begin_t AND before.from_t < span.from_t AND before.was_announced)`;
/** The end of the whole time to which a span belongs. */
const wholeEnd = `(SELECT iif(count(until_t) = count(*), max(until_t), NULL) FROM span AS own
  WHERE own.occurrence = span.occurrence AND own.begin_t = span.begin_t)`;

/** The alarms that came in a range and were announced, oldest first, without events. */
export function announcedIn(db: Database, span: Span): Announced[] {
  const sql = `
    SELECT code, grp AS "group", device, name, from_t AS begin, ${wholeEnd} AS end, priority_then AS priority,
      max(1, comings) AS times, acknowledged_t AS acknowledged
    FROM span INDEXED BY spans JOIN occurrence ON occurrence.id = span.occurrence
    WHERE from_t >= @from AND from_t < @to AND ${isShownFirst} AND priority_then < ${eventPriority}
    ORDER BY from_t, occurrence.id`;
  return db.prepare<[Span], Announced>(sql).all(span);
}

/** Seconds until alarms were acknowledged, of those that were acknowledged in a range; a month after they came at most. */
export function waitsIn(db: Database, span: Span): number[] {
  const sql = `
    SELECT acknowledged_t - from_t FROM span INDEXED BY spans
    WHERE from_t >= @from - ${longS} AND from_t < @to AND acknowledged_t >= @from AND acknowledged_t < @to
      AND ${isShownFirst} AND priority_then < ${eventPriority}
    ORDER BY from_t, span.id`;
  return db.prepare<[Span], number>(sql).pluck().all(span);
}
