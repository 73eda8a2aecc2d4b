import type { Database } from '../database/database';

/** One-time codes that set a new password; only their hash is stored, at most one per account. */
export interface ResetCodes {
  put(accountId: number, codeHash: string, expiresS: number): void;
  /** Null without a code, or after it expired. */
  find(accountId: number, nowS: number): string | null;
  remove(accountId: number): void;
  /** The clock was set at `fromS`: every code that was valid is so as long as before, and what was over stays so. */
  shift(fromS: number, seconds: number): void;
}

/** s that a code is valid. */
export const codeValidS = 3600;

export function createResetCodes(db: Database): ResetCodes {
  const put = db.prepare('INSERT OR REPLACE INTO reset_code VALUES (?, ?, ?)');
  const find = db.prepare<[number, number], { hash: string }>(
    'SELECT code_hash AS hash FROM reset_code WHERE account_id = ? AND expires_s > ?',
  );
  const remove = db.prepare('DELETE FROM reset_code WHERE account_id = ?');
  const clear = db.prepare('DELETE FROM reset_code WHERE expires_s <= ?');
  // What would be valid for longer was issued by another clock.
  const shift = db.prepare(`
    UPDATE reset_code SET expires_s = expires_s + @s
    WHERE expires_s > @fromS AND expires_s <= @fromS + @longestS`);
  return {
    put: (accountId, codeHash, expiresS) => void put.run(accountId, codeHash, expiresS),
    find: (accountId, nowS) => find.get(accountId, nowS)?.hash ?? null,
    remove: accountId => void remove.run(accountId),
    shift(fromS, s) {
      clear.run(fromS);
      shift.run({ fromS, s, longestS: codeValidS });
    },
  };
}
