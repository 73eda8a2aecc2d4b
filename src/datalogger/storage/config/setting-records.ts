import * as v from 'valibot';
import type { Database } from '../database/database';
import { parseStored, readOnce } from '../database/stored-json';

/** The text of a name; undefined for names such as `constructor`, which every object inherits. */
export const ownText = (texts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

/** One set of settings as it is stored. */
export interface SettingRecord<T> {
  readonly value: T;
  /** Never leaves the datalogger but to where it logs in. */
  readonly secret: string | null;
  /** 1 until it is written for the first time. */
  readonly version: number;
}

export interface SettingRecords<T> {
  read(): SettingRecord<T>;
  /** Writes value and secret and counts the version up. */
  write(value: T, secret: string | null): void;
}

export const settingTable = `
  CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    secret TEXT,
    version INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

interface Row {
  readonly value: string;
  readonly secret: string | null;
  readonly version: number;
}

/** Settings under a name; `initial` until they are written. A value the schema no longer knows counts as not written. */
export function createSettingRecords<T>(
  db: Database,
  name: string,
  schema: v.GenericSchema<unknown, T>,
  initial: T,
): SettingRecords<T> {
  const select = db.prepare<[string], Row>('SELECT value, secret, version FROM setting WHERE name = ?');
  const put = db.prepare('INSERT OR REPLACE INTO setting (name, value, secret, version) VALUES (?, ?, ?, ?)');
  const storedValue = readOnce(json => {
    const parsed = v.safeParse(schema, parseStored(json));
    return parsed.success ? parsed.output : initial;
  });
  const read = (): SettingRecord<T> => {
    const row = select.get(name);
    return row ? { ...row, value: storedValue(row.value) } : { value: initial, secret: null, version: 1 };
  };
  return {
    read,
    write: (value, secret) => void put.run(name, JSON.stringify(value), secret, read().version + 1),
  };
}
