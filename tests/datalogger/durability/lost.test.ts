import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Log } from '../../../src/datalogger/core/log';
import { type DatabaseName, databaseNames } from '../../../src/datalogger/storage/database/storage';
import { startDatalogger, type TestDatalogger } from '../../support/datalogger';
import { eventually } from '../../support/eventually';

/** A device that has run for a while: accounts, copies of all databases, stopped in order. */
let device: string;
let serial: string;
let folder: string;
let datalogger: TestDatalogger | undefined;

const start = (options: { hasAccounts: boolean; log?: Log }) =>
  startDatalogger({ dataFolder: folder, keepsHistory: true, historyDays: 1, ...options });

beforeAll(async () => {
  device = mkdtempSync(join(tmpdir(), 'device-'));
  folder = device;
  const first = await start({ hasAccounts: true });
  serial = first.config.installation.serial;
  first.start();
  const copies = join(device, 'backup');
  await eventually(() => expect(readdirSync(copies).sort()).toEqual([...databaseNames].sort()));
  await first.close();
});
afterAll(() => rmSync(device, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lost-'));
  cpSync(device, folder, { recursive: true });
});
afterEach(async () => {
  await datalogger?.close();
  datalogger = undefined;
  rmSync(folder, { recursive: true });
});

const damages = {
  empty: path => writeFileSync(path, ''),
  missing: path => rmSync(path),
  'cut in half': path => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'cut to a few bytes': path => truncateSync(path, 50),
  'full of zeros': path => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'without its tables': path => {
    rmSync(path);
    const db = new Database(path);
    db.pragma('journal_mode = WAL');
    db.close();
  },
  'of a newer version': path => {
    const db = new Database(path);
    db.pragma('user_version = 99');
    db.close();
  },
} satisfies Record<string, (path: string) => void>;

type Copies = 'a copy' | 'a damaged copy' | 'a copy of a newer version' | 'no copy';

function makeCopies(copies: Copies, name: DatabaseName): void {
  const copy = join(folder, 'backup', name);
  if (copies === 'no copy') rmSync(copy);
  if (copies === 'a damaged copy') truncateSync(copy, 5000);
  if (copies === 'a copy of a newer version') damages['of a newer version'](copy);
}

type Outcome = 'as of the copy' | 'begins anew' | 'refuses to start';

/** What must come of it: the same for all four databases. */
const outcomes: readonly (readonly [damage: keyof typeof damages, copies: Copies, outcome: Outcome])[] = [
  ...(
    ['empty', 'missing', 'cut in half', 'cut to a few bytes', 'full of zeros', 'without its tables'] as const
  ).flatMap(
    damage =>
      [
        [damage, 'a copy', 'as of the copy'],
        [damage, 'a damaged copy', 'begins anew'],
        [damage, 'a copy of a newer version', 'refuses to start'],
        [damage, 'no copy', 'begins anew'],
      ] as const,
  ),
  // Nothing is lost: the release that wrote it reads it.
  ['of a newer version', 'a copy', 'refuses to start'],
  ['of a newer version', 'no copy', 'refuses to start'],
];

const stranger = { nome: 'Eve', user: 'eve', password: 'tramontana-7', livello: '0' };
const register = (json: object) => datalogger?.request('/api/auth/register', { method: 'POST', json });

const owner = { nome: 'Anna', user: 'anna', password: 'tramontana-7', livello: '0' };

function loseConfiguration(): void {
  rmSync(join(folder, 'backup', 'config.db'));
  writeFileSync(join(folder, 'config.db'), '');
}

/** As a person at the device reads it. */
function setupCode(): string {
  const path = join(folder, 'setup-code');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  return readFileSync(path, 'utf8').trim();
}

async function registerWithCode(): Promise<void> {
  const asked = await datalogger?.request('/api/auth/primo_avvio');
  expect(await asked?.json()).toEqual({ necessario: true, codice: true });
  const codice = setupCode().toLowerCase().replaceAll('-', ' ');
  expect((await register({ ...owner, codice }))?.status).toBe(200);
  expect(existsSync(join(folder, 'setup-code'))).toBe(false);
}

async function logIn({ user, password }: typeof owner): Promise<string> {
  const json = { user, password };
  const login = await datalogger?.request('/api/auth/authenticate', { method: 'POST', json });
  return (await login?.text()) ?? '';
}

/** What a stranger gets out of it. */
async function strangersTry(): Promise<void> {
  for (const codice of [undefined, '', 'AAAAA-AAAAA-AAAAA']) {
    const status = (await register({ ...stranger, codice }))?.status;
    expect([401, 422]).toContain(status);
  }
  expect(datalogger?.config.accounts.findByKey('eve')).toBeNull();
}

describe.each(databaseNames)('%s', name => {
  test.each(outcomes)('%s, with %s: %s, and no stranger registers', async (damage, copies, outcome) => {
    makeCopies(copies, name);
    damages[damage](join(folder, name));
    const before = existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : null;
    const errors: string[] = [];
    const log = { info: () => undefined, error: (message: string) => void errors.push(message) };
    if (outcome === 'refuses to start') {
      await expect(start({ hasAccounts: false, log })).rejects.toThrow(/written by a newer version \(99\)/);
      // It would not do otherwise the next time, and the release that can read it finds everything.
      await expect(start({ hasAccounts: false, log })).rejects.toThrow(/written by a newer version \(99\)/);
      return;
    }
    datalogger = await start({ hasAccounts: false, log });
    await strangersTry();
    expect(errors).toEqual([
      expect.stringMatching(outcome === 'begins anew' ? `${name} begins anew` : `${name} is as of 20`),
    ]);
    expect(datalogger.config.audit.newest(100)).toContainEqual(
      expect.objectContaining({ action: 'storage.rescue', object: name }),
    );
    const aside = readdirSync(folder).filter(file => file.startsWith(`${name}.damaged-`));
    expect(aside.map(file => readFileSync(join(folder, file)))).toEqual(before === null ? [] : [before]);
    const isWhole = name !== 'config.db' || outcome === 'as of the copy';
    expect(datalogger.config.installation.serial === serial).toBe(isWhole);
    if (!isWhole) await registerWithCode();
    await datalogger.run(60);
    const token = isWhole ? datalogger.login('admin') : await logIn(owner);
    const alarms = await datalogger.request('/api/allarmi?testo=DLG04', { token });
    expect((await alarms.json()).righe).toMatchObject([{ codice: 'DLG04', stato: 'attivo' }]);
  });
});

