import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** One program may just be ending while the next one starts. */
const patienceMs = 1000;

/**
 * Keeps every other program out of a folder until the returned function is called or this one ends, however it ends: the system
 * holds the lock, and a file that was left behind locks nothing. Throws an Error of one clear line.
 */
export function lockFolder(folder: string): () => void {
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
