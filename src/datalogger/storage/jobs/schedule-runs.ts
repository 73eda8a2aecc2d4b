import * as v from 'valibot';
import { ScheduleAction, ScheduleRun } from '../../../contract/schedules';
import type { Database } from '../database/database';

/** What has become of a schedule so far. */
export interface RunState {
  readonly scheduleId: number;
  /** Every time until here is done with, epoch s: nothing runs twice. */
  readonly handledTo: number;
  /** The last run; null before the first. */
  readonly run: ScheduleRun | null;
  /** What a window has changed and its end puts back. */
  readonly open: OpenWindow | null;
}

const OpenWindow = v.strictObject({
  action: ScheduleAction,
  /** Epoch s; null for what stays as it is after the window, until the schedule runs again or changes. */
  endsAt: v.nullable(v.number()),
  /** Whether a relay was on before. */
  wasOn: v.boolean(),
  /** Whether it has acted so far. */
  isTaken: v.boolean(),
});
export type OpenWindow = v.InferOutput<typeof OpenWindow>;

export interface ScheduleRuns {
  all(): RunState[];
  find(scheduleId: number): RunState | null;
  put(state: RunState): void;
  remove(scheduleId: number): void;
}

export const runTable = `
  CREATE TABLE schedule_run (
    schedule_id INTEGER PRIMARY KEY,
    handled_to INTEGER NOT NULL,
    run TEXT,
    open TEXT
  ) STRICT;
`;

/** What an open window does was called `deed`. */
export const openWindowAction = `
  UPDATE schedule_run SET open = json_remove(json_set(open, '$.action', json_extract(open, '$.deed')), '$.deed')
  WHERE json_extract(open, '$.deed') IS NOT NULL;
`;

interface Row {
  readonly scheduleId: number;
  readonly handledTo: number;
  readonly run: string | null;
  readonly open: string | null;
}

export function createScheduleRuns(db: Database): ScheduleRuns {
  const columns = 'schedule_id AS scheduleId, handled_to AS handledTo, run, open';
  const all = db.prepare<[], Row>(`SELECT ${columns} FROM schedule_run`);
  const find = db.prepare<[number], Row>(`SELECT ${columns} FROM schedule_run WHERE schedule_id = ?`);
  const put = db.prepare(
    'INSERT OR REPLACE INTO schedule_run (schedule_id, handled_to, run, open) VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare<[number]>('DELETE FROM schedule_run WHERE schedule_id = ?');
  const text = (part: object | null) => part && JSON.stringify(part);
  return {
    all: () => all.all().map(stateOf),
    find(scheduleId) {
      const row = find.get(scheduleId);
      return row ? stateOf(row) : null;
    },
    put: ({ scheduleId, handledTo, run, open }) => void put.run(scheduleId, handledTo, text(run), text(open)),
    remove: scheduleId => void remove.run(scheduleId),
  };
}

function stateOf({ run, open, ...row }: Row): RunState {
  return {
    ...row,
    run: run === null ? null : v.parse(ScheduleRun, JSON.parse(run)),
    open: open === null ? null : v.parse(OpenWindow, JSON.parse(open)),
  };
}
