import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAlarms } from '../../../src/datalogger/storage/alarms/alarms';
import { openConfigDatabase } from '../../../src/datalogger/storage/config/config-database';
import { openDatabase } from '../../../src/datalogger/storage/database/database';
import { openJobsDatabase } from '../../../src/datalogger/storage/jobs/jobs-database';
import { openMeasures } from '../../../src/datalogger/storage/measures/measures';

const databases = {
  config: openConfigDatabase,
  alarms: openAlarms,
  jobs: openJobsDatabase,
  measures: openMeasures,
} as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** The statements of a script; those of a trigger belong to it. */
function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let open = '';
  for (const part of sql.replace(/--.*$/gm, '').split(/(?<=;)/)) {
    open += part;
    const isWhole = !/CREATE TRIGGER/i.test(open) || /END;\s*$/.test(open);
    if (isWhole && open.trim() !== '') statements.push(open);
    if (isWhole) open = '';
  }
  return open.trim() === '' ? statements : [...statements, open];
}

/** Lets `work` see every statement of every script that is run, after it; answers the scripts. */
function watchScripts(work: (db: Database.Database) => void): string[] {
  const scripts: string[] = [];
  const { exec } = Database.prototype;
  vi.spyOn(Database.prototype, 'exec').mockImplementation(function (this: Database.Database, sql) {
    // The tables in memory, which wait for the disk, are no migration.
    if (/\bwaiting\./.test(sql)) {
      exec.call(this, sql);
      return this;
    }
    scripts.push(sql);
    for (const statement of statementsOf(sql)) {
      exec.call(this, statement);
      work(this);
    }
    return this;
  });
  return scripts;
}

/** What a kill leaves on the disk at this moment. */
function copyOf(db: Database.Database, path: string): void {
  for (const suffix of ['', '-wal']) {
    if (existsSync(db.name + suffix)) copyFileSync(db.name + suffix, path + suffix);
  }
}

function stateOf(path: string): { version: unknown; schema: unknown } {
  const db = new Database(path);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const state = {
    version: db.pragma('user_version', { simple: true }),
    schema: db.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all(),
  };
  db.close();
  return state;
}

describe.each(Object.entries(databases))(
  'L13: an upgrade of %s that is killed after any statement',
  (name, open) => {
    test('leaves the old schema or the new one, and the next start ends it', () => {
      const scripts = watchScripts(() => undefined);
      const newest = join(folder, 'newest.db');
      open(newest).close();
      vi.restoreAllMocks();
      const done = stateOf(newest);
      for (let version = 0; version < scripts.length; version++) {
        const old = join(folder, `${version}.db`);
        openDatabase(old, { durable: true, migrations: scripts.slice(0, version) }).close();
        const before = stateOf(old);
        mkdirSync(join(folder, `killed-${version}`));
        const copies: string[] = [];
        watchScripts(db => {
          copies.push(join(folder, `killed-${version}`, `${copies.length}.db`));
          // With no room in memory the pages go to the disk before the transaction ends.
          db.pragma('cache_size = 1');
          copyOf(db, copies.at(-1) ?? '');
        });
        open(old).close();
        vi.restoreAllMocks();
        expect(copies.length, name).toBeGreaterThan(0);
        for (const copy of copies) {
          expect(stateOf(copy)).toEqual(before);
          open(copy).close();
          expect(stateOf(copy)).toEqual(done);
        }
        expect(stateOf(old)).toEqual(done);
      }
    });
  },
);
