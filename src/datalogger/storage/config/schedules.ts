import * as v from 'valibot';
import { ScheduleBody } from '../../../contract/schedules';
import type { Database } from '../database/database';
import { parseStored } from '../database/stored-json';

export interface ScheduleRecord {
  readonly id: number;
  readonly body: ScheduleBody;
  readonly version: number;
}

export interface Schedules {
  /** By priority, the older first. */
  all(): ScheduleRecord[];
  find(id: number): ScheduleRecord | null;
  /** The new id. */
  add(body: ScheduleBody): number;
  /** Counts the version up. */
  change(id: number, body: ScheduleBody): void;
  remove(id: number): void;
  /** Change counter, for cache invalidation. */
  revision(): number;
}

/** Ids are never used twice: what ran under one is never somebody else's. */
export const scheduleTable = `
  CREATE TABLE schedule (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    body TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1
  ) STRICT;
`;

interface Row {
  readonly id: number;
  readonly body: string;
  readonly version: number;
}

export function createSchedules(db: Database): Schedules {
  const all = db.prepare<[], Row>("SELECT id, body, version FROM schedule ORDER BY body ->> 'priorita', id");
  const find = db.prepare<[number], Row>('SELECT id, body, version FROM schedule WHERE id = ?');
  const insert = db.prepare<[string]>('INSERT INTO schedule (body) VALUES (?)');
  const update = db.prepare('UPDATE schedule SET body = ?, version = version + 1 WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM schedule WHERE id = ?');
  let revision = 0;
  return {
    revision: () => revision,
    all: () => all.all().map(recordOf),
    find(id) {
      const row = find.get(id);
      return row ? recordOf(row) : null;
    },
    add(body) {
      revision++;
      return Number(insert.run(JSON.stringify(body)).lastInsertRowid);
    },
    change(id, body) {
      revision++;
      update.run(JSON.stringify(body), id);
    },
    remove(id) {
      revision++;
      remove.run(id);
    },
  };
}

function recordOf({ body, ...row }: Row): ScheduleRecord {
  return { ...row, body: v.parse(ScheduleBody, parseStored(body)) };
}
