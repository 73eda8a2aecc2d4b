import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { completed, configKinds } from '../../../../src/contract/config/kinds';
import { openConfigDatabase } from '../../../../src/datalogger/storage/config/config-database';

const folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('what another version stored is read field by field: known and valid stays, the rest is as today’s defaults', () => {
  const path = join(folder, 'config.db');
  openConfigDatabase(path).close();
  const db = new Database(path);
  const old = { nome: 'INV 01', pn: 99, kwp: 9e9, porta: 'abc', timeout: 500, canale_radio: 3 };
  db.prepare('INSERT INTO device VALUES (?, ?, ?, ?)').run('inverters', 1, JSON.stringify(old), 7);
  for (const kind of configKinds) db.prepare('INSERT INTO device VALUES (?, ?, ?, 1)').run(kind, 2, '{}');
  db.close();
  const config = openConfigDatabase(path);
  expect(config.devices.find('inverters', 1)).toEqual({
    // Beyond its range and without a default: the least that is valid.
    ...completed('inverters', { nome: 'INV 01', pn: 99, kwp: 1, timeout: 500 }),
    id: 1,
    versione: 7,
  });
  for (const kind of configKinds) expect(config.devices.find(kind, 2)).toMatchObject({ id: 2, nome: '# 2' });
  config.close();
});

test('an id is never used twice, not after a deletion, a restore or a restart', () => {
  const path = join(folder, 'ids.db');
  const fields = completed('trackers', { nome: 'T1' });
  let config = openConfigDatabase(path);
  expect([config.devices.create('trackers', fields), config.devices.create('trackers', fields)]).toEqual([
    1, 2,
  ]);
  config.devices.remove('trackers', 2);
  config.close();
  config = openConfigDatabase(path);
  expect(config.devices.create('trackers', fields)).toBe(3);
  const none = Object.fromEntries(configKinds.map(kind => [kind, []]));
  config.devices.replace({ ...config.devices.all(), ...none });
  expect(config.devices.all().trackers).toEqual([]);
  expect(config.devices.create('trackers', fields)).toBe(4);
  config.close();
});
