import type { Livello } from '../../../contract/session';
import type { Database } from '../database/database';

/** A session with the account it belongs to as that is now, not as it was at login. Times in epoch seconds. */
export interface Session {
  readonly id: string;
  readonly accountId: number;
  readonly user: string;
  readonly nome: string;
  readonly livello: Livello;
  /** Whether a controller technician may give commands. */
  readonly comandi: boolean;
  readonly createdS: number;
  readonly expiresS: number;
  /** How far the clock was set since its newest token was issued: that token's `exp` is of a clock that was so far behind. */
  readonly shiftedS: number;
}

type Row<T> = Omit<T, 'comandi'> & { readonly comandi: number };

/** What is kept of a session in memory. */
type Kept = Pick<Session, 'accountId' | 'createdS' | 'expiresS' | 'shiftedS'>;

/** The column that a session got later than the others. */
export const shiftedColumn = 'ALTER TABLE session ADD COLUMN shifted_s INTEGER NOT NULL DEFAULT 0;';

export interface Sessions {
  add(id: string, accountId: number, createdS: number, expiresS: number): void;
  /** The same while the disk takes nothing: it ends with the program, unless it is extended before. */
  addInMemory(id: string, accountId: number, createdS: number, expiresS: number): void;
  /** Null when it was revoked, its account is suspended, or it is over at `nowS`. */
  find(id: string, nowS: number): Session | null;
  /** With a new token. */
  extend(id: string, expiresS: number): void;
  /** The clock was set at `fromS`: every session that was valid lasts as long as before, and what was over stays so. */
  shift(fromS: number, seconds: number): void;
  end(id: string): void;
  /** The same while the disk takes nothing: it is over at once, and `takeEnds` writes it down. */
  endInMemory(id: string): void;
  /** The disk takes writes again: what was ended in memory is ended for good. */
  takeEnds(): void;
  /** `except`: the id of one that goes on. */
  endAllOf(accountId: number, except?: string | null): void;
}

/** However often a session is renewed, after this the password is asked for again. */
export const longestSessionS = 7 * 86_400;
/** Sessions that the disk did not take: beyond, the oldest ends. */
const mostInMemory = 100;
/** Beyond this the oldest session of an account ends: a device somebody forgot to log out from. */
const mostPerAccount = 20;

/** Sessions that the disk did not take, and ends of sessions that it did not. */
class SessionsInMemory {
  readonly #kept = new Map<string, Kept>();
  readonly #ended = new Set<string>();

  add(id: string, session: Kept): void {
    this.#kept.set(id, session);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > mostInMemory && !oldest.done) this.#kept.delete(oldest.value);
  }

  find(id: string): Kept | undefined {
    return this.#kept.get(id);
  }

  /** Whether there was such a session. */
  end(id: string): boolean {
    return this.#kept.delete(id);
  }

  /** One that the disk still has is over. */
  endStored(id: string): void {
    this.#ended.add(id);
  }

  hasEnded(id: string): boolean {
    return this.#ended.has(id);
  }

  takeEnds(take: (id: string) => void): void {
    for (const id of this.#ended) {
      take(id);
      this.#ended.delete(id);
    }
  }

  endAllOf(accountId: number, except: string | null): void {
    for (const [id, kept] of this.#kept)
      if (kept.accountId === accountId && id !== except) this.#kept.delete(id);
  }

  /** As `Sessions.shift`. */
  shift(fromS: number, seconds: number): void {
    for (const [id, { accountId, createdS, expiresS, shiftedS }] of [...this.#kept]) {
      this.#kept.delete(id);
      if (expiresS <= fromS || expiresS > fromS + longestSessionS) continue;
      this.#kept.set(id, {
        accountId,
        createdS: createdS + seconds,
        expiresS: expiresS + seconds,
        shiftedS: shiftedS + seconds,
      });
    }
  }
}

function statementsOf(db: Database) {
  const add = db.prepare('INSERT INTO session (id, account_id, created_s, expires_s) VALUES (?, ?, ?, ?)');
  const trim = db.prepare(`DELETE FROM session WHERE expires_s <= @nowS OR id IN (
    SELECT id FROM session WHERE account_id = @accountId ORDER BY created_s DESC LIMIT -1 OFFSET @most)`);
  const find = db.prepare<[string, number], Row<Session>>(`
    SELECT session.id, account_id AS accountId, user, nome, livello, comandi, created_s AS createdS, expires_s AS expiresS,
      shifted_s AS shiftedS
    FROM session JOIN account ON account.id = account_id
    WHERE session.id = ? AND expires_s > ? AND sospeso = 0`);
  const account = db.prepare<
    [number],
    Row<Pick<Session, 'accountId' | 'user' | 'nome' | 'livello' | 'comandi'>>
  >('SELECT id AS accountId, user, nome, livello, comandi FROM account WHERE id = ? AND sospeso = 0');
  const extend = db.prepare('UPDATE session SET expires_s = ?, shifted_s = 0 WHERE id = ?');
  const clear = db.prepare('DELETE FROM session WHERE expires_s <= ?');
  // What would last longer than any session does was begun by another clock.
  const shift = db.prepare(`
    UPDATE session SET created_s = created_s + @s, expires_s = expires_s + @s, shifted_s = shifted_s + @s
    WHERE expires_s > @fromS AND expires_s <= @fromS + @longestS`);
  const end = db.prepare('DELETE FROM session WHERE id = ?');
  const endAll = db.prepare('DELETE FROM session WHERE account_id = ? AND id IS NOT ?');
  return { add, trim, find, account, extend, clear, shift, end, endAll };
}

export function createSessions(db: Database): Sessions {
  const { add, trim, find, account, extend, clear, shift, end, endAll } = statementsOf(db);
  const inMemory = new SessionsInMemory();
  const findInMemory = (id: string): Row<Session> | undefined => {
    const kept = inMemory.find(id);
    const owner = kept && account.get(kept.accountId);
    return kept && owner && { id, ...kept, ...owner };
  };
  return {
    add(id, accountId, createdS, expiresS) {
      trim.run({ nowS: createdS, accountId, most: mostPerAccount - 1 });
      add.run(id, accountId, createdS, expiresS);
    },
    addInMemory: (id, accountId, createdS, expiresS) =>
      inMemory.add(id, { accountId, createdS, expiresS, shiftedS: 0 }),
    find(id, nowS) {
      if (inMemory.hasEnded(id)) return null;
      const session = findInMemory(id) ?? find.get(id, nowS);
      if (session && session.expiresS <= nowS) return null;
      // A clock that has lost its time does not bring back what was over.
      if (!session || session.expiresS - nowS > longestSessionS) return null;
      return { ...session, comandi: session.comandi === 1 };
    },
    extend(id, expiresS) {
      const kept = inMemory.find(id);
      if (kept) add.run(id, kept.accountId, kept.createdS, expiresS);
      else extend.run(expiresS, id);
      inMemory.end(id);
    },
    shift(fromS, s) {
      inMemory.shift(fromS, s);
      clear.run(fromS);
      shift.run({ fromS, s, longestS: longestSessionS });
    },
    end(id) {
      if (!inMemory.end(id)) end.run(id);
    },
    endInMemory(id) {
      if (!inMemory.end(id)) inMemory.endStored(id);
    },
    takeEnds() {
      inMemory.takeEnds(id => end.run(id));
    },
    endAllOf(accountId, except = null) {
      inMemory.endAllOf(accountId, except);
      endAll.run(accountId, except);
    },
  };
}
