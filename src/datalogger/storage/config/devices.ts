import {
  byKind,
  type ConfigKind,
  type ConfigOf,
  type Configuration,
  configKinds,
  type RecordOf,
} from '../../../contract/config/kinds';
import type { Database } from '../database/database';
import { parseStored } from '../database/stored-json';
import { readConfig } from './devices-reading';

/** The records of the configuration. */
export interface Devices {
  /** The same object until something is written: asked at every sample. */
  all(): Configuration;
  find<K extends ConfigKind>(kind: K, id: number): RecordOf<K> | null;
  /** Answers the id, which no record of the kind ever had. */
  create<K extends ConfigKind>(kind: K, fields: ConfigOf<K>): number;
  /** Counts the version up. */
  change<K extends ConfigKind>(kind: K, id: number, fields: ConfigOf<K>): void;
  /** The greatest id that a record of the kind ever had. */
  lastId(kind: ConfigKind): number;
  /** Creates or changes many records at once, inside a transaction; new ones have the ids after the last, in order. */
  writeAll<K extends ConfigKind>(kind: K, writes: readonly PreparedRecord<K>[]): void;
  remove(kind: ConfigKind, id: number): void;
  /** Puts these records, with their ids, in the place of all others; versions go on. Inside a transaction. */
  replace(
    configuration: { readonly [K in ConfigKind]: readonly (ConfigOf<K> & { readonly id: number })[] },
  ): void;
  /** Bytes of all records as they are stored, in JSON. */
  bytes(): number;
  /** Whether nothing was ever configured. */
  isNew(): boolean;
}

/** A record that is written together with many others. */
export interface PreparedRecord<K extends ConfigKind> {
  readonly stored: string;
  /** As it will be read. In a new record the version is 1. */
  readonly record: RecordOf<K>;
}

/** What takes time when a record is written, done before the transaction. A new one has the version 0. */
export function prepared<K extends ConfigKind>(
  kind: K,
  { id, versione }: { readonly id: number; readonly versione: number },
  fields: ConfigOf<K>,
): PreparedRecord<K> {
  const stored = storedText(fields);
  const read = readConfig(kind, id, parseStored(stored));
  return { stored, record: { ...read, id, versione: versione + 1 } as RecordOf<K> };
}

function storedText(fields: object): string {
  const { id: _, versione: __, ...own }: Partial<RecordOf<ConfigKind>> = fields;
  return JSON.stringify(own);
}

