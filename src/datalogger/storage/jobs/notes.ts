import * as v from 'valibot';
import type { Database } from '../database/database';

/** What a service has to remember over a restart. */
export interface Notes {
  /** Null before it was written, and for what the schema no longer knows. */
  read<T>(name: string, schema: v.GenericSchema<unknown, T>): T | null;
  write(name: string, value: object): void;
}

export const noteTable = `
  CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

export function createNotes(db: Database): Notes {
  const select = db.prepare<[string], { value: string }>('SELECT value FROM note WHERE name = ?');
  const put = db.prepare('INSERT OR REPLACE INTO note (name, value) VALUES (?, ?)');
  return {
    read(name, schema) {
      const row = select.get(name);
      const parsed = row && v.safeParse(schema, JSON.parse(row.value));
      return parsed?.success ? parsed.output : null;
    },
    write: (name, value) => void put.run(name, JSON.stringify(value)),
  };
}

/** One note, read once and written with every change. */
export class KeptNote<T extends object> {
  readonly #notes: Notes;
  readonly #name: string;
  #value: T;

  /** `initial`: its value before it was written, and where the schema no longer knows what was. */
  constructor(notes: Notes, name: string, schema: v.GenericSchema<unknown, T>, initial: T) {
    this.#notes = notes;
    this.#name = name;
    this.#value = notes.read(name, schema) ?? initial;
  }

  get value(): T {
    return this.#value;
  }

  keep(value: T): void {
    this.#value = value;
    this.#notes.write(this.#name, value);
  }
}
