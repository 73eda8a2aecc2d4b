import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tokenPrefixLength } from '../../src/contract/session';
import { openConfigDatabase } from '../../src/datalogger/storage/config/config-database';
import { ofProgram, ofScript, type Program, startProgram, withoutPast } from '../support/program';

let folder: string;
let program: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(() => {
  program?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function run(environment: Record<string, string>): Program {
  const started = startProgram({ DATA_DIR: join(folder, 'data'), ...environment });
  program = started.child;
  return started;
}

/** The only line on stderr, of a start that was refused. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const { code, out, err } = await run(environment).ended;
  expect(code).toBe(1);
  expect(out).not.toContain('Meridiana is at');
  expect(err).toMatch(/^meridiana: [^\n]+\n$/);
  return err;
}

test('a start tells where it is and how to log in; SIGTERM ends it cleanly', async () => {
  withoutPast(join(folder, 'data'));
  const { child, said, ended } = run({});
  const url = await said(/is at (http:\S+)/);
  const password = await said(/the password is (\S+)\n/);
  const login = await fetch(`${url}api/auth/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ user: 'admin', password }),
  });
  expect(login.status).toBe(200);
  expect(statSync(join(folder, 'data', 'session.key')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'data', 'config.db')).mode & 0o777).toBe(0o600);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('G15: accounts with the same password have different hashes', async () => {
  const data = join(folder, 'data');
  withoutPast(data);
  const { child, said, ended } = run({ DEMO_PASSWORD: 'girasole-42' });
  await said(/is at (http:\S+)/);
  child.kill('SIGTERM');
  await ended;
  const config = openConfigDatabase(join(data, 'config.db'));
  const hashes = config.accounts.all().map(({ id }) => config.accounts.passwordHash(id));
  config.close();
  expect(hashes.length).toBe(3);
  expect(new Set(hashes).size).toBe(3);
});

test('with DEMO_PASSWORD=none the first visitor is asked to register', async () => {
  withoutPast(join(folder, 'data'));
  const { said } = run({ DEMO_PASSWORD: 'none' });
  const url = await said(/is at (http:\S+)/);
  expect(await (await fetch(`${url}api/auth/primo_avvio`)).json()).toEqual({ necessario: true });
});

test('where accounts were lost, it says the set-up code and keeps it in a file of its own', async () => {
  const data = join(folder, 'data');
  withoutPast(data);
  writeFileSync(join(data, 'session.key'), 'a7'.repeat(32), { mode: 0o600 });
  const { said } = run({ DEMO_PASSWORD: 'none' });
  const url = await said(/is at (http:\S+)/);
  const code = await said(/this code is needed: (\S+)\n/);
  expect(readFileSync(join(data, 'setup-code'), 'utf8')).toBe(`${code}\n`);
  expect(statSync(join(data, 'setup-code')).mode & 0o777).toBe(0o600);
  const asked = await fetch(`${url}api/auth/primo_avvio`);
  expect(await asked.json()).toEqual({ necessario: true, codice: true });
});

test('a person at the device sets a lost password again, while the datalogger runs', async () => {
  const data = join(folder, 'data');
  withoutPast(data);
  const { said, child, ended } = run({});
  const url = await said(/is at (http:\S+)/);
  const issue = (...names: readonly string[]) =>
    startProgram({ DATA_DIR: data }, [...ofProgram, 'code', ...names]).ended;
  const { out } = await issue('Admin ');
  const reset = (codice: string) =>
    fetch(`${url}api/auth/reset-pwd`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ user: 'admin', codice, password: 'sole e vento 1' }),
    });
  const [code = ''] = out.split('\n');
  expect((await reset(code)).status).toBe(204);
  expect((await reset(code)).status, 'a code is good once').toBe(422);
  expect((await issue('nobody')).err).toMatch(
    /^meridiana: there is no account "nobody"; name one of: admin, /,
  );
  expect((await issue()).err).toBe('meridiana: its only command is: code USER\n');
  child.kill('SIGTERM');
  await ended;
  const config = openConfigDatabase(join(data, 'config.db'));
  const issued = config.audit.newest(10).filter(({ action }) => action === 'account.code');
  config.close();
  expect(issued).toMatchObject([{ user: '', address: 'console', object: 'account/1' }]);
});

test('a folder without accounts gives no code', async () => {
  const ended = startProgram({ DATA_DIR: join(folder, 'none') }, [...ofProgram, 'code', 'admin']).ended;
  expect((await ended).err).toMatch(/^meridiana: data folder \S+ has no accounts: [^\n]+\n$/);
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

test('G13: a busy port stops the start before anything is written, and no password is lost by it', async () => {
  withoutPast(join(folder, 'data'));
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const elsewhere = join(folder, 'untouched');
  expect(await refusal({ PORT: port })).toContain(`port ${port} on 127.0.0.1 is in use`);
  expect(await refusal({ PORT: port, DATA_DIR: elsewhere })).toContain('is in use');
  expect(existsSync(elsewhere), 'nothing is written before the port is tried').toBe(false);
  const beforeBuild = startProgram({ PORT: port, DATA_DIR: elsewhere }, ofScript('before-start.ts'));
  expect(await beforeBuild.ended).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('is in use'),
  });
  blocker.close();
  await run({}).said(/the password is (\S+)\n/);
});

test('a DATA_DIR that cannot be written stops the start', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await refusal({ DATA_DIR: join(file, 'data') })).toContain('cannot use data folder');
  expect(await refusal({ DATA_DIR: '/proc/data' })).toContain('/proc/data');
});

test('of two programs on one data folder only the first one starts, until it ends, however it ends', async () => {
  const data = join(folder, 'data');
  withoutPast(data);
  const first = run({});
  await first.said(/is at (http:\S+)/);
  const taken = await refusal({ DATA_DIR: join(data, '..', 'data') });
  expect(taken).toContain('is in use by another Meridiana: stop that one or set DATA_DIR');
  expect(first.child.exitCode).toBeNull();
  first.child.kill('SIGKILL');
  await first.ended;

  // Somebody has copied it and let others read it.
  chmodSync(data, 0o755);
  for (const name of ['config.db', 'disk-reserve']) chmodSync(join(data, name), 0o644);
  const second = run({});
  await second.said(/is at (http:\S+)/);
  expect(second.errors()).toMatch(/info data folder \S+ was open to others \(mode 755\)/);
  const modes = ['', ...readdirSync(data)].map(name => [name, statSync(join(data, name)).mode & 0o077]);
  expect(modes.filter(([, mode]) => mode !== 0)).toEqual([]);
});

test('a setting that is wrong, and data of another plant, stop the start', async () => {
  expect(await refusal({ PLANT: 'huge' })).toContain('small, medium, large, xl');
  expect(await refusal({ PLANT_CLOCK: 'noon' })).toContain('PLANT_CLOCK');
  expect(await refusal({ TRUSTED_PROXIES: 'rubbish' })).toContain('TRUSTED_PROXIES has "rubbish"');
  expect(await refusal({ TRUSTED_HOSTS: 'a.local,*.b.local' })).toContain('TRUSTED_HOSTS has "*.b.local"');
  withoutPast(join(folder, 'data'));
  const { child, said, ended } = run({});
  await said(/is at (http:\S+)/);
  child.kill('SIGINT');
  await ended;
  expect(await refusal({ PLANT: 'medium' })).toContain('holds the data of the plant small');
});

test('a data folder never changes its source', async () => {
  withoutPast(join(folder, 'data'));
  const { child, said, ended } = run({});
  await said(/is at (http:\S+)/);
  child.kill('SIGINT');
  await ended;
  expect(await refusal({ SOURCE: 'field', PLANT: '' })).toContain('holds the data of SOURCE=simulated');
});

test('a real plant starts empty, and its folder is never that of a simulated one', async () => {
  const { child, said, ended } = run({ SOURCE: 'field', PLANT: '', DEMO_PASSWORD: 'girasole-42' });
  const url = await said(/is at (http:\S+)/);
  const login = await fetch(`${url}api/auth/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ user: 'admin', password: 'girasole-42' }),
  });
  const token = await login.text();
  const headers = { Authorization: `Bearer ${token.slice(tokenPrefixLength)}` };
  const read = async (path: string) => (await fetch(`${url}api/${path}`, { headers })).json();
  expect(await read('config/inverters')).toEqual([]);
  expect(await read('auth/generale/1')).toMatchObject({ simulato: false });
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  expect(await refusal({})).toContain('holds the data of SOURCE=field');
});
