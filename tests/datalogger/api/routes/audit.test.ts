import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { AuditPage } from '../../../../src/contract/audit';
import { openConfigDatabase } from '../../../../src/datalogger/storage/config/config-database';
import { startDatalogger, testPassword } from '../../../support/datalogger';
import { accountIds } from '../../../support/example-calls';

test('F04: each login, refusal and change leaves exactly one row, with secrets masked', async () => {
  const datalogger = await startDatalogger();
  const token = datalogger.login('admin');
  const send = (method: string, path: string, json?: unknown, as = token) =>
    datalogger.request(`/api/${path}`, {
      method,
      token: as,
      headers: { 'If-Match': '*' },
      ...(json === undefined ? {} : { json }),
    });
  const logIn = (user: string, password: string) => send('POST', 'auth/authenticate', { user, password }, '');
  const account = `account/${accountIds.normal}`;
  await logIn('Operatore', testPassword);
  for (let n = 0; n < 8; n += 1) await logIn('nessuno', 'sbagliata');
  await send('DELETE', account, undefined, datalogger.login('normal'));
  await send('GET', 'dati_impianto/RT?m=stringhe', undefined, datalogger.login('cci'));
  await send('PUT', account, { nome: 'Gino', password: 'tramontana-7' });
  const dynDns = { abilitato: false, provider: 'noip', password: 's3greta', intervallo: 60 };
  await send('PATCH', 'impianto/1/dyn-dns', dynDns);
  await send('POST', `${account}/codice`);
  await send('POST', 'auth/logout');
  const rows = datalogger.config.audit.newest(100).reverse();
  const text = rows.map(({ user, action, object, result, changes }) =>
    [user, action, object, result, JSON.stringify(changes)].join(' | '),
  );
  expect(text).toMatchInlineSnapshot(`
    [
      "operatore | login | session | ok | {}",
      " | login | session | refused | {}",
      " | login | session | refused | {}",
      " | login | session | refused | {}",
      " | login | session | refused | {}",
      " | login | session | refused | {}",
      " | login.throttled | session | refused | {}",
      "operatore | forbidden | DELETE /api/account/2 | refused | {}",
      "cci | forbidden | GET /api/dati_impianto/RT | refused | {}",
      "admin | account.change | account/2 | ok | {"nome":["G. Conti","Gino"],"password":["***","***"]}",
      "admin | plant.dyn-dns | impianto/1 | ok | {"dynDns.abilitato":[null,false],"dynDns.provider":[null,"noip"],"dynDns.intervallo":[null,60],"dynDnsPassword":["***","***"]}",
      "admin | account.code | account/2 | ok | {}",
      "admin | logout | session | ok | {}",
    ]
  `);
  for (const row of rows)
    expect(row).toMatchObject({ atMs: datalogger.clock.now(), address: '192.168.1.50' });
  await datalogger.close();
});

test('G12: what was typed as the name of no account is not in the audit log: it may be a password', async () => {
  const datalogger = await startDatalogger();
  const typed = 'maestrale e sole 7';
  const send = (path: string, json: object) =>
    datalogger.request(`/api/auth/${path}`, { method: 'POST', json });
  for (let n = 0; n < 8; n += 1) await send('authenticate', { user: typed, password: 'x' });
  for (let n = 0; n < 8; n += 1)
    await send('reset-pwd', { user: typed, codice: 'x', password: 'sole e vento 1' });
  const rows = datalogger.config.audit.newest(100);
  expect(new Set(rows.map(({ action, user }) => `${action} of "${user}"`))).toEqual(
    new Set(
      ['login', 'login.throttled', 'password.reset', 'reset.throttled'].map(action => `${action} of ""`),
    ),
  );
  expect(JSON.stringify(rows)).not.toContain('maestrale');
  await datalogger.close();
});

test('F05: rows of the audit log never change, and only the oldest beyond 100 000 go', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  const path = join(folder, 'config.db');
  const config = openConfigDatabase(path);
  const db = new Database(path);
  db.exec(`
    INSERT INTO audit (at_ms, user, address, action, object, changes, result, nth)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    SELECT i, 'u', 'a', 'x', 'o', '{}', 'ok', i FROM n`);
  expect(() => db.exec("UPDATE audit SET user = 'v' WHERE id = 1")).toThrow('append-only');
  expect(() => db.exec('DELETE FROM audit WHERE id = 100000')).toThrow('append-only');
  expect(() => db.exec('DELETE FROM audit')).toThrow('append-only');
  config.audit.write({
    atMs: 0,
    user: 'u',
    address: 'a',
    action: 'login',
    object: 'o',
    changes: {},
    result: 'ok',
  });
  const kept = db.prepare('SELECT count(*) AS count, min(id) AS oldest, max(id) AS newest FROM audit').get();
  expect(kept).toEqual({ count: 100_000, oldest: 2, newest: 100_001 });
  db.close();
  config.close();
  rmSync(folder, { recursive: true });
});

