import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/datalogger/storage/database/database';
import { longPatience, rounds } from '../../support/long';
import { numbersFrom } from '../../support/numbers';

const migrations = ['CREATE TABLE row (id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, text TEXT NOT NULL)'];
const rowsPerBatch = 20;
const cases = rounds(60, 500);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'power-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes batches of rows; the size of the log after each: what had reached it when the batch was answered. */
function writeBatches(db: Database, from: number, count: number, next: () => number): number[] {
  const add = db.prepare('INSERT INTO row (batch, text) VALUES (?, ?)');
  return Array.from({ length: count }, (_, index) => {
    db.transaction(() => {
      for (let row = 0; row < rowsPerBatch; row++) add.run(from + index, 'x'.repeat(next() * 400));
    })();
    return statSync(`${db.name}-wal`).size;
  });
}

/** What the card holds after the cut: the log up to `keptBytes`, and behind it a page that was only half written. */
function cutPower(source: string, path: string, keptBytes: number, next: () => number): void {
  copyFileSync(source, path);
  const log = readFileSync(`${source}-wal`).subarray(0, keptBytes);
  const torn = Buffer.from(Array.from({ length: Math.floor(next() * 5000) }, () => Math.floor(next() * 256)));
  writeFileSync(`${path}-wal`, next() < 0.5 ? log : Buffer.concat([log, torn]));
}

/** The batches that are there; throws when the database is damaged or a batch is not whole. */
function batchesIn(path: string): number[] {
  const db = openDatabase(path, { durable: true, migrations });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const found = db
    .prepare<[], { batch: number; count: number }>('SELECT batch, count(*) AS count FROM row GROUP BY batch')
    .all();
  db.close();
  expect(found.every(({ count }) => count === rowsPerBatch)).toBe(true);
  return found.map(({ batch }) => batch);
}

test(
  'L02: after a power cut there is a whole prefix of what was written, and all of the configuration',
  longPatience,
  () => {
    const next = numbersFrom(2);
    for (let round = 0; round < cases; round++) {
      const source = join(folder, `source-${round}.db`);
      const path = join(folder, `cut-${round}.db`);
      const db = openDatabase(source, { durable: true, migrations });
      const sizes = writeBatches(db, 0, 1 + Math.floor(next() * 12), next);
      const keptBytes = Math.floor(next() * (sizes.at(-1) ?? 0));
      // What is durable is in the log the moment it is answered; what is not may be missing from its end.
      const answered = sizes.filter(size => size <= keptBytes).length;
      cutPower(source, path, keptBytes, next);
      const batches = batchesIn(path);
      expect(batches).toEqual(batches.map((_, index) => index));
      expect(batches.length).toBeGreaterThanOrEqual(answered);
      db.close();
      for (const file of [source, path]) rmSync(file);
    }
  },
);

test('what is durable waits for the card with every write, measurements do not', () => {
  const levels = [true, false].map(durable => {
    const db = openDatabase(join(folder, `${durable}.db`), { durable, migrations });
    const level = db.pragma('synchronous', { simple: true });
    db.close();
    return level;
  });
  const [normal, full] = [1, 2];
  expect(levels).toEqual([full, normal]);
});
