import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { DamagedDatabase } from './database';

const mebibyte = 2 ** 20;
const hourMs = 3_600_000;
/** How old a copy may get, by the size of the database: a large one every day would wear the flash out. */
const intervals = [
  { toBytes: mebibyte, everyMs: hourMs / 12 },
  { toBytes: 64 * mebibyte, everyMs: 24 * hourMs },
  { toBytes: Number.POSITIVE_INFINITY, everyMs: 7 * 24 * hourMs },
];
/** Free room, as a multiple of the database, without which no copy is made. */
const roomy = 3;
/** Pages that are copied before others have their turn. */
const pagesAtOnce = 200;

/** The copies of the database at `path`, the newest first, whether they are there or not. */
export function backupsOf(path: string): [newest: string, older: string] {
  const newest = join(dirname(path), 'backup', basename(path));
  return [newest, `${newest}.1`];
}

const modifiedMs = (path: string) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** Whether it has changed since the last copy, and that one is old enough for its size. */
function isDue(path: string, nowMs: number): boolean {
  const copiedMs = modifiedMs(backupsOf(path)[0]);
  if (Math.max(modifiedMs(path), modifiedMs(`${path}-wal`)) < copiedMs) return false;
  const { size } = statSync(path);
  const interval = intervals.find(({ toBytes }) => size <= toBytes);
  // A copy from the future is of a clock that was wrong then.
  return nowMs - copiedMs >= (interval?.everyMs ?? 0) || copiedMs > nowMs;
}

/** Whether the disk of a folder has room for a copy of this size. */
export function hasRoomFor(folder: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= roomy * bytes;
}

/**
 * Copies an open database into a new file, in turns with whatever else is to be done. `onProgress` hears the part from 0 to 1 that
 * is done; throwing there ends the copy.
 */
export async function copyDatabase(
  source: Database.Database,
  to: string,
  onProgress: (part: number) => void,
): Promise<void> {
  await source.backup(to, {
    progress({ totalPages, remainingPages }) {
      onProgress(totalPages > 0 ? 1 - remainingPages / totalPages : 0);
      return pagesAtOnce;
    },
  });
  chmodSync(to, 0o600);
}

/**
 * Rejects with what `isDamage` knows unless every table can be read; one table at a time, so that others have their turn. Before each it
 * calls `throwIfStopped`.
 */
async function verify(path: string, throwIfStopped: () => void): Promise<void> {
  const db = new Database(path, { fileMustExist: true });
  try {
    const tables = db
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all();
    for (const { name } of tables) {
      await setImmediate();
      throwIfStopped();
      const found = String(db.pragma(`quick_check("${name}")`, { simple: true }));
      if (found !== 'ok') throw new DamagedDatabase(found);
    }
  } finally {
    db.close();
  }
}

/**
 * Copies the database at `path`, while it is written to, where it is due and there is room; the copy before is kept too. Answers
 * whether it did. Rejects when the disk does not take it, `isStopped` says so, or what was copied is damaged (see `isDamage`); the
 * earlier copies are then as they were.
 */
export async function backUp(path: string, isStopped: () => boolean, nowMs: number): Promise<boolean> {
  if (!isDue(path, nowMs) || !hasRoomFor(dirname(path), statSync(path).size)) return false;
  const [newest, older] = backupsOf(path);
  const unfinished = `${newest}.part`;
  mkdirSync(dirname(newest), { recursive: true, mode: 0o700 });
  rmSync(unfinished, { force: true });
  const throwIfStopped = () => {
    if (isStopped()) throw new Error('the datalogger stops');
  };
  try {
    await copyOneMoment(path, unfinished, throwIfStopped);
    await verify(unfinished, throwIfStopped);
    if (existsSync(newest)) renameSync(newest, older);
    renameSync(unfinished, newest);
    return true;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Copies the database as it is at one moment; calls `throwIfStopped` after every part. */
async function copyOneMoment(path: string, to: string, throwIfStopped: () => void): Promise<void> {
  const source = new Database(path, { readonly: true, fileMustExist: true });
  try {
    // One moment of the source, whatever is written meanwhile: without it every write restarts the copy.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_master').get();
    await copyDatabase(source, to, throwIfStopped);
  } finally {
    source.close();
  }
}