export const deviceTables = `
  CREATE TABLE device (
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    fields TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  -- No id is used twice, so that no history changes hands.
  CREATE TABLE device_last (kind TEXT PRIMARY KEY, id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

interface Row {
  readonly kind: ConfigKind;
  readonly id: number;
  readonly fields: string;
  readonly version: number;
}

function queriesOf(db: Database) {
  const all = db.prepare<[], Row>('SELECT kind, id, fields, version FROM device ORDER BY kind, id');
  const last = db.prepare<[string], { id: number }>('SELECT id FROM device_last WHERE kind = ?');
  const setLast = db.prepare(
    'INSERT INTO device_last VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET id = max(id, excluded.id)',
  );
  const insert = db.prepare('INSERT INTO device (kind, id, fields, version) VALUES (?, ?, ?, ?)');
  const update = db.prepare('UPDATE device SET fields = ?, version = version + 1 WHERE kind = ? AND id = ?');
  const remove = db.prepare('DELETE FROM device WHERE kind = ? AND id = ?');
  const bytes = db.prepare<[], { n: number }>(
    'SELECT coalesce(sum(length(CAST(fields AS BLOB))), 0) AS n FROM device',
  );
  return { all, last, setLast, insert, update, remove, bytes };
}

export function createDevices(db: Database): Devices {
  const queries = queriesOf(db);
  const { all, last, setLast, insert, update, remove } = queries;
  let known: Configuration | null = null;
  const records = new ReadRecords();
  const read = () => (known ??= records.configurationOf(all.all()));
  const lastId = (kind: ConfigKind) => last.get(kind)?.id ?? 0;
  const put = (kind: ConfigKind, id: number, fields: object, version: number) => {
    insert.run(kind, id, storedText(fields), version);
    setLast.run(kind, id);
  };
  return {
    all: read,
    find: (kind, id) => read()[kind].find(record => record.id === id) ?? null,
    lastId,
    create(kind, fields) {
      const id = lastId(kind) + 1;
      put(kind, id, fields, 1);
      known = null;
      return id;
    },
    change(kind, id, fields) {
      update.run(JSON.stringify(fields), kind, id);
      known = null;
    },
    writeAll(kind, writes) {
      writeMany(queries, records, kind, writes);
      known = null;
    },
    remove(kind, id) {
      remove.run(kind, id);
      known = null;
    },
    replace(configuration) {
      replaceAll(queries, records, read(), configuration);
      known = null;
    },
    bytes: () => queries.bytes.get()?.n ?? 0,
    isNew: () => configKinds.every(kind => last.get(kind) === undefined),
  };
}

type Replacing = Parameters<Devices['replace']>[0];

/** Puts all records in the place of those before. They were checked when their file was read: they need not be read again. */
function replaceAll(
  { insert, remove, setLast }: ReturnType<typeof queriesOf>,
  records: ReadRecords,
  before: Configuration,
  configuration: Replacing,
): void {
  for (const kind of configKinds) {
    const versions = new Map(before[kind].map(({ id, versione }) => [id, versione]));
    for (const { id } of before[kind]) remove.run(kind, id);
    for (const record of configuration[kind]) {
      const { id } = record;
      const version = (versions.get(id) ?? 0) + 1;
      const fields = storedText(record);
      insert.run(kind, id, fields, version);
      setLast.run(kind, id);
      records.learn({ kind, id, fields, version }, { ...record, versione: version } as RecordOf<typeof kind>);
    }
  }
}

function writeMany<K extends ConfigKind>(
  { insert, update, setLast }: ReturnType<typeof queriesOf>,
  records: ReadRecords,
  kind: K,
  writes: readonly PreparedRecord<K>[],
): void {
  for (const { stored, record } of writes) {
    const { id, versione } = record;
    if (versione > 1) update.run(stored, kind, id);
    else insert.run(kind, id, stored, versione);
    records.learn({ kind, id, fields: stored, version: versione }, record);
  }
  const added = writes.filter(({ record }) => record.versione === 1).at(-1);
  if (added) setLast.run(kind, added.record.id);
}

/** Reads stored records. One whose row has not changed is not read again: a large plant has hundreds of them. */
class ReadRecords {
  #known = new Map<string, Row & { readonly record: RecordOf<ConfigKind> }>();

  configurationOf(rows: readonly Row[]): Configuration {
    const present = new Map(rows.map(row => [nameOf(row), { ...row, record: this.#recordOf(row) }]));
    this.#known = present;
    return byKind<{ readonly id: number; readonly versione: number }>(kind => {
      const own = [...present.values()].filter(row => row.kind === kind);
      // The row says of which kind a record is, which the compiler cannot know.
      return own.map(({ record }) => record as RecordOf<typeof kind>);
    });
  }

  /** What is known of a row that was just written. */
  learn(row: Row, record: RecordOf<ConfigKind>): void {
    this.#known.set(nameOf(row), { ...row, record });
  }

  #recordOf(row: Row): RecordOf<ConfigKind> {
    const { kind, id, fields, version } = row;
    const known = this.#known.get(nameOf(row));
    if (known && known.fields === fields && known.version === version) return known.record;
    return { ...readConfig(kind, id, parseStored(fields)), id, versione: version };
  }
}

const nameOf = ({ kind, id }: Row) => `${kind} ${id}`;
