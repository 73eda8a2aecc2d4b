import Database from 'better-sqlite3';

/** Moves the write-ahead log of a database into its file and frees the log's room, except for parts that are being read. */
export function giveLogBack(path: string): void {
  // Does not wait for a running write, because the whole program would wait.
  const db = new Database(path, { fileMustExist: true, timeout: 0 });
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
