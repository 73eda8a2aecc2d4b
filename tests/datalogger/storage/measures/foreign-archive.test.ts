import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strangeIn } from '../../../../src/datalogger/storage/measures/foreign-archive';
import { migrations } from '../../../../src/datalogger/storage/measures/schema';
import { startDatalogger } from '../../../support/datalogger';

let folder: string;
let nowS: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-foreign-'));
  const datalogger = await startDatalogger({ dataFolder: folder, keepsHistory: true, historyDays: 4 });
  nowS = datalogger.plant.snapshot().t;
  await datalogger.run(120);
  await datalogger.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the check says of the archive after a change. */
async function after(change: string): Promise<string | null> {
  const path = join(folder, 'changed.db');
  cpSync(join(folder, 'measures.db'), path);
  const db = new Database(path);
  db.function('noise', bytes => Buffer.alloc(Number(bytes), 7));
  db.exec(change);
  db.close();
  return strangeIn(path, nowS);
}

test('an archive of this program is taken, of an earlier version too', async () => {
  expect(await after('SELECT 1')).toBeNull();
  const path = join(folder, 'old.db');
  const old = new Database(path);
  for (const sql of migrations.slice(0, 4)) old.exec(sql);
  old.pragma('user_version = 4');
  old.close();
  expect(await strangeIn(path, nowS)).toBeNull();
});

test.each([
  ['a table missing', 'DROP TABLE impianto_minute', /other tables/],
  [
    'a view without end',
    'ALTER TABLE layout RENAME TO old; CREATE VIEW layout AS SELECT * FROM old',
    /other tables/,
  ],
  [
    'a trigger',
    'CREATE TRIGGER t AFTER INSERT ON impianto_day BEGIN DELETE FROM impianto_day; END',
    /other tables/,
  ],
  ['a table of its own', 'CREATE TABLE mine (a)', /other tables/],
  ['a version to come', 'PRAGMA user_version = 99', /version 99/],
  ['3 million ids', "UPDATE layout SET ids = replace(hex(zeroblob(1500000)), '00', '1,') || '1'", /too long/],
  ['ids that are none', "UPDATE layout SET ids = 'x' WHERE id = 1", /these are no ids/],
  ['rows of noise', 'UPDATE impianto_quarter SET data = noise(50)', /cannot be decoded/],
  ['a row that ends in a number', "UPDATE impianto_day SET data = data || x'ff'", /cannot be decoded/],
  ['a voltage of 5 MB', 'INSERT INTO voltage VALUES (1, 1, noise(5000000))', /a row of 5000000 bytes/],
  ['a row of 5 MB', 'UPDATE impianto_day SET data = noise(5000000)', /a row of 5000000 bytes/],
  ['a row without layout', 'UPDATE impianto_day SET layout = 77', /no layout 77/],
  [
    'a slot in the year 4000',
    'UPDATE impianto_day SET t = 64060588800 WHERE t = (SELECT max(t) FROM impianto_day)',
    /a slot at/,
  ],
])('G02: is refused: %s', async (_, change, reason) => {
  expect(await after(change)).toMatch(reason);
});
