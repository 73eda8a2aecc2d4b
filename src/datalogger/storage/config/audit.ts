import { createHash } from 'node:crypto';
import type { AuditAction } from '../../../contract/audit';
import { inPieces } from '../../core/pieces';
import type { Clock } from '../../core/time/clock';
import type { Database } from '../database/database';
import type { AuditEntry, Changes } from './audit-entry';
import { RepeatedRefusals } from './repeated-refusals';

/** What a check of the chain found. */
export interface ChainCheck {
  readonly rows: number;
  /** The first row that was changed, or before which rows are missing; null where the chain is whole. */
  readonly brokenAt: number | null;
}

/**
 * Who did what, from where, and what it changed. Rows are only ever added. Refusals have a chain and a limit of their own, so that nobody
 * without rights can push out what others changed; repeated ones are joined.
 */
export interface Audit {
  write(entry: AuditEntry): void;
  /** Links entries of changes to the newest row, with pauses. */
  prepare(entries: readonly AuditEntry[]): Promise<PreparedEntries>;
  /** Writes many entries at once, inside a transaction. Links them again where another row was written since. */
  writeAll(prepared: PreparedEntries): void;
  /** Checks each row against the one before it, with pauses between pieces of work, after which `go` is called: it may throw. */
  check(go?: () => void): Promise<ChainCheck>;
  /** Newest first. */
  newest(limit: number): AuditEntry[];
  /** Newest first, from the one before `before` on, with pauses between pieces of work, after which `go` is called: it may throw. */
  search(filter: AuditFilter, before: number | null, limit: number, go?: () => void): Promise<AuditRecord[]>;
}

/** The newest row of a chain. */
interface Link {
  readonly nth: number;
  readonly hash: string;
}

/** Entries of changes with their links, the first to `after`. */
export interface PreparedEntries {
  readonly after: Link;
  readonly rows: readonly (Row & Link)[];
}

/** `nth` counts the rows of a result from 1; `hash` is the row's link of the chain, empty in rows of earlier versions. */
export type AuditRecord = AuditEntry & { readonly id: number; readonly nth: number; readonly hash: string };

/** Times in ms, both included; texts are parts, in any case. Null where everything fits. */
export interface AuditFilter {
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly user: string | null;
  readonly object: string | null;
  /** Objects that fit whatever `object` is: those that have it in their name. */
  readonly named: readonly string[];
}

/** Old rows go beyond this, the oldest first. The database itself refuses to delete newer ones. */
const mostRows = { ok: 100_000, refused: 20_000 } as const;
/** Rows that are checked without a pause. */
const checkedAtOnce = 2000;
/** Rows that are searched without a pause. */
const searchedAtOnce = 20_000;
const longestText = 200;
const secret = /password|codice|chiave|segreto|token/i;

/** A chain, and a number of its own, for each result. */
export const auditChain = `
  DROP TRIGGER audit_never_changes;
  DROP TRIGGER audit_keeps_the_newest;
  ALTER TABLE audit ADD COLUMN nth INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE audit ADD COLUMN hash TEXT NOT NULL DEFAULT '';
  UPDATE audit SET nth = counted.nth FROM (
    SELECT id, row_number() OVER (PARTITION BY result ORDER BY id) AS nth FROM audit
  ) AS counted WHERE counted.id = audit.id;
  CREATE UNIQUE INDEX audit_nth ON audit (result, nth);
  CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER audit_keeps_the_newest BEFORE DELETE ON audit
    WHEN OLD.nth > (SELECT max(nth) FROM audit WHERE result = OLD.result)
      - CASE OLD.result WHEN 'refused' THEN ${mostRows.refused} ELSE ${mostRows.ok} END
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
`;

type FilterRow = Omit<AuditFilter, 'named'> & { readonly named: string };
type Row = Omit<AuditEntry, 'changes'> & { readonly changes: string };
type StoredRow = Row & Pick<AuditRecord, 'id' | 'nth' | 'hash'>;
const columns = 'id, at_ms AS atMs, user, address, action, object, changes, result, nth, hash';

