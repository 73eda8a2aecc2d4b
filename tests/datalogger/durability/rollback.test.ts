import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Program, runProgram, startProgram, withoutPast } from '../../support/program';

let folder: string;
let data: string;
let program: Program | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollback-'));
  data = join(folder, 'data');
});
afterEach(() => {
  program?.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts, adds a work order, stops. The titles of all orders. */
async function work(titolo: string): Promise<string[]> {
  const running = await runProgram(data);
  program = running;
  const added = await running.call('lavori', { method: 'POST', json: { titolo } });
  expect(added.status).toBe(200);
  const orders: { readonly titolo: string }[] = await (await running.call('lavori')).json();
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
  return orders.map(order => order.titolo);
}

/** What a later release would do first: one more step of the schema. `back` undoes it. */
function migrate(path: string, way: 'on' | 'back'): void {
  const db = new Database(path);
  const version = Number(db.pragma('user_version', { simple: true }));
  db.exec(way === 'on' ? 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT' : 'DROP TABLE later');
  db.pragma(`user_version = ${way === 'on' ? version + 1 : version - 1}`);
  db.close();
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Without the logs of the databases, which a program that was refused leaves behind. */
const filesThere = () =>
  readdirSync(data)
    .filter(name => !/-(shm|wal)$/.test(name))
    .sort();

test.each(['config', 'measures', 'alarms', 'jobs'])(
  'L13: the release before refuses %s.db of a later one in one line and leaves it as it is, and the later one goes on',
  async name => {
    withoutPast(data);
    expect(await work('before')).toEqual(['before']);
    const path = join(data, `${name}.db`);
    migrate(path, 'on');
    const files = filesThere();
    const kept = hashOf(path);
    for (let start = 0; start < 2; start += 1) {
      program = startProgram({ DATA_DIR: data });
      const { code, out, err } = await program.ended;
      expect([code, out.includes('Meridiana is at')]).toEqual([1, false]);
      expect(err).toMatch(new RegExp(`^meridiana: [^\\n]*${name}\\.db[^\\n]*newer version[^\\n]*\\n$`));
    }
    expect(hashOf(path)).toBe(kept);
    expect(filesThere()).toEqual(files);
    migrate(path, 'back');
    expect(await work('after')).toEqual(['after', 'before']);
  },
);
