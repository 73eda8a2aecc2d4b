import Database from 'better-sqlite3';
import { vi } from 'vitest';

const { prototype } = new Database(':memory:').prepare('SELECT 1').constructor as {
  readonly prototype: Database.Statement;
};

/**
 * From now on no database of this process can be written, as when its disk is mounted read-only: single writes and commits fail, and the
 * transaction is rolled back. The returned function allows writes again.
 */
export function refuseWrites(): () => void {
  const { run } = prototype;
  const refusal = () => new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
  const { pragma } = Database.prototype;
  const pragmaSpy = vi.spyOn(Database.prototype, 'pragma').mockImplementation(function (
    this: Database.Database,
    ...[source, options]: Parameters<typeof pragma>
  ) {
    if (!this.memory && source.startsWith('user_version =')) throw refusal();
    return pragma.call(this, source, options);
  });
  const spy = vi.spyOn(prototype, 'run').mockImplementation(function (this: Database.Statement, ...values) {
    const { database, source, readonly: isReading } = this as Database.Statement & { readonly: boolean };
    const isEnd = source === 'COMMIT';
    const isAlone = !database.inTransaction && !isReading && !/^\s*(BEGIN|ROLLBACK)/i.test(source);
    if (database.memory || !(isEnd || isAlone)) return run.apply(this, values);
    if (isEnd) database.exec('ROLLBACK');
    throw refusal();
  });
  return () => {
    spy.mockRestore();
    pragmaSpy.mockRestore();
  };
}