describe('the audit log', () => {
  const seconds = (iso: string) => Date.parse(iso) / 1000;

  async function filled(rows: number) {
    const datalogger = await startDatalogger();
    for (let n = 1; n <= rows; n += 1)
      datalogger.config.audit.write({
        atMs: Date.parse('2026-06-10T10:00:00Z') + n * 1000,
        user: n % 2 === 0 ? 'Admin' : 'operatore',
        address: '10.0.0.7',
        action: 'config.change',
        object: `config/inverters/${n}`,
        changes: { nome: ['a', 'b'], dns: [null, ['1.1.1.1']], password: ['***', '***'] },
        result: 'ok',
      });
    const token = datalogger.login('admin');
    const ask = async (query: string) =>
      v.parse(AuditPage, await (await datalogger.request(`/api/registro?${query}`, { token })).json());
    return { datalogger, ask };
  }

  test('is read newest first, page by page, no row twice although rows arrive meanwhile', async () => {
    const { datalogger, ask } = await filled(250);
    const seen: number[] = [];
    let page = await ask('');
    for (;;) {
      seen.push(...page.righe.map(({ id }) => id));
      if (page.cursor === null) break;
      await datalogger.request('/api/auth/authenticate', {
        method: 'POST',
        json: { user: 'x', password: 'y' },
      });
      page = await ask(`cursor=${page.cursor}`);
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index));
    await datalogger.close();
  });

  test('finds by time, by user and by object, and shows each change with secrets masked', async () => {
    const { datalogger, ask } = await filled(40);
    const within = `da=${seconds('2026-06-10T10:00:10Z')}&a=${seconds('2026-06-10T10:00:13Z')}`;
    expect((await ask(within)).righe.map(({ id }) => id)).toEqual([13, 12, 11, 10]);
    expect((await ask(`${within}&utente=adm`)).righe.map(({ id }) => id)).toEqual([12, 10]);
    const { righe } = await ask('oggetto=INVERTERS/33');
    expect(righe).toEqual([
      {
        id: 33,
        t: seconds('2026-06-10T10:00:33Z'),
        utente: 'operatore',
        indirizzo: '10.0.0.7',
        azione: 'config.change',
        oggetto: 'config/inverters/33',
        nome: 'b',
        versione: null,
        esito: 'ok',
        modifiche: [
          { campo: 'nome', vecchio: 'a', nuovo: 'b' },
          { campo: 'dns', vecchio: null, nuovo: '["1.1.1.1"]' },
          { campo: 'password', vecchio: '***', nuovo: '***' },
        ],
      },
    ]);
    await datalogger.close();
  });

  test('finds a record by its name, and names it as the change did, or as it is now', async () => {
    const { datalogger, ask } = await filled(40);
    const found = (await ask('oggetto=inv%2002')).righe;
    expect(found.map(({ oggetto, nome }) => [oggetto, nome])).toEqual([['config/inverters/2', 'b']]);
    const { devices } = datalogger.config;
    const [first] = devices.all().inverters;
    if (!first) throw new Error('no inverter');
    const token = datalogger.login('admin');
    const { id, versione, ...fields } = first;
    const path = `/api/config/inverters/${id}`;
    const json = { ...fields, kwp: fields.kwp + 1 };
    const headers = { 'If-Match': `"${versione}"` };
    expect((await datalogger.request(path, { method: 'PUT', token, json, headers })).status).toBe(200);
    expect((await ask('utente=admin')).righe[0]).toMatchObject({
      oggetto: `config/inverters/${id}`,
      nome: first.nome,
    });
    await datalogger.close();
  });
});

describe('refusals', () => {
  const forbidden = (user: string, atMs: number, object = 'GET /api/registro') =>
    ({
      user,
      atMs,
      object,
      address: '10.0.0.7',
      action: 'forbidden',
      changes: {},
      result: 'refused',
    }) as const;

  function opened() {
    const folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
    const path = join(folder, 'config.db');
    const config = openConfigDatabase(path);
    const close = () => {
      config.close();
      rmSync(folder, { recursive: true });
    };
    return { path, config, audit: config.audit, close };
  }

  test('G04: of one account are joined: ten an hour stand alone, the others are one row with their number', () => {
    const { audit, close } = opened();
    for (let n = 0; n < 3000; n += 1) audit.write(forbidden('operatore', n * 10, `GET /api/${n}`));
    audit.write(forbidden('cci', 30_000));
    const rows = audit.newest(100);
    expect(rows).toHaveLength(12);
    expect(rows.find(({ changes }) => 'volte' in changes)).toMatchObject({
      user: 'operatore',
      object: 'GET /api/2999',
      changes: { volte: [null, 2990] },
    });
    audit.write(forbidden('operatore', 3_600_000));
    expect(audit.newest(1)[0]).toMatchObject({ atMs: 3_600_000, changes: {} });
    close();
  });

  test('G04: push out no change, however many accounts and addresses are refused', () => {
    const { path, config, audit, close } = opened();
    // In one transaction, so that the disk is waited for once.
    config.atomically(() => {
      audit.write({ ...forbidden('admin', 0), action: 'account.create', result: 'ok' });
      for (let n = 0; n < 20_500; n += 1) audit.write({ ...forbidden('operatore', n), address: `10.0.${n}` });
    });
    const db = new Database(path, { readonly: true });
    const count = db.prepare('SELECT result, count(*) AS n FROM audit GROUP BY result').all();
    db.close();
    expect(count).toEqual([
      { result: 'ok', n: 1 },
      { result: 'refused', n: 20_000 },
    ]);
    close();
  });
});

