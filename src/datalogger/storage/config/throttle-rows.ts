import type { Database } from '../database/database';

/** Failed logins of one account from one address or network. Times in ms of the device's clock. */
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
  /** Whether somebody has logged in to this account from there. */
  hasSucceeded(key: string, address: string): boolean;
  noteSuccess(key: string, address: string, atMs: number): void;
}

const keptMs = 86_400_000;
const placesKeptMs = 180 * 86_400_000;
/** Of one account: the places somebody works at, and some they only passed through. */
const mostPlaces = 50;

export const placeTable = `
  CREATE TABLE login_place (
    key TEXT NOT NULL,
    address TEXT NOT NULL,
    last_ms INTEGER NOT NULL,
    PRIMARY KEY (key, address)
  ) STRICT, WITHOUT ROWID;
`;

export function createThrottleRows(db: Database): ThrottleRows {
  const all = db.prepare<[], ThrottleRow>(`
    SELECT key, address, failures, blocked_until_ms AS blockedUntil, last_failure_ms AS lastFailure FROM throttle`);
  const save = db.prepare<[ThrottleRow]>(
    'INSERT OR REPLACE INTO throttle VALUES (@key, @address, @failures, @blockedUntil, @lastFailure)',
  );
  const prune = db.prepare('DELETE FROM throttle WHERE last_failure_ms < ?');
  const remove = db.prepare('DELETE FROM throttle WHERE key = ? AND address = ?');
  const find = db.prepare('SELECT 1 FROM login_place WHERE key = ? AND address = ?');
  const note = db.prepare('INSERT OR REPLACE INTO login_place VALUES (?, ?, ?)');
  const forget = db.prepare(`DELETE FROM login_place WHERE last_ms < @since OR (key = @key AND address IN (
    SELECT address FROM login_place WHERE key = @key ORDER BY last_ms DESC LIMIT -1 OFFSET ${mostPlaces}))`);
  return {
    all: () => all.all(),
    save(row) {
      prune.run(row.lastFailure - keptMs);
      save.run(row);
    },
    remove: (key, address) => void remove.run(key, address),
    hasSucceeded: (key, address) => find.get(key, address) !== undefined,
    noteSuccess(key, address, atMs) {
      note.run(key, address, atMs);
      forget.run({ key, since: atMs - placesKeptMs });
    },
  };
}
