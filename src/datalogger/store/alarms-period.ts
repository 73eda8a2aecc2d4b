import type { AlarmGroup, Priority } from '../../contract/alarms';
import type { Database } from './database';

/** What began longer than this before a period and is over does not count in it: the history is not searched further. */
const longestS = 31 * 86_400;

const within = `occurrence INDEXED BY history
  WHERE begin_t >= @from - ${longestS} AND begin_t < @to AND (end_t IS NULL OR end_t > @from)`;
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

/** One occurrence as far as a period shows it. */
export interface AlarmTime {
  readonly code: string;
  readonly group: AlarmGroup;
  readonly device: number | null;
  readonly name: string;
  readonly begin: number;
  readonly end: number | null;
  readonly value: number | null;
}

/** The occurrences of some codes in a time, oldest first; those hidden by another cause are left out. */
export function alarmTimes(db: Database, codes: readonly string[], span: Span): AlarmTime[] {
  const sql = `
    SELECT code, grp AS "group", device, name, begin_t AS begin, end_t AS end, value
    FROM ${within} AND cause IS NULL AND code IN (SELECT value FROM json_each(@codes))
    ORDER BY begin_t, id`;
  return db
    .prepare<[Span & { codes: string }], AlarmTime>(sql)
    .all({ ...span, codes: JSON.stringify(codes) });
}
