import type { AlarmGroup, AlarmState, Priority } from '../../../contract/alarms';
import type { Change, Occurrence, Step, TrueSpan } from '../../alarms/model';
import type { Database } from '../database/database';
import { createSpanWriter } from './spans';

/** An occurrence as it is stored. */
export interface OccurrenceRow {
  readonly id: number;
  readonly code: string;
  readonly grp: AlarmGroup;
  readonly device: number | null;
  readonly name: string;
  readonly report: string | null;
  /** What a search looks through: device name and code in small letters. */
  readonly search: string;
  readonly priority: Priority;
  readonly state: AlarmState;
  readonly rank: number;
  readonly is_present: number;
  readonly is_announced: number;
  readonly begin_t: number;
  readonly end_t: number | null;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly times: number;
  readonly ack_by: string | null;
  readonly ack_at: number | null;
  readonly ack_note: string | null;
  readonly shelf_by: string | null;
  readonly shelf_at: number | null;
  readonly shelf_until: number | null;
  readonly shelf_reason: string | null;
  readonly is_suppressed: number;
  readonly is_out_of_service: number;
  readonly cause: number | null;
  readonly is_chattering: number;
  readonly version: number;
}

/** Where a list shows an occurrence: what waits for somebody first, what was put aside last. */
export const ranks = { unacknowledged: 0, acknowledged: 1, aside: 2, closed: 3 } as const;

const rankOf: Record<AlarmState, number> = {
  attivo: ranks.unacknowledged,
  rientrato: ranks.unacknowledged,
  riconosciuto: ranks.acknowledged,
  accantonato: ranks.aside,
  soppresso: ranks.aside,
  fuori_servizio: ranks.aside,
  chiuso: ranks.closed,
};
/** Priority of what is recorded and never acknowledged. */
export const eventPriority = 5;

export const searchable = (text: string) => text.toLowerCase();

const flag = (is: boolean) => (is ? 1 : 0);

function rowOf(occurrence: Occurrence): OccurrenceRow {
  const { subject, acknowledged, shelf, state, priority, code } = occurrence;
  const rank = rankOf[state];
  const isEvent = priority === eventPriority;
  return {
    id: occurrence.id,
    code,
    grp: subject.group,
    device: subject.device,
    name: subject.name,
    report: subject.report ?? null,
    search: searchable(`${subject.name} ${code}`),
    priority,
    state,
    rank: isEvent && rank === ranks.unacknowledged ? ranks.acknowledged : rank,
    is_present: flag(occurrence.isPresent),
    is_announced: flag(occurrence.isAnnounced),
    begin_t: occurrence.begin,
    end_t: occurrence.end,
    value: occurrence.value,
    threshold: occurrence.threshold,
    times: occurrence.times,
    ack_by: acknowledged?.by ?? null,
    ack_at: acknowledged?.at ?? null,
    ack_note: acknowledged?.note ?? null,
    shelf_by: shelf?.by ?? null,
    shelf_at: shelf?.at ?? null,
    shelf_until: shelf?.until ?? null,
    shelf_reason: shelf?.reason ?? null,
    is_suppressed: flag(occurrence.isSuppressed),
    is_out_of_service: flag(occurrence.isOutOfService),
    cause: occurrence.cause,
    is_chattering: flag(occurrence.isChattering),
    version: occurrence.version,
  };
}

export function occurrenceOf(row: OccurrenceRow, span: TrueSpan): Occurrence {
  const { ack_by, ack_at, ack_note, shelf_by, shelf_at, shelf_until, shelf_reason } = row;
  return {
    id: row.id,
    code: row.code,
    subject: {
      group: row.grp,
      device: row.device,
      name: row.name,
      ...(row.report !== null && { report: row.report }),
    },
    priority: row.priority,
    state: row.state,
    isPresent: row.is_present === 1,
    isAnnounced: row.is_announced === 1,
    begin: row.begin_t,
    end: row.end_t,
    value: row.value,
    threshold: row.threshold,
    times: row.times,
    acknowledged:
      ack_by === null || ack_at === null ? null : { by: ack_by, at: ack_at, note: ack_note ?? '' },
    shelf:
      shelf_by === null || shelf_at === null || shelf_until === null
        ? null
        : { by: shelf_by, at: shelf_at, until: shelf_until, reason: shelf_reason ?? '' },
    isSuppressed: row.is_suppressed === 1,
    isOutOfService: row.is_out_of_service === 1,
    cause: row.cause,
    isChattering: row.is_chattering === 1,
    span,
    version: row.version,
  };
}

export interface StepRow extends Omit<Step, 'from' | 'to'> {
  readonly from_state: AlarmState;
  readonly to_state: AlarmState;
}

export function stepOf({ from_state: from, to_state: to, ...row }: StepRow): Step {
  return { ...row, from, to };
}

const columns: Record<keyof OccurrenceRow, true> = {
  id: true,
  code: true,
  grp: true,
  device: true,
  name: true,
  report: true,
  search: true,
  priority: true,
  state: true,
  rank: true,
  is_present: true,
  is_announced: true,
  begin_t: true,
  end_t: true,
  value: true,
  threshold: true,
  times: true,
  ack_by: true,
  ack_at: true,
  ack_note: true,
  shelf_by: true,
  shelf_at: true,
  shelf_until: true,
  shelf_reason: true,
  is_suppressed: true,
  is_out_of_service: true,
  cause: true,
  is_chattering: true,
  version: true,
};

/** What writes changes: each occurrence as it is now, its spans and the steps that led there, all in one transaction. */
export function createWriter(db: Database): (changes: readonly Change[]) => void {
  const names = Object.keys(columns);
  const put = db.prepare<[OccurrenceRow]>(`
    INSERT INTO occurrence (${names.join()}) VALUES (${names.map(name => `@${name}`).join()})
    ON CONFLICT (id) DO UPDATE SET ${names.map(name => `${name} = excluded.${name}`).join()}`);
  const addStep = db.prepare(`
    INSERT INTO step (occurrence, t, from_state, to_state, by, note, value)
    VALUES (@occurrence, @t, @from, @to, @by, @note, @value)`);
  const putSpans = createSpanWriter(db);
  return db.transaction((changes: readonly Change[]) => {
    for (const { occurrence, steps, spans } of changes) {
      put.run(rowOf(occurrence));
      putSpans(occurrence, spans);
      for (const step of steps) addStep.run({ occurrence: occurrence.id, ...step });
    }
  }).immediate;
}
