import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configClient } from '../../support/config-client';
import { startDatalogger, type TestDatalogger, testPassword } from '../../support/datalogger';

let folder: string;
let datalogger: TestDatalogger;
let other: Database.Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-held-'));
  datalogger = await startDatalogger({ dataFolder: folder });
  other = new Database(join(folder, 'config.db'));
});
afterEach(async () => {
  other.close();
  await datalogger.close();
  rmSync(folder, { recursive: true, force: true });
});

test('G08: another program that holds config.db keeps nobody waiting: a write is refused, reading and login go on', async () => {
  const client = configClient(datalogger);
  const note = () => client.send('POST', 'diario', { gruppo: 'impianto', testo: 'Prova', dispositivo: null });
  const logIn = () =>
    datalogger.request('/api/auth/authenticate', {
      method: 'POST',
      json: { user: 'operatore', password: testPassword },
    });
  other.exec('BEGIN IMMEDIATE');
  const begin = performance.now();
  const refused = await note();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await logIn()).status).toBe(200);
  expect((await client.send('GET', 'dati_impianto/RT?m=impianto')).status).toBe(200);
  // 5 s for each write where SQLite waits as long as it does by itself.
  expect(performance.now() - begin).toBeLessThan(4000);
  other.exec('ROLLBACK');
  expect((await note()).status).toBe(200);
});
