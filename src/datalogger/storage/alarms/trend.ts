import type { AlarmGroup, Priority } from '../../../contract/alarms';
import type { Subject } from '../../alarms/model';
import type { Database } from '../database/database';
import { eventPriority } from './rows';

const mostFrequent = 10;
const alarmsSince = `occurrence INDEXED BY history
  WHERE begin_t >= ? AND priority < ${eventPriority} AND grp IN (SELECT value FROM json_each(?))`;

/** Begin (epoch seconds) and priority of the alarms of these groups since `from`, oldest first, without events. */
export function beginsSince(
  db: Database,
  groups: readonly AlarmGroup[],
  from: number,
): [begin: number, priority: Priority][] {
  const sql = `SELECT begin_t, priority FROM ${alarmsSince} ORDER BY begin_t, id`;
  return db
    .prepare<[number, string], { begin_t: number; priority: Priority }>(sql)
    .all(from, JSON.stringify(groups))
    .map(({ begin_t, priority }) => [begin_t, priority]);
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
    SELECT code, grp, device, name, priority, max(id), sum(times) AS times FROM ${alarmsSince}
    GROUP BY code, grp, device ORDER BY times DESC, max(id) DESC LIMIT ${mostFrequent}`;
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
