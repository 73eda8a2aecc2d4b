import type { LogGroup } from '../../../contract/logbook';
import type { LossCause } from '../../../contract/loss-causes';
import type { WorkState } from '../../../contract/work-forms';
import type { WorkOrder } from '../../../contract/work-orders';
import type { Database } from '../database/database';
import { parseStored } from '../database/stored-json';

/** An order as it is stored: without its photos, which are in `jobs.db`. */
export type StoredWork = Omit<WorkOrder, 'foto'>;

/** What tells orders apart. */
export type WorkName = Pick<StoredWork, 'id' | 'titolo' | 'gruppo' | 'dispositivo' | 'creato' | 'autore'>;

/** Null where everything fits; `open`: neither closed nor called off. */
export interface WorkFilter {
  readonly state: WorkState | null;
  readonly open: boolean;
  readonly assignee: number | null;
  readonly alarm: number | null;
  readonly group: LogGroup | null;
  readonly device: number | null;
}

/** Orders of work. They change and are never removed, but for the oldest closed ones where there are too many. */
export interface WorkOrders {
  /** First those that are open, then the newest; without the first `skip`. */
  list(filter: Partial<WorkFilter>, skip: number, limit: number): StoredWork[];
  /** In the order in which they were written, from the one after `id` on. */
  after(id: number, limit: number): StoredWork[];
  /** The newest first, from the one before `id` on. */
  before(id: number, limit: number): StoredWork[];
  /** All of them, in a tenth of the time that reading them takes. */
  names(): WorkName[];
  /** Those that were open at some time in [from, to), epoch seconds. */
  during(from: number, to: number): StoredWork[];
  find(id: number): StoredWork | null;
  add(order: Omit<StoredWork, 'id' | 'versione'>): StoredWork;
  change(order: StoredWork): StoredWork;
  countOpen(): number;
  /** Removes the oldest closed orders above `most` and returns their ids. */
  trim(most: number): number[];
  /** Another text after every change. */
  revision(): string;
}

export const workTable = `
  CREATE TABLE work_order (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    state TEXT NOT NULL,
    grp TEXT NOT NULL,
    device INTEGER,
    assignee INTEGER,
    created_s INTEGER NOT NULL,
    closed_s INTEGER,
    version INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX work_order_state ON work_order (state, id);
`;

interface Row {
  readonly id: number;
  readonly state: WorkState;
  readonly grp: LogGroup;
  readonly device: number | null;
  readonly assignee: number | null;
  readonly created: number;
  readonly closed: number | null;
  readonly version: number;
  readonly content: string;
}

type Content = Omit<
  StoredWork,
  'id' | 'stato' | 'gruppo' | 'dispositivo' | 'assegnato' | 'creato' | 'chiuso' | 'versione'
>;

const columns =
  'id, state, grp, device, assignee, created_s AS created, closed_s AS closed, version, content';
const isClosed = "state IN ('chiuso', 'annullato')";

const orderOf = ({
  id,
  state,
  grp,
  device,
  assignee,
  created,
  closed,
  version,
  content,
}: Row): StoredWork => ({
  ...(parseStored(content) as Content & { causa: LossCause | null }),
  id,
  stato: state,
  gruppo: grp,
  dispositivo: device,
  assegnato: assignee,
  creato: created,
  chiuso: closed,
  versione: version,
});

function rowOf(order: Omit<StoredWork, 'id'>): Omit<Row, 'id'> {
  const { stato, gruppo, dispositivo, assegnato, creato, chiuso, versione, ...content } = order;
  const { titolo, nome, allarmi, persona, scadenza, passi, nota, costo, esito, causa, autore, chiuso_da } =
    content;
  const kept: Content = {
    titolo,
    nome,
    allarmi,
    persona,
    scadenza,
    passi,
    nota,
    costo,
    esito,
    causa,
    autore,
    chiuso_da,
  };
  return {
    state: stato,
    grp: gruppo,
    device: dispositivo,
    assignee: assegnato,
    created: creato,
    closed: chiuso,
    version: versione,
    content: JSON.stringify(kept),
  };
}

export function createWorkOrders(db: Database): WorkOrders {
  return { ...readingOf(db), ...readingAllOf(db), ...writingOf(db) };
}