/** The link of a row: SHA-256 over the link before it and all that the row says. */
const linkOf = (before: string, nth: number, row: Row) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[before, nth, row.atMs, row.user, row.address, row.action, row.object, row.changes, row.result],
      ]),
    )
    .digest('hex');

const rowOf = (entry: AuditEntry): Row => ({
  ...entry,
  user: entry.user.slice(0, longestText),
  object: entry.object.slice(0, longestText),
  changes: JSON.stringify(entry.changes),
});

function linked(row: Row, before: Link): Row & Link {
  const nth = before.nth + 1;
  return { ...row, nth, hash: linkOf(before.hash, nth, row) };
}

export function createAudit(db: Database): Audit {
  const insert = db.prepare<[Row & { nth: number; hash: string }]>(`
    INSERT INTO audit (at_ms, user, address, action, object, changes, result, nth, hash)
    VALUES (@atMs, @user, @address, @action, @object, @changes, @result, @nth, @hash)`);
  const last = db.prepare<[AuditEntry['result']], Link>(
    'SELECT nth, hash FROM audit WHERE result = ? ORDER BY nth DESC LIMIT 1',
  );
  const trim = db.prepare('DELETE FROM audit WHERE result = ? AND nth <= ?');
  const following = db.prepare<[AuditEntry['result'], number, number], StoredRow>(
    `SELECT ${columns} FROM audit WHERE result = ? AND nth > ? ORDER BY nth LIMIT ?`,
  );
  const everything: AuditFilter = { fromMs: null, toMs: null, user: null, object: null, named: [] };
  const newest = (result: AuditEntry['result']): Link => last.get(result) ?? { nth: 0, hash: '' };
  const add = db.transaction((entry: AuditEntry) => {
    const row = linked(rowOf(entry), newest(entry.result));
    insert.run(row);
    trim.run(row.result, row.nth - mostRows[row.result]);
  });
  const repeated = new RepeatedRefusals(add);
  const { read, search } = searchOf(db, () => repeated.writeAll());
  return {
    write: entry => repeated.write(entry),
    ...manyEntries({ newest, insert, trim }),
    async check(go) {
      repeated.writeAll();
      const ok = await checkChain('ok', following, go);
      const refused = await checkChain('refused', following, go);
      const broken = [ok.brokenAt, refused.brokenAt].filter(id => id !== null);
      return { rows: ok.rows + refused.rows, brokenAt: broken.length > 0 ? Math.min(...broken) : null };
    },
    newest: limit => {
      repeated.writeAll();
      return read(everything, 0, Number.MAX_SAFE_INTEGER, limit);
    },
    search,
  };
}

/** Reading by a filter; `writeAll` writes what is counted and not written yet. */
function searchOf(db: Database, writeAll: () => void) {
  const find = db.prepare<[FilterRow & { since: number; before: number; limit: number }], StoredRow>(`
    SELECT ${columns} FROM audit
    WHERE id >= @since AND id < @before
      AND (@fromMs IS NULL OR at_ms >= @fromMs) AND (@toMs IS NULL OR at_ms <= @toMs)
      AND (@user IS NULL OR instr(lower(user), lower(@user)) > 0)
      AND (@object IS NULL OR instr(lower(object), lower(@object)) > 0
        OR object IN (SELECT value FROM json_each(@named)))
    ORDER BY id DESC LIMIT @limit`);
  const ids = db.prepare<[], { oldest: number | null; newest: number | null }>(
    'SELECT (SELECT min(id) FROM audit) AS oldest, (SELECT max(id) FROM audit) AS newest',
  );
  const read = (filter: AuditFilter, since: number, before: number, limit: number): AuditRecord[] => {
    const rows = find.all({ ...filter, named: JSON.stringify(filter.named), since, before, limit });
    return rows.map(row => ({ ...row, changes: JSON.parse(row.changes) }));
  };
  const search: Audit['search'] = async (filter, before, limit, go) => {
    writeAll();
    const { oldest, newest: last } = ids.get() ?? {};
    const found: AuditRecord[] = [];
    for (let end = Math.min(before ?? Number.MAX_SAFE_INTEGER, (last ?? 0) + 1); ; ) {
      const since = end - searchedAtOnce;
      found.push(...read(filter, since, end, limit - found.length));
      if (found.length >= limit || since <= (oldest ?? 0)) return found;
      end = since;
      await new Promise(setImmediate);
      go?.();
    }
  };
  return { read, search };
}