describe('the chain of rows', () => {
  const row = { user: 'admin', address: 'a', action: 'config.change', changes: {}, result: 'ok' } as const;

  /** A log of ten rows, what was done to it outside of the datalogger, and what a check finds. */
  async function checkAfter(change: string) {
    const folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
    const config = openConfigDatabase(join(folder, 'config.db'));
    for (let n = 1; n <= 10; n += 1) config.audit.write({ ...row, atMs: n, object: `config/inverters/${n}` });
    const db = new Database(join(folder, 'config.db'));
    db.exec('DROP TRIGGER audit_never_changes; DROP TRIGGER audit_keeps_the_newest;');
    db.exec(change);
    db.close();
    const check = await config.audit.check();
    config.close();
    rmSync(folder, { recursive: true });
    return check;
  }

  test.each([
    ['nothing', 'SELECT 1', null],
    ['a user', "UPDATE audit SET user = 'nobody' WHERE id = 4", 4],
    ['a time', 'UPDATE audit SET at_ms = at_ms + 1 WHERE id = 4', 4],
    ['a row taken out', 'DELETE FROM audit WHERE id = 4', 5],
    ['a row without its link', "UPDATE audit SET hash = '' WHERE id = 4", 4],
    ['the oldest row gone, as it goes when the log is full', 'DELETE FROM audit WHERE id = 1', null],
  ])('shows what was changed: %s', async (_, change, brokenAt) => {
    expect((await checkAfter(change)).brokenAt).toBe(brokenAt);
  });

  test('is checked and exported by an administrator', async () => {
    const datalogger = await startDatalogger();
    const token = datalogger.login('admin');
    datalogger.config.audit.write({ ...row, atMs: 0, object: 'config/inverters/1', user: '=1+1' });
    const get = (path: string) => datalogger.request(`/api/${path}`, { token });
    expect(await (await get('registro/catena')).json()).toEqual({ righe: 1, interrotta: null });
    const csv = await (await get('registro/csv?oggetto=inverters')).text();
    const [, line = ''] = csv.trim().split('\r\n');
    const cells = `1;1;1970-01-01T00:00:00.000Z;'=1+1;a;config.change;config/inverters/1;INV 01;ok;{};`;
    expect(line).toMatch(new RegExp(`^${cells.replace(/[+.]/g, '\\$&')}[0-9a-f]{64}$`));
    await datalogger.close();
  });
});

test('an account that asks for the file of the log many times at once has to wait, and no other account with it', async () => {
  const datalogger = await startDatalogger();
  const file = (who: 'admin' | 'normal', path = 'registro/csv') =>
    datalogger.request(`/api/${path}`, { token: datalogger.login(who) });
  const asked = Array.from({ length: 12 }, (_, at) =>
    file('admin', at % 2 ? 'registro/csv' : 'registro/catena'),
  );
  const other = file('normal', 'analisi/viste');
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter(status => status === 200)).toHaveLength(8);
  expect(statuses.filter(status => status === 429)).toHaveLength(4);
  expect((await other).status).toBe(200);
  expect((await file('admin')).status).toBe(200);
  datalogger.close();
});

test('many entries that are written at once continue the chain, also where another row came in between', async () => {
  const { audit, atomically, close } = openConfigDatabase(':memory:');
  const entry = (nth: number) => ({
    atMs: nth,
    user: 'admin',
    address: '::1',
    action: 'config.change' as const,
    object: `config/sensori/${nth}`,
    changes: { nome: ['a', 'b'] } as const,
    result: 'ok' as const,
  });
  const many = Array.from({ length: 300 }, (_, nth) => entry(nth));
  const write = (prepared: Awaited<ReturnType<typeof audit.prepare>>) =>
    atomically(() => audit.writeAll(prepared));
  write(await audit.prepare(many));
  const prepared = await audit.prepare(many);
  audit.write(entry(1000));
  write(prepared);
  expect(await audit.check()).toEqual({ rows: 601, brokenAt: null });
  expect(audit.newest(302).map(({ object }) => object)).toEqual([
    ...many.map(({ object }) => object).reverse(),
    'config/sensori/1000',
    'config/sensori/299',
  ]);
  close();
});
