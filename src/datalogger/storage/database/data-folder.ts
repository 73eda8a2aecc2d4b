import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Log } from '../../core/log';

/** The folder, made when it is not there. Throws an Error of one clear line. */
export function usable(folder: string): string {
  return inOneLine(folder, () => {
    if (!existsSync(folder)) {
      makeParents(dirname(folder));
      mkdirSync(folder, { mode: 0o700 });
    }
    return folder;
  });
}

/**
 * Takes the folder for this program alone: no other one may use it, no other user may read it. Answers what lets go of it. Throws
 * an Error of one clear line where that cannot be had.
 */
export function claim(folder: string, log: Log): () => void {
  inOneLine(usable(folder), () => makePrivate(folder, log));
  return lockFolder(folder);
}

/** What the datalogger makes there. */
const own =
  /^((config|alarms|jobs|measures)\.db.*|backup|ballast|disk-reserve|lock|past|session\.key|setup-code|spool|storia)$/;
/** Its mode is checked where it is read: a key that others could read is refused. */
const signingKey = 'session.key';
/** A folder that a new file system contains. */
const fromTheBeginning = 'lost+found';

const isOpenToOthers = (mode: number) => (mode & 0o077) !== 0;

/** Databases hold hashes and secrets: neither they nor their copies are anybody else's to read. */
function makePrivate(folder: string, log: Log): void {
  const names = readdirSync(folder).filter(name => name !== fromTheBeginning);
  const owned = names.filter(name => own.test(name));
  const mode = statSync(folder).mode & 0o777;
  if (isOpenToOthers(mode)) {
    // A folder named by mistake, as /tmp or a home folder, is left as it is: others need it.
    if (names.length > 0 && owned.length === 0) {
      throw new Error(`others can read it (mode ${mode.toString(8)}) and keep something else in it`);
    }
    tighten(folder, 0o700);
    log.info(`data folder ${folder} was open to others (mode ${mode.toString(8)}), now it is not`);
  }
  for (const name of owned) if (name !== signingKey) tightenAll(join(folder, name));
}

function tightenAll(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  tighten(path, stats.isDirectory() ? 0o700 : 0o600);
  if (stats.isDirectory()) for (const name of readdirSync(path)) tightenAll(join(path, name));
}

function tighten(path: string, mode: number): void {
  if (!isOpenToOthers(statSync(path).mode)) return;
  chmodSync(path, mode);
  // Some file systems accept every mode and store none.
  if (isOpenToOthers(statSync(path).mode))
    throw new Error(`others can read ${path}, and that cannot be changed`);
}

function inOneLine<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot use data folder ${folder}: ${reason}`, { cause });
  }
}

/** Not with Node's `recursive`, which never returns where no folders can be made, as below /proc. */
function makeParents(folder: string): void {
  if (existsSync(folder)) return;
  makeParents(dirname(folder));
  mkdirSync(folder, { mode: 0o750 });
}

/** One program may just be ending while the next one starts. */
const patienceMs = 1000;

/**
 * Keeps every other program out of a folder until the returned function is called or this one ends, however it ends: the system
 * holds the lock, and a file that was left behind locks nothing. Throws an Error of one clear line.
 */
function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { timeout: patienceMs });
    // Without a journal on the disk nothing is ever written, so that a full one is no obstacle.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    chmodSync(path, 0o600);
  } catch (cause) {
    db?.close();
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY';
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = isTaken
      ? `data folder ${folder} is in use by another Meridiana: stop that one or set DATA_DIR`
      : `cannot use data folder ${folder}: ${reason}`;
    throw new Error(message, { cause });
  }
  const held = db;
  return () => void held.close();
}
