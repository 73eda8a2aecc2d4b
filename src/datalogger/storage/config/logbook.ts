import type { LogGroup } from '../../../contract/logbook';
import type { LossCause } from '../../../contract/loss-causes';
import type { Database } from '../database/database';

export interface LogNote {
  readonly id: number;
  readonly group: LogGroup;
  /** Null where it is about no device. */
  readonly device: number | null;
  readonly name: string;
  readonly alarm: number | null;
  /** Epoch seconds; `end` null: a moment, or as long as its alarm. */
  readonly begin: number;
  readonly end: number | null;
  readonly text: string;
  readonly cause: LossCause | null;
  readonly author: string;
  readonly writtenS: number;
}

/** Null where everything fits. */
export interface LogFilter {
  readonly from: number | null;
  readonly to: number | null;
  readonly group: LogGroup | null;
  readonly device: number | null;
  readonly alarm: number | null;
}

/** The notes of people. They are added and removed, never changed. */
export interface Logbook {
  /** Newest first. */
  list(filter: Partial<LogFilter>, limit: number): LogNote[];
  /** In the order in which they were written. */
  all(): LogNote[];
  /** Those that were written last first, from the one before `id` on. */
  before(id: number, limit: number): LogNote[];
  count(): number;
  countOf(author: string): number;
  /** All notes that state a cause, in the order in which they were written. */
  causes(): LogNote[];
  find(id: number): LogNote | null;
  add(note: Omit<LogNote, 'id'>): LogNote;
  remove(id: number): void;
  /** Another text after every change, until the program ends. */
  revision(): string;
}

export const logbookTable = `
  CREATE TABLE log_note (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    grp TEXT NOT NULL,
    device INTEGER,
    name TEXT NOT NULL,
    alarm INTEGER,
    begin_s INTEGER NOT NULL,
    end_s INTEGER,
    text TEXT NOT NULL,
    cause TEXT,
    author TEXT NOT NULL,
    written_s INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX log_note_time ON log_note (begin_s);
`;

const columns = `id, grp AS "group", device, name, alarm, begin_s AS begin, end_s AS "end", text, cause, author,
  written_s AS writtenS`;
const everything: LogFilter = { from: null, to: null, group: null, device: null, alarm: null };

export function createLogbook(db: Database): Logbook {
  const list = db.prepare<[LogFilter & { limit: number }], LogNote>(`
    SELECT ${columns} FROM log_note
    WHERE (@from IS NULL OR coalesce(end_s, begin_s) >= @from) AND (@to IS NULL OR begin_s < @to)
      AND (@group IS NULL OR grp = @group) AND (@device IS NULL OR device = @device)
      AND (@alarm IS NULL OR alarm = @alarm)
    ORDER BY begin_s DESC, id DESC LIMIT @limit`);
  const causes = db.prepare<[], LogNote>(
    `SELECT ${columns} FROM log_note WHERE cause IS NOT NULL ORDER BY id`,
  );
  const all = db.prepare<[], LogNote>(`SELECT ${columns} FROM log_note ORDER BY id`);
  const before = db.prepare<[number, number], LogNote>(
    `SELECT ${columns} FROM log_note WHERE id < ? ORDER BY id DESC LIMIT ?`,
  );
  const find = db.prepare<[number], LogNote>(`SELECT ${columns} FROM log_note WHERE id = ?`);
  const insert = db.prepare<[Omit<LogNote, 'id'>]>(`
    INSERT INTO log_note (grp, device, name, alarm, begin_s, end_s, text, cause, author, written_s)
    VALUES (@group, @device, @name, @alarm, @begin, @end, @text, @cause, @author, @writtenS)`);
  const remove = db.prepare<[number]>('DELETE FROM log_note WHERE id = ?');
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM log_note');
  /** Since the start: every alarm of a list asks for it, and counting thousands of notes takes longer. */
  let changes = 0;
  const countOf = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM log_note WHERE author = ?');
  return {
    list: (filter, limit) => list.all({ ...everything, ...filter, limit }),
    all: () => all.all(),
    before: (id, limit) => before.all(id, limit),
    count: () => count.get()?.n ?? 0,
    countOf: author => countOf.get(author)?.n ?? 0,
    causes: () => causes.all(),
    find: id => find.get(id) ?? null,
    add: note => {
      changes += 1;
      return { ...note, id: Number(insert.run(note).lastInsertRowid) };
    },
    remove: id => {
      changes += 1;
      remove.run(id);
    },
    revision: () => String(changes),
  };
}
