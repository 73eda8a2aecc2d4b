import type { Livello } from '../../contract/session';
import type { Database } from './database';

/** A session with the account it belongs to as that is now, not as it was at login. Times in epoch seconds. */
export interface Session {
  readonly id: string;
  readonly accountId: number;
  readonly user: string;
  readonly nome: string;
  readonly livello: Livello;
  readonly createdS: number;
  readonly expiresS: number;
  /** How far the clock was set since its newest token was issued: that token's `exp` is of a clock that was so far behind. */
  readonly shiftedS: number;
}

/** The column that a session got later than the others. */
export const shiftedColumn = 'ALTER TABLE session ADD COLUMN shifted_s INTEGER NOT NULL DEFAULT 0;';

export interface Sessions {
  add(id: string, accountId: number, createdS: number, expiresS: number): void;
  /** Null when it was revoked, or is over at `nowS`. */
  find(id: string, nowS: number): Session | null;
  /** With a new token. */
  extend(id: string, expiresS: number): void;
  /** The clock was set at `fromS`: every session that was valid lasts as long as before, and what was over stays so. */
  shift(fromS: number, seconds: number): void;
  end(id: string): void;
  endAllOf(accountId: number): void;
}

/** However often a session is renewed, after this the password is asked for again. */
export const longestSessionS = 7 * 86_400;
/** Beyond this the oldest session of an account ends: a device somebody forgot to log out from. */
const mostPerAccount = 20;

export function createSessions(db: Database): Sessions {
  const add = db.prepare('INSERT INTO session (id, account_id, created_s, expires_s) VALUES (?, ?, ?, ?)');
  const trim = db.prepare(`DELETE FROM session WHERE expires_s <= @nowS OR id IN (
    SELECT id FROM session WHERE account_id = @accountId ORDER BY created_s DESC LIMIT -1 OFFSET @most)`);
  const find = db.prepare<[string, number], Session>(`
    SELECT session.id, account_id AS accountId, user, nome, livello, created_s AS createdS, expires_s AS expiresS,
      shifted_s AS shiftedS
    FROM session JOIN account ON account.id = account_id WHERE session.id = ? AND expires_s > ?`);
  const extend = db.prepare('UPDATE session SET expires_s = ?, shifted_s = 0 WHERE id = ?');
  const clear = db.prepare('DELETE FROM session WHERE expires_s <= ?');
  // What would last longer than any session does was begun by another clock.
  const shift = db.prepare(`
    UPDATE session SET created_s = created_s + @s, expires_s = expires_s + @s, shifted_s = shifted_s + @s
    WHERE expires_s > @fromS AND expires_s <= @fromS + @longestS`);
  const end = db.prepare('DELETE FROM session WHERE id = ?');
  const endAll = db.prepare('DELETE FROM session WHERE account_id = ?');
  return {
    add(id, accountId, createdS, expiresS) {
      trim.run({ nowS: createdS, accountId, most: mostPerAccount - 1 });
      add.run(id, accountId, createdS, expiresS);
    },
    find(id, nowS) {
      const session = find.get(id, nowS);
      // A clock that has lost its time does not bring back what was over.
      return session && session.expiresS - nowS <= longestSessionS ? session : null;
    },
    extend: (id, expiresS) => void extend.run(expiresS, id),
    shift(fromS, s) {
      clear.run(fromS);
      shift.run({ fromS, s, longestS: longestSessionS });
    },
    end: id => void end.run(id),
    endAllOf: accountId => void endAll.run(accountId),
  };
}
