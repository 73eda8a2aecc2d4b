import type { AuditAction } from '../../../contract/audit';
import type { Database } from '../database/database';

/** A state of the configuration, and the row of the audit log that led to it. */
export interface Version {
  readonly id: number;
  /** ms of the device's clock, UTC. */
  readonly atMs: number;
  /** Id in the audit log; null for the first version, and where nobody is known to have made the change. */
  readonly entry: number | null;
  readonly user: string;
  readonly address: string;
  readonly action: string;
  readonly object: string;
  /** How many records it changed. */
  readonly changed: number;
}

/** Records by their path, each as JSON text. */
export type KeptRecords = ReadonlyMap<string, string>;

export interface Versions {
  /**
   * Keeps the configuration as a new version if it was changed. `records` is called only where the audit log has a change since the last
   * version, or with `always`.
   */
  keep(records: () => KeptRecords, nowMs: number, always?: boolean): void;
  /** Newest first, from the one before `before` on; of those that changed `record` where one is given. */
  page(before: number | null, record: string | null, limit: number): Version[];
  find(id: number): Version | null;
  /** The version that a row of the audit log led to. */
  ofEntry(entry: number): number | null;
  /** All records as they were in a version. */
  recordsOf(id: number): KeptRecords;
}

/**
 * Versions beyond these go, the oldest first; so do those whose changes, with all later ones, are more records than these: twenty tables
 * of 5,000 rows.
 */
export const mostVersions = 1000;
export const mostChanges = 100_000;

/** A record has a row for each version that changed it; null where it was removed. */
export const versionTables = `
  CREATE TABLE config_version (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    entry INTEGER,
    user TEXT NOT NULL,
    address TEXT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    changed INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX config_version_of_entry ON config_version (entry);
  CREATE TABLE config_record (
    path TEXT NOT NULL,
    version INTEGER NOT NULL,
    value TEXT,
    PRIMARY KEY (path, version)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX config_record_of_version ON config_record (version);
`;

/** Actions that change what a version holds. */
const changing: readonly AuditAction[] = [
  'alarm.rule',
  'config.create',
  'config.change',
  'config.delete',
  'plant.create',
  'plant.change',
  'plant.knx',
  'plant.ups',
  'plant.dyn-dns',
  'schedule.create',
  'schedule.change',
  'schedule.delete',
  'sharing.change',
  'feed.change',
  'push.change',
  'mail.change',
  'notifications.change',
  'system.change',
  'system.restore',
];

const columns = 'id, at_ms AS atMs, entry, user, address, action, object, changed';

type Entry = Omit<Version, 'id' | 'changed'>;
const unknownAuthor = (atMs: number): Entry => ({
  atMs,
  entry: null,
  user: '',
  address: '',
  action: '',
  object: '',
});

export function createVersions(db: Database): Versions {
  const { at, each, trim } = recordQueries(db);
  const insert = db.prepare<[Omit<Version, 'id'>]>(`
    INSERT INTO config_version (at_ms, entry, user, address, action, object, changed)
    VALUES (@atMs, @entry, @user, @address, @action, @object, @changed)`);
  const put = db.prepare<[string, number, string | null]>('INSERT INTO config_record VALUES (?, ?, ?)');
  const find = db.prepare<[number], Version>(`SELECT ${columns} FROM config_version WHERE id = ?`);
  const newest = db.prepare<[], Version>(`SELECT ${columns} FROM config_version ORDER BY id DESC LIMIT 1`);
  const page = db.prepare<[{ before: number | null; record: string | null; limit: number }], Version>(`
    SELECT ${columns} FROM config_version WHERE (@before IS NULL OR id < @before)
      AND (@record IS NULL OR id IN (SELECT version FROM config_record WHERE path = @record))
    ORDER BY id DESC LIMIT @limit`);
  const ofEntry = db.prepare<[number], { id: number }>('SELECT id FROM config_version WHERE entry = ?');
  const lastEntry = db.prepare<[number, string], Entry>(`
    SELECT id AS entry, at_ms AS atMs, user, address, action, object FROM audit
    WHERE id > ? AND result = 'ok' AND action IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT 1`);
  const last = db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM audit');
  /** Rows of the audit log up to this one were looked at. */
  let seen = newest.get()?.entry ?? 0;
  const add = db.transaction((records: KeptRecords, entry: Entry) => {
    const changes = changesOf(records, each(newest.get()?.id ?? 0));
    if (changes.length === 0) return;
    const id = Number(insert.run({ ...entry, changed: changes.length }).lastInsertRowid);
    for (const [path, text] of changes) put.run(path, id, text);
    trim(id);
  });
  return {
    keep(records, nowMs, always = false) {
      const entry = lastEntry.get(seen, JSON.stringify(changing));
      if (entry || always) add(records(), entry ?? unknownAuthor(nowMs));
      seen = last.get()?.id ?? 0;
    },
    page: (before, record, limit) => page.all({ before, record, limit }),
    find: id => find.get(id) ?? null,
    ofEntry: entry => ofEntry.get(entry)?.id ?? null,
    recordsOf: at,
  };
}

