import Database from 'better-sqlite3';

/** Moves what the write-ahead log of a database holds into its file and gives the log's room back, as far as nobody reads it. */
export function giveLogBack(path: string): void {
  const db = new Database(path, { fileMustExist: true });
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
