import Database from 'better-sqlite3';

/** Whether the database at `path` can be written to: writes its version unchanged. True while another write is running. Never throws. */
export function takesWrites(path: string): boolean {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { fileMustExist: true, timeout: 0 });
    db.pragma(`user_version = ${Number(db.pragma('user_version', { simple: true }))}`);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
  } finally {
    db?.close();
  }
}
