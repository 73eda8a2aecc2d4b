import type { Database } from './database';

/** Field -> [old, new]; a secret shows only that it changed. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

export interface AuditEntry {
  /** ms of the device's clock, UTC. */
  readonly atMs: number;
  readonly user: string;
  readonly address: string;
  readonly action: string;
  readonly object: string;
  readonly changes: Changes;
  readonly result: 'ok' | 'refused';
}

/** Who did what, from where, and what it changed. Rows are only ever added. */
export interface Audit {
  write(entry: AuditEntry): void;
  /** Newest first. */
  newest(limit: number): AuditEntry[];
}

/** Old rows go beyond this, the oldest first. The database itself refuses to delete newer ones. */
const mostRows = 100_000;
const longestText = 200;
const secret = /password|codice/i;

type Row = Omit<AuditEntry, 'changes'> & { readonly changes: string };

export function createAudit(db: Database): Audit {
  const write = db.prepare<[Row]>(`
    INSERT INTO audit (at_ms, user, address, action, object, changes, result)
    VALUES (@atMs, @user, @address, @action, @object, @changes, @result)`);
  const trim = db.prepare('DELETE FROM audit WHERE id <= ?');
  const newest = db.prepare<[number], Row>(`
    SELECT at_ms AS atMs, user, address, action, object, changes, result FROM audit ORDER BY id DESC LIMIT ?`);
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
    newest: limit => newest.all(limit).map(row => ({ ...row, changes: JSON.parse(row.changes) })),
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