test('damage that comes while it runs is found before it reaches the copy, and mended at the next start', async () => {
  const [path, copy] = [join(folder, 'jobs.db'), join(folder, 'backup', 'jobs.db')];
  const running = await start({ hasAccounts: false });
  datalogger = running;
  writeFileSync(path, readFileSync(path).fill(0x5a, 4096));
  const good = readFileSync(copy);
  // Long enough ago for another copy.
  utimesSync(copy, 1, 1);
  running.start();
  const token = running.login('admin');
  await eventually(async () => {
    await running.run(1);
    const alarms = await running.request('/api/allarmi?stato=correnti&testo=DLG04', { token });
    expect((await alarms.json()).righe).toMatchObject([{ codice: 'DLG04', stato: 'attivo' }]);
  });
  expect(readdirSync(join(folder, 'backup')).filter(name => name.startsWith('jobs'))).toEqual(['jobs.db']);
  expect(readFileSync(copy)).toEqual(good);
  await running.close();
  datalogger = await start({ hasAccounts: false });
  expect(datalogger.config.audit.newest(10)).toContainEqual(
    expect.objectContaining({ action: 'storage.rescue', object: 'jobs.db' }),
  );
});

test('the set-up code is another one at the next start, and is asked for until somebody has registered', async () => {
  loseConfiguration();
  datalogger = await start({ hasAccounts: false });
  const code = setupCode();
  await datalogger.close();
  datalogger = await start({ hasAccounts: false });
  expect(setupCode()).not.toBe(code);
  expect((await register({ ...owner, codice: code }))?.status).toBe(422);
  await strangersTry();
  await registerWithCode();
  await datalogger.close();
  datalogger = await start({ hasAccounts: false });
  expect(existsSync(join(folder, 'setup-code'))).toBe(false);
  expect(await (await datalogger.request('/api/auth/primo_avvio')).json()).toEqual({ necessario: false });
  await strangersTry();
});

test('guesses at the set-up code are slowed down', async () => {
  loseConfiguration();
  datalogger = await start({ hasAccounts: false });
  const statuses: (number | undefined)[] = [];
  for (let guess = 0; guess < 6; guess++)
    statuses.push((await register({ ...stranger, user: `eve${guess}`, codice: `${guess}` }))?.status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
});

test('with the signing key lost as well, other databases tell that it is no first start', async () => {
  loseConfiguration();
  rmSync(join(folder, 'session.key'));
  datalogger = await start({ hasAccounts: false });
  await strangersTry();
  await registerWithCode();
});

test('with the signing key alone lost sessions end, and nothing else', async () => {
  datalogger = await start({ hasAccounts: false });
  const token = datalogger.login('admin');
  await datalogger.close();
  for (const lose of [rmSync, (path: string) => writeFileSync(path, '')]) {
    lose(join(folder, 'session.key'));
    datalogger = await start({ hasAccounts: false });
    expect((await datalogger.request('/api/account', { token })).status).toBe(401);
    expect((await datalogger.request('/api/account', { token: datalogger.login('admin') })).status).toBe(200);
    expect(datalogger.config.audit.newest(100).filter(({ action }) => action === 'storage.rescue')).toEqual(
      [],
    );
    await strangersTry();
    datalogger.start();
    await datalogger.close();
    expect(statSync(join(folder, 'session.key')).size).toBe(64);
  }
});

test('what was ended after the copy was made does not come back with the copy', async () => {
  datalogger = await start({ hasAccounts: false });
  const token = datalogger.login('admin');
  const [{ id } = { id: 0 }] = datalogger.config.accounts.all();
  datalogger.config.resetCodes.put(id, 'hash', 2 ** 31);
  rmSync(join(folder, 'backup', 'config.db'));
  datalogger.start();
  await eventually(() => expect(existsSync(join(folder, 'backup', 'config.db'))).toBe(true));
  await datalogger.close();
  rmSync(join(folder, 'config.db'));
  datalogger = await start({ hasAccounts: false });
  expect(datalogger.config.accounts.count()).toBe(3);
  expect((await datalogger.request('/api/account', { token })).status).toBe(401);
  expect(datalogger.config.resetCodes.find(id, 0)).toBeNull();
});

test('a first start that was killed in between is still a first start', async () => {
  for (let made = 0; made <= databaseNames.length; made++) {
    rmSync(folder, { recursive: true });
    datalogger = await start({ hasAccounts: false });
    await datalogger.close();
    for (const name of databaseNames.slice(made)) rmSync(join(folder, name));
    const next = databaseNames[made];
    if (next) writeFileSync(join(folder, next), '');
    const errors: string[] = [];
    datalogger = await start({
      hasAccounts: false,
      log: { info: () => undefined, error: message => void errors.push(message) },
    });
    expect(errors).toEqual([]);
    expect(await (await datalogger.request('/api/auth/primo_avvio')).json()).toEqual({ necessario: true });
    await datalogger.close();
  }
  datalogger = await start({ hasAccounts: false });
  expect((await register(owner))?.status).toBe(200);
});
