import { setImmediate } from 'node:timers/promises';
import type { AuditAction } from '../../../contract/audit';
import { pauses } from '../../core/pieces';
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

/** Present records by their path; of thousands of them the text is made one after the other. None of them changes later. */
export type PresentRecords = Iterable<readonly [path: string, text: string | (() => string)]>;

export interface Versions {
  /**
   * Keeps the configuration as a new version if it was changed. `records` is called at once, and only where the audit log has a change
   * since the last version, or with `always`; thousands of records are compared with pauses, one version after the other.
   */
  keep(records: () => PresentRecords, nowMs: number, always?: boolean): Promise<void>;
  /** Resolves when no version is being kept. */
  settled(): Promise<void>;
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

/** Records that are read without a look at the time. */
const readAtOnce = 100;

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
  const { at, after, trim } = recordQueries(db);
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
  const write = db.transaction((changes: readonly [string, string | null][], entry: Entry) => {
    const id = Number(insert.run({ ...entry, changed: changes.length }).lastInsertRowid);
    for (const [path, text] of changes) put.run(path, id, text);
    trim(id);
  });
  const add = async (records: PresentRecords, entry: Entry) => {
    const before = newest.get()?.id ?? 0;
    const changes = await changesOf(records, path => after(path, before));
    if (changes.length > 0) write(changes, entry);
  };
  const { inTurn, settled } = turns();
  return {
    async keep(records, nowMs, always = false) {
      const since = seen;
      const entry = lastEntry.get(since, JSON.stringify(changing));
      const present = entry || always ? records() : null;
      seen = last.get()?.id ?? 0;
      if (present === null) return;
      try {
        await inTurn(() => add(present, entry ?? unknownAuthor(nowMs)));
      } catch (error) {
        seen = Math.min(seen, since);
        throw error;
      }
    },
    settled,
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

/** Runs work one after the other: at once where there is none. */
function turns() {
  let under: Promise<void> | null = null;
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = under === null ? work() : under.then(work);
    const end: Promise<void> = turn
      .catch(() => undefined)
      .then(() => {
        if (under === end) under = null;
      });
    under = end;
    return turn;
  };
  return { inTurn, settled: () => under ?? Promise.resolve() };
}

/** The records that are not as they were, with null for those that are gone. Of thousands of stored texts a few at a time are in memory. */
async function changesOf(
  records: PresentRecords,
  storedAfter: (path: string) => readonly StoredRecord[],
): Promise<[string, string | null][]> {
  const present = new Map(records);
  // What was changed is being applied as well: samples and answers that are due come in between.
  if (present.size > readAtOnce) await setImmediate();
  const textOf = (path: string) => {
    const text = present.get(path) ?? null;
    return typeof text === 'function' ? text() : text;
  };
  const known = new Set<string>();
  const changed: [string, string | null][] = [];
  const pause = pauses();
  const breathe = async () => {
    const paused = pause();
    if (paused) await paused;
  };
  for (let stored = storedAfter(''); stored.length > 0; stored = storedAfter(stored.at(-1)?.path ?? '')) {
    for (const { path, value } of stored) {
      const text = textOf(path);
      if (text !== null || value === null) known.add(path);
      if (text !== value) changed.push([path, text]);
    }
    await breathe();
  }
  for (const path of present.keys()) {
    if (known.has(path)) continue;
    changed.push([path, textOf(path)]);
    await breathe();
  }
  return changed;
}

/** Reading the records of a version, and forgetting versions before the first one that stays. */
function recordQueries(db: Database) {
  // From path to path by the index: as fast however many versions changed a record.
  const at = db.prepare<[{ id: number; after: string; limit: number }], StoredRecord>(`
    WITH RECURSIVE known (path) AS (
      SELECT min(path) FROM config_record WHERE path > @after
      UNION ALL
      SELECT (SELECT min(path) FROM config_record WHERE path > known.path) FROM known
      WHERE known.path IS NOT NULL
    )
    SELECT path, (
      SELECT value FROM config_record AS one WHERE one.path = known.path AND version <= @id
      ORDER BY version DESC LIMIT 1
    ) AS value FROM known WHERE path IS NOT NULL LIMIT @limit`);
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
    /** The next records of a version after a path, in the order of their paths. */
    after: (after: string, id: number) => at.all({ id, after, limit: readAtOnce }),
    at: (id: number): KeptRecords =>
      new Map(
        at
          .all({ id, after: '', limit: -1 })
          .flatMap(({ path, value }) => (value === null ? [] : [[path, value] as const])),
      ),
    /** Forgets what is before the versions that stay; the newest always does. */
    trim(newest: number) {
      const first = kept.get({ versions: mostVersions, changes: mostChanges })?.first ?? newest;
      if (first <= (oldest.get()?.id ?? 0)) return;
      drop.run({ first });
      dropRecords.run({ first });
    },
  };
}
