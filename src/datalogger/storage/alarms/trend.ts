import type { AlarmGroup, Priority } from '../../../contract/alarms';
import type { Subject } from '../../alarms/model';
import type { Database } from '../database/database';
import { eventPriority } from './rows';

const mostFrequent = 10;
/** A span that goes on after another priority is no other alarm. */
const alarmsSince = `span INDEXED BY spans JOIN occurrence ON occurrence.id = span.occurrence
  WHERE from_t >= ? AND comings > 0 AND priority_then < ${eventPriority} AND grp IN (SELECT value FROM json_each(?))`;

/** Begin (epoch seconds) and priority of every coming of an alarm of these groups since `from`, oldest first, without events. */
export function beginsSince(
  db: Database,
  groups: readonly AlarmGroup[],
  from: number,
): [begin: number, priority: Priority][] {
  const sql = `SELECT from_t, priority_then FROM ${alarmsSince} ORDER BY from_t, occurrence`;
  return db
    .prepare<[number, string], { from_t: number; priority_then: Priority }>(sql)
    .all(from, JSON.stringify(groups))
    .map(row => [row.from_t, row.priority_then]);
}

/** An alarm of a device and how often its condition came. */
export interface Frequent {
  readonly code: string;
  readonly subject: Subject;
  readonly priority: Priority;
  readonly times: number;
}

interface FrequentRow {
  readonly code: string;
  readonly grp: AlarmGroup;
  readonly device: number | null;
  readonly name: string;
  readonly priority: Priority;
  readonly times: number;
}

/** What came most often since `from` (epoch seconds), the most frequent first; name and priority as they were last. */
export function frequentSince(db: Database, groups: readonly AlarmGroup[], from: number): Frequent[] {
  // Beside max(), SQLite takes bare columns from the row that has the maximum.
  const sql = `
    SELECT code, grp, device, name, priority, max(occurrence), sum(comings) AS times FROM ${alarmsSince}
    GROUP BY code, grp, device, report ORDER BY sum(comings) DESC, max(occurrence) DESC LIMIT ${mostFrequent}`;
  return db
    .prepare<[number, string], FrequentRow>(sql)
    .all(from, JSON.stringify(groups))
    .map(({ code, grp: group, device, name, priority, times }) => ({
      code,
      subject: { group, device, name },
      priority,
      times,
    }));
}