function readingAllOf(db: Database): Pick<WorkOrders, 'after' | 'before' | 'names'> {
  const after = db.prepare<[number, number], Row>(
    `SELECT ${columns} FROM work_order WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const before = db.prepare<[number, number], Row>(
    `SELECT ${columns} FROM work_order WHERE id < ? ORDER BY id DESC LIMIT ?`,
  );
  const names = db.prepare<[], WorkName>(`
    SELECT id, json_extract(content, '$.titolo') AS titolo, grp AS gruppo, device AS dispositivo,
      created_s AS creato, json_extract(content, '$.autore') AS autore FROM work_order ORDER BY id`);
  return {
    after: (id, limit) => after.all(id, limit).map(orderOf),
    before: (id, limit) => before.all(id, limit).map(orderOf),
    names: () => names.all(),
  };
}

function readingOf(db: Database): Pick<WorkOrders, 'list' | 'during' | 'find' | 'countOpen' | 'revision'> {
  const list = db.prepare<[WorkFilterRow], Row>(`
    SELECT ${columns} FROM work_order
    WHERE (@state IS NULL OR state = @state)
      AND (@open = 0 OR NOT ${isClosed}) AND (@assignee IS NULL OR assignee = @assignee)
      AND (@group IS NULL OR grp = @group) AND (@device IS NULL OR device = @device)
      AND (@alarm IS NULL OR EXISTS (
        SELECT 1 FROM json_each(content, '$.allarmi') AS alarm WHERE alarm.value = @alarm))
    ORDER BY ${isClosed}, id DESC LIMIT @limit OFFSET @skip`);
  const during = db.prepare<[number, number], Row>(`
    SELECT ${columns} FROM work_order WHERE created_s < ? AND (closed_s IS NULL OR closed_s >= ?) ORDER BY id`);
  const find = db.prepare<[number], Row>(`SELECT ${columns} FROM work_order WHERE id = ?`);
  const open = db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM work_order WHERE NOT ${isClosed}`);
  const state = db.prepare<[], { n: number; last: number | null; changes: number | null }>(
    'SELECT count(*) AS n, max(id) AS last, sum(version) AS changes FROM work_order',
  );
  return {
    list: (filter, skip, limit) =>
      list.all({ ...everything, ...filter, open: filter.open ? 1 : 0, skip, limit }).map(orderOf),
    during: (from, to) => during.all(to, from).map(orderOf),
    find: id => optional(find.get(id)),
    countOpen: () => open.get()?.n ?? 0,
    revision: () => {
      const { n = 0, last = 0, changes = 0 } = state.get() ?? {};
      return `${n}.${last ?? 0}.${changes ?? 0}`;
    },
  };
}

function writingOf(db: Database): Pick<WorkOrders, 'add' | 'change' | 'trim'> {
  const insert = db.prepare<[Omit<Row, 'id'>]>(`
    INSERT INTO work_order (state, grp, device, assignee, created_s, closed_s, version, content)
    VALUES (@state, @grp, @device, @assignee, @created, @closed, @version, @content)`);
  const update = db.prepare<[Row]>(`
    UPDATE work_order SET state = @state, grp = @grp, device = @device, assignee = @assignee,
      closed_s = @closed, version = @version, content = @content WHERE id = @id`);
  const remove = db.prepare<[number], { id: number }>(`
    DELETE FROM work_order WHERE id IN (
      SELECT id FROM work_order WHERE ${isClosed} ORDER BY id LIMIT max(0, (SELECT count(*) FROM work_order) - ?))
    RETURNING id`);
  return {
    add: order => {
      const row = rowOf({ ...order, versione: 1 });
      return { ...order, id: Number(insert.run(row).lastInsertRowid), versione: 1 };
    },
    change: order => {
      const changed = { ...order, versione: order.versione + 1 };
      update.run({ ...rowOf(changed), id: order.id });
      return changed;
    },
    trim: most => remove.all(most).map(({ id }) => id),
  };
}

type WorkFilterRow = Omit<WorkFilter, 'open'> & { open: number; skip: number; limit: number };

const everything: Omit<WorkFilter, 'open'> = {
  state: null,
  assignee: null,
  alarm: null,
  group: null,
  device: null,
};

const optional = (row: Row | undefined) => (row ? orderOf(row) : null);
