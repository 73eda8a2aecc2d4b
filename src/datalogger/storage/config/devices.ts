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
  remove(kind: ConfigKind, id: number): void;
  /** Puts these records, with their ids, in the place of all others; versions go on. Inside a transaction. */
  replace(
    configuration: { readonly [K in ConfigKind]: readonly (ConfigOf<K> & { readonly id: number })[] },
  ): void;
  /** Whether nothing was ever configured. */
  isNew(): boolean;
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
  readonly kind: string;
  readonly id: number;
  readonly fields: string;
  readonly version: number;
}

export function createDevices(db: Database): Devices {
  const all = db.prepare<[], Row>('SELECT kind, id, fields, version FROM device ORDER BY kind, id');
  const last = db.prepare<[string], { id: number }>('SELECT id FROM device_last WHERE kind = ?');
  const setLast = db.prepare(
    'INSERT INTO device_last VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET id = max(id, excluded.id)',
  );
  const insert = db.prepare('INSERT INTO device (kind, id, fields, version) VALUES (?, ?, ?, ?)');
  const update = db.prepare('UPDATE device SET fields = ?, version = version + 1 WHERE kind = ? AND id = ?');
  const remove = db.prepare('DELETE FROM device WHERE kind = ? AND id = ?');
  let known: Configuration | null = null;

  const read = () => {
    known ??= configurationOf(all.all());
    return known;
  };
  const put = (kind: ConfigKind, id: number, fields: object, version: number) => {
    const { id: _, versione: __, ...own }: Partial<RecordOf<ConfigKind>> = fields;
    insert.run(kind, id, JSON.stringify(own), version);
    setLast.run(kind, id);
  };
  return {
    all: read,
    find: (kind, id) => read()[kind].find(record => record.id === id) ?? null,
    create(kind, fields) {
      const id = (last.get(kind)?.id ?? 0) + 1;
      put(kind, id, fields, 1);
      known = null;
      return id;
    },
    change(kind, id, fields) {
      update.run(JSON.stringify(fields), kind, id);
      known = null;
    },
    remove(kind, id) {
      remove.run(kind, id);
      known = null;
    },
    replace(configuration) {
      const before = read();
      for (const kind of configKinds) {
        for (const { id } of before[kind]) remove.run(kind, id);
        for (const record of configuration[kind]) {
          const version = before[kind].find(({ id }) => id === record.id)?.versione ?? 0;
          put(kind, record.id, record, version + 1);
        }
      }
      known = null;
    },
    isNew: () => configKinds.every(kind => last.get(kind) === undefined),
  };
}

function configurationOf(rows: readonly Row[]): Configuration {
  return byKind<{ readonly id: number; readonly versione: number }>(kind =>
    rows
      .filter(row => row.kind === kind)
      .map(({ id, fields, version }) => ({
        ...readConfig(kind, id, parseStored(fields)),
        id,
        versione: version,
      })),
  );
}
