import type { AuditAction } from '../../contract/audit';
import type { Clock } from '../time/clock';
import type { Database } from './database';

/** Field -> [old, new]; a secret shows only that it changed. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

export interface AuditEntry {
  /** ms of the device's clock, UTC. */
  readonly atMs: number;
  readonly user: string;
  readonly address: string;
  readonly action: AuditAction;
  readonly object: string;
  readonly changes: Changes;
  readonly result: 'ok' | 'refused';
}

/** Who did what, from where, and what it changed. Rows are only ever added. */
export interface Audit {
  write(entry: AuditEntry): void;
  /** Newest first. */
  newest(limit: number): AuditEntry[];
  /** Newest first, from the one before `before` on. */
  find(filter: AuditFilter, before: number | null, limit: number): AuditRecord[];
}

export type AuditRecord = AuditEntry & { readonly id: number };

/** Times in ms, both included; texts are parts, in any case. Null where everything fits. */
export interface AuditFilter {
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly user: string | null;
  readonly object: string | null;
}

/** Old rows go beyond this, the oldest first. The database itself refuses to delete newer ones. */
const mostRows = 100_000;
const longestText = 200;
const secret = /password|codice|chiave|segreto|token/i;

type Row = Omit<AuditEntry, 'changes'> & { readonly changes: string };
const columns = 'id, at_ms AS atMs, user, address, action, object, changes, result';

export function createAudit(db: Database): Audit {
  const write = db.prepare<[Row]>(`
    INSERT INTO audit (at_ms, user, address, action, object, changes, result)
    VALUES (@atMs, @user, @address, @action, @object, @changes, @result)`);
  const trim = db.prepare('DELETE FROM audit WHERE id <= ?');
  const find = db.prepare<[AuditFilter & { before: number | null; limit: number }], Row & { id: number }>(`
    SELECT ${columns} FROM audit
    WHERE (@before IS NULL OR id < @before)
      AND (@fromMs IS NULL OR at_ms >= @fromMs) AND (@toMs IS NULL OR at_ms <= @toMs)
      AND (@user IS NULL OR instr(lower(user), lower(@user)) > 0)
      AND (@object IS NULL OR instr(lower(object), lower(@object)) > 0)
    ORDER BY id DESC LIMIT @limit`);
  const parsed = (row: Row & { id: number }) => ({ ...row, changes: JSON.parse(row.changes) });
  const everything: AuditFilter = { fromMs: null, toMs: null, user: null, object: null };
  const read: Audit['find'] = (filter, before, limit) => find.all({ ...filter, before, limit }).map(parsed);
  return {
    write(entry) {
      const row = {
        ...entry,
        user: entry.user.slice(0, longestText),
        object: entry.object.slice(0, longestText),
        changes: JSON.stringify(entry.changes),
      };
      const { lastInsertRowid } = write.run(row);
      trim.run(Number(lastInsertRowid) - mostRows);
    },
    newest: limit => read(everything, null, limit),
    find: read,
  };
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
