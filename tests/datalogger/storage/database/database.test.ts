import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, openReader } from '../../../../src/datalogger/storage/database/database';

test('G27: no connection keeps more than 4 MB of pages: there are nine of them, and more while a history is restored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  const path = join(folder, 'some.db');
  const db = openDatabase(path, { durable: true, migrations: ['CREATE TABLE some (id INTEGER)'] });
  const reader = openReader(path);
  const sizes = [db, reader].map(each => Number(each.pragma('cache_size', { simple: true })));
  reader.close();
  db.close();
  rmSync(folder, { recursive: true });
  expect(sizes, 'KiB, as SQLite writes them').toEqual([-4000, -4000]);
});
