import type { Database } from './database';

/** One-time codes that set a new password; only their hash is stored, at most one per account. */
export interface ResetCodes {
  put(accountId: number, codeHash: string, expiresS: number): void;
  /** Null when there is none or it is over. */
  find(accountId: number, nowS: number): string | null;
  remove(accountId: number): void;
}

export function createResetCodes(db: Database): ResetCodes {
  const put = db.prepare('INSERT OR REPLACE INTO reset_code VALUES (?, ?, ?)');
  const find = db.prepare<[number, number], { hash: string }>(
    'SELECT code_hash AS hash FROM reset_code WHERE account_id = ? AND expires_s > ?',
  );
  const remove = db.prepare('DELETE FROM reset_code WHERE account_id = ?');
  return {
    put: (accountId, codeHash, expiresS) => void put.run(accountId, codeHash, expiresS),
    find: (accountId, nowS) => find.get(accountId, nowS)?.hash ?? null,
    remove: accountId => void remove.run(accountId),
  };
}
