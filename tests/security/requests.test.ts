import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { contract, type Key } from '../../src/contract';
import type { Log } from '../../src/datalogger/core/log';
import { startDatalogger } from '../support/datalogger';
import { exampleCalls, searchOf } from '../support/example-calls';

const keys = Object.keys(contract) as Key[];

/** Every row of every database in a folder. */
function contentOf(folder: string): Record<string, unknown> {
  const content: Record<string, unknown> = {};
  for (const file of readdirSync(folder).filter(name => name.endsWith('.db'))) {
    const db = new Database(join(folder, file), { readonly: true });
    const tables = db
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all();
    for (const { name } of tables) content[`${file} ${name}`] = db.prepare(`SELECT * FROM "${name}"`).all();
    db.close();
  }
  return content;
}

test('B08: whatever is read, and however often, nothing is written and nothing is done', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  const datalogger = await startDatalogger({ dataFolder });
  const token = datalogger.login('admin');
  const reads: string[] = [];
  for (const key of keys.filter(name => name.startsWith('GET '))) {
    const { path, query } = await exampleCalls[key](datalogger, token);
    reads.push(`/api/${path}${searchOf(query)}`);
  }
  const before = contentOf(dataFolder);
  expect(Object.keys(before).length).toBeGreaterThan(15);
  for (const path of [...reads, ...reads]) {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await datalogger.request(path, { method, token });
      // The page for Prometheus is off, and there is no display.
      const usual = ['/api/metriche', '/api/schermo/dati'].includes(path) ? [404] : [200, 405];
      expect(usual, `${method} ${path}`).toContain(status);
    }
  }
  expect(contentOf(dataFolder)).toEqual(before);
  expect(datalogger.system.actions).toEqual([]);
  await datalogger.close();
  rmSync(dataFolder, { recursive: true });
});

test('E10: whatever fails, and wherever, the caller gets an id and nothing else', async () => {
  const logged: string[] = [];
  const log: Log = { info: () => undefined, error: (message, cause) => logged.push(`${message} ${cause}`) };
  const datalogger = await startDatalogger({ log });
  const calls: { method: string; path: string; json: unknown }[] = [];
  for (const key of keys) {
    const { path, query, json } = await exampleCalls[key](datalogger, datalogger.login('admin'));
    calls.push({ method: key.replace(/ .*/, ''), path: `/api/${path}${searchOf(query)}`, json });
  }
  const token = datalogger.login('admin');
  datalogger.config.close();
  for (const { path, ...call } of calls) {
    const reply = await datalogger.request(path, { ...call, token, headers: { 'If-Match': '*' } });
    const text = await reply.text();
    expect(reply.status, path).toBe(500);
    expect(text, path).toMatch(/^\{"codice":"internal","messaggio":"Internal error [0-9a-f]{8}\."\}$/);
    expect(logged.at(-1), path).toMatch(/^failure [0-9a-f]{8} in .*database connection is not open/);
  }
  await datalogger.close();
});
