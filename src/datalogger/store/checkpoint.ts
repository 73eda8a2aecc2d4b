import Database from 'better-sqlite3';

/** Moves what the write-ahead log of a database holds into its file and gives the log's room back, as far as nobody reads it. */
export function giveLogBack(path: string): void {
  // Whoever writes at this moment is not waited for: everything stands still meanwhile.
  const db = new Database(path, { fileMustExist: true, timeout: 0 });
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
