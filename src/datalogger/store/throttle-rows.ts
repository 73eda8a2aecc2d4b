import type { Database } from './database';

/** Failed logins of one account from one address. Times in ms of the device's clock. */
export interface ThrottleRow {
  readonly key: string;
  readonly address: string;
  readonly failures: number;
  readonly blockedUntil: number;
  readonly lastFailure: number;
}

export interface ThrottleRows {
  all(): ThrottleRow[];
  save(row: ThrottleRow): void;
  remove(key: string, address: string): void;
}

const keptMs = 86_400_000;

export function createThrottleRows(db: Database): ThrottleRows {
  const all = db.prepare<[], ThrottleRow>(`
    SELECT key, address, failures, blocked_until_ms AS blockedUntil, last_failure_ms AS lastFailure FROM throttle`);
  const save = db.prepare<[ThrottleRow]>(
    'INSERT OR REPLACE INTO throttle VALUES (@key, @address, @failures, @blockedUntil, @lastFailure)',
  );
  const prune = db.prepare('DELETE FROM throttle WHERE last_failure_ms < ?');
  const remove = db.prepare('DELETE FROM throttle WHERE key = ? AND address = ?');
  return {
    all: () => all.all(),
    save(row) {
      prune.run(row.lastFailure - keptMs);
      save.run(row);
    },
    remove: (key, address) => void remove.run(key, address),
  };
}