interface Statements {
  readonly newest: (result: AuditEntry['result']) => Link;
  readonly insert: { run(row: Row & Link): unknown };
  readonly trim: { run(result: AuditEntry['result'], nth: number): unknown };
}

/** Many entries at once: what takes time is done before the transaction. */
function manyEntries({ newest, insert, trim }: Statements): Pick<Audit, 'prepare' | 'writeAll'> {
  return {
    async prepare(entries) {
      const after = newest('ok');
      let before = after;
      const rows = await inPieces(entries, entry => {
        const row = linked(rowOf(entry), before);
        before = row;
        return row;
      });
      return { after, rows };
    },
    writeAll({ after, rows }) {
      let before = newest('ok');
      const isNext = before.nth === after.nth && before.hash === after.hash;
      for (const row of rows) {
        const next = isNext ? row : linked(row, before);
        insert.run(next);
        before = next;
      }
      trim.run('ok', before.nth - mostRows.ok);
    },
  };
}

/** Follows the chain of one result from its oldest row. Rows of earlier versions, at its beginning, have no link. */
async function checkChain(
  result: AuditEntry['result'],
  following: { all(result: AuditEntry['result'], nth: number, limit: number): StoredRow[] },
  go?: () => void,
): Promise<ChainCheck> {
  let before: StoredRow | null = null;
  let rows = 0;
  for (;;) {
    const piece = following.all(result, before?.nth ?? 0, checkedAtOnce);
    for (const row of piece) {
      // The row before the oldest one may be gone: its link cannot be checked, but all later ones can.
      const isWhole = before === null || isLinked(before, row);
      if (!isWhole) return { rows, brokenAt: row.id };
      before = row;
      rows += 1;
    }
    if (piece.length < checkedAtOnce) return { rows, brokenAt: null };
    await new Promise(setImmediate);
    go?.();
  }
}

function isLinked(before: StoredRow, row: StoredRow): boolean {
  if (row.nth !== before.nth + 1) return false;
  const isOld = row.hash === '' && before.hash === '';
  return isOld || row.hash === linkOf(before.hash, row.nth, row);
}

/** What differs between two records, secrets masked. A field that `after` does not have is left alone. */
export function changesBetween(before: object, after: object): Changes {
  const old = new Map(Object.entries(before));
  const changes: [string, readonly [unknown, unknown]][] = [];
  for (const [field, value] of Object.entries(after)) {
    if (JSON.stringify(old.get(field)) === JSON.stringify(value)) continue;
    const mask = (part: unknown) => (secret.test(field) ? '***' : (part ?? null));
    changes.push([field, [mask(old.get(field)), mask(value)]]);
  }
  return Object.fromEntries(changes);
}

/** Who acts, as far as the log names it. */
interface Actor {
  /** Null without a session. */
  readonly user: string | null;
  readonly address: string;
}

/** Adds one row to the audit log. `user` is given for logins: the name that was typed. */
export type Recorder = (
  actor: Actor,
  action: AuditAction,
  object: string,
  more?: { readonly changes?: Changes; readonly result?: AuditEntry['result']; readonly user?: string },
) => void;

export function createRecorder(audit: Audit, clock: Clock): Recorder {
  return (actor, action, object, { changes = {}, result = 'ok', user = actor.user ?? '' } = {}) =>
    audit.write({ atMs: clock.now(), user, address: actor.address, action, object, changes, result });
}