interface StoredRecord {
  readonly path: string;
  /** Null where it was removed. */
  readonly value: string | null;
}

/** The records that are not as they were, with null for those that are gone. Of thousands of stored texts one at a time is in memory. */
function changesOf(records: KeptRecords, stored: Iterable<StoredRecord>): [string, string | null][] {
  const unchanged = new Set<string>();
  const gone: string[] = [];
  for (const { path, value } of stored) {
    if (value === null) continue;
    const text = records.get(path);
    if (text === undefined) gone.push(path);
    else if (text === value) unchanged.add(path);
  }
  const changed = [...records].filter(([path]) => !unchanged.has(path));
  return [...changed, ...gone.map((path): [string, null] => [path, null])];
}

/** Reading the records of a version, and forgetting versions before the first one that stays. */
function recordQueries(db: Database) {
  // From path to path by the index: as fast however many versions changed a record.
  const at = db.prepare<[number], StoredRecord>(`
    WITH RECURSIVE known (path) AS (
      SELECT min(path) FROM config_record
      UNION ALL
      SELECT (SELECT min(path) FROM config_record WHERE path > known.path) FROM known
      WHERE known.path IS NOT NULL
    )
    SELECT path, (
      SELECT value FROM config_record AS one WHERE one.path = known.path AND version <= ?
      ORDER BY version DESC LIMIT 1
    ) AS value FROM known WHERE path IS NOT NULL`);
  const oldest = db.prepare<[], { id: number }>('SELECT min(id) AS id FROM config_version');
  const kept = db.prepare<[{ versions: number; changes: number }], { first: number | null }>(`
    SELECT min(id) AS first FROM (
      SELECT id, sum(changed) OVER (ORDER BY id DESC) AS changes FROM config_version
      ORDER BY id DESC LIMIT @versions
    ) WHERE changes <= @changes`);
  const drop = db.prepare<[{ first: number }]>('DELETE FROM config_version WHERE id < @first');
  // What the first version has of a record stays: its newest row up to there.
  const dropRecords = db.prepare<[{ first: number }]>(`
    DELETE FROM config_record AS old WHERE version < @first AND EXISTS (
      SELECT 1 FROM config_record AS next
      WHERE next.path = old.path AND next.version > old.version AND next.version <= @first
    )`);
  return {
    each: (id: number) => at.iterate(id),
    at: (id: number): KeptRecords =>
      new Map(at.all(id).flatMap(({ path, value }) => (value === null ? [] : [[path, value] as const]))),
    /** Forgets what is before the versions that stay; the newest always does. */
    trim(newest: number) {
      const first = kept.get({ versions: mostVersions, changes: mostChanges })?.first ?? newest;
      if (first <= (oldest.get()?.id ?? 0)) return;
      drop.run({ first });
      dropRecords.run({ first });
    },
  };
}
