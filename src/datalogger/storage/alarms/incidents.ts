import type { AlarmGroup } from '../../../contract/alarms';
import type { Database } from '../database/database';
import { eventPriority, ranks } from './rows';

/*
 * An incident is an occurrence with what it hides because it is the cause. Only what is not over counts: it is little, and has an index.
 */

/** What one occurrence hides. */
export interface Consequences {
  readonly alarms: number;
  readonly devices: number;
  /** Announced before they were hidden, and not acknowledged since: nobody was asked to acknowledge the others. */
  readonly waiting: number;
}

const hidden = `occurrence INDEXED BY not_over WHERE rank < ${ranks.closed}
  AND cause IN (SELECT value FROM json_each(@ids)) AND grp IN (SELECT value FROM json_each(@groups))`;
const isWaiting = `is_announced AND ack_by IS NULL AND priority < ${eventPriority}`;

interface Asked {
  readonly ids: string;
  readonly groups: string;
}

interface Counted extends Consequences {
  readonly cause: number;
}

const asked = (ids: readonly number[], groups: readonly AlarmGroup[]): Asked => ({
  ids: JSON.stringify(ids),
  groups: JSON.stringify(groups),
});

/** What each of these hides in some groups, by id; nothing for those that hide nothing. */
export function consequencesOf(
  db: Database,
  ids: readonly number[],
  groups: readonly AlarmGroup[],
): ReadonlyMap<number, Consequences> {
  const sql = `SELECT cause, count(*) AS alarms, count(DISTINCT grp || ifnull(device, '')) AS devices,
    sum(${isWaiting}) AS waiting FROM ${hidden} GROUP BY cause`;
  const rows = db.prepare<[Asked], Counted>(sql).all(asked(ids, groups));
  return new Map(rows.map(({ cause, ...counts }) => [cause, counts]));
}

/** Ids of what these hide and somebody was asked to acknowledge, oldest first. */
export function waitingConsequencesOf(
  db: Database,
  ids: readonly number[],
  groups: readonly AlarmGroup[],
): number[] {
  const sql = `SELECT id FROM ${hidden} AND ${isWaiting} ORDER BY id`;
  return db
    .prepare<[Asked], { id: number }>(sql)
    .all(asked(ids, groups))
    .map(({ id }) => id);
}
