import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';

export type { Database } from 'better-sqlite3';

/** SQL that brings a database from version n to n+1: the list only grows, a released entry never changes. */
export type Migrations = readonly string[];

/**
 * ms that a durable write waits for another program that holds the database. Everything else waits as long, sampling included: what is
 * not written within it is refused, and tried again like a write that the disk refuses.
 */
const busyMs = 200;

/**
 * KiB of pages that a connection keeps, of which a program with its thread has nine or more: by default 16,000 each, half of the memory of
 * the unit. The system keeps the pages of files as well, and gives them up where memory is scarce.
 */
export const cacheKib = 4000;

/** SQLite keeps up to three files of a database. */
export const suffixes = ['', '-wal', '-shm'] as const;

/** The file is there, and it is no database or parts of it are gone. */
export class DamagedDatabase extends Error {}

/** A newer release of this program wrote it: it is whole, and this one cannot read it. */
export class NewerDatabase extends Error {}

interface Options {
  /** A write that was answered survives a power cut (configuration, accounts, audit); measurements do without. */
  readonly durable: boolean;
  readonly migrations: Migrations;
}

/**
 * Opens a database in WAL mode and brings it to the newest version, all or nothing. Throws an Error with one clear line:
 * a DamagedDatabase when the file is corrupt, a NewerDatabase, or another one when it cannot be used.
 */
export function openDatabase(path: string, { durable, migrations }: Options): Database.Database {
  let db: Database.Database | undefined;
  try {
    db = new Database(path);
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
    db.pragma('foreign_keys = ON');
    db.pragma(`cache_size = -${cacheKib}`);
    const check = db.pragma('quick_check(1)', { simple: true });
    if (check !== 'ok') throw new DamagedDatabase(String(check));
    migrate(db, migrations);
    if (durable) db.pragma(`busy_timeout = ${busyMs}`);
    return db;
  } catch (cause) {
    db?.close();
    const message = `cannot use database ${path}: ${cause instanceof Error ? cause.message : cause}`;
    if (cause instanceof NewerDatabase) throw new NewerDatabase(message, { cause });
    throw isDamage(cause) ? new DamagedDatabase(message, { cause }) : new Error(message, { cause });
  }
}

/** Opens a database that this program has open already, for reading only: another thread reads what is written meanwhile. */
export function openReader(path: string): Database.Database {
  const db = new Database(path, { fileMustExist: true });
  db.pragma('query_only = ON');
  db.pragma(`cache_size = -${cacheKib}`);
  return db;
}

/** Whether nothing was ever written to the database at `path`: no file, an empty one, or one without its first tables. */
export function isBlank(path: string): boolean {
  if (!existsSync(path) || statSync(path).size === 0) return true;
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { fileMustExist: true });
    return db.pragma('user_version', { simple: true }) === 0;
  } catch {
    // Whatever is wrong with it, it is not empty.
    return false;
  } finally {
    db?.close();
  }
}

/** Whether the error means that the database file is corrupt. */
export function isDamage(cause: unknown): boolean {
  if (cause instanceof DamagedDatabase) return true;
  return cause instanceof Error && 'code' in cause && /^SQLITE_(CORRUPT|NOTADB)/.test(String(cause.code));
}

function migrate(db: Database.Database, migrations: Migrations): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > migrations.length)
    throw new NewerDatabase(`it was written by a newer version (${version}): install that one again`);
  db.transaction(() => {
    for (const sql of migrations.slice(version)) db.exec(sql);
    db.pragma(`user_version = ${migrations.length}`);
  })();
}
