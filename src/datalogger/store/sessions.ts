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
}

export interface Sessions {
  add(id: string, accountId: number, createdS: number, expiresS: number): void;
  /** Null when it was revoked, or is over at `nowS`. */
  find(id: string, nowS: number): Session | null;
  extend(id: string, expiresS: number): void;
  end(id: string): void;
  endAllOf(accountId: number): void;
}

/** Beyond this the oldest session of an account ends: a device somebody forgot to log out from. */
const mostPerAccount = 20;

export function createSessions(db: Database): Sessions {
  const add = db.prepare('INSERT INTO session VALUES (?, ?, ?, ?)');
  const trim = db.prepare(`DELETE FROM session WHERE expires_s <= @nowS OR id IN (
    SELECT id FROM session WHERE account_id = @accountId ORDER BY created_s DESC LIMIT -1 OFFSET @most)`);
  const find = db.prepare<[string, number], Session>(`
    SELECT session.id, account_id AS accountId, user, nome, livello, created_s AS createdS, expires_s AS expiresS
    FROM session JOIN account ON account.id = account_id WHERE session.id = ? AND expires_s > ?`);
  const extend = db.prepare('UPDATE session SET expires_s = ? WHERE id = ?');
  const end = db.prepare('DELETE FROM session WHERE id = ?');
  const endAll = db.prepare('DELETE FROM session WHERE account_id = ?');
  return {
    add(id, accountId, createdS, expiresS) {
      trim.run({ nowS: createdS, accountId, most: mostPerAccount - 1 });
      add.run(id, accountId, createdS, expiresS);
    },
    find: (id, nowS) => find.get(id, nowS) ?? null,
    extend: (id, expiresS) => void extend.run(expiresS, id),
    end: id => void end.run(id),
    endAllOf: accountId => void endAll.run(accountId),
  };
}
