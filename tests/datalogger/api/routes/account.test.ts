import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  startDatalogger,
  type TestDatalogger,
  type TestRole,
  testPassword,
} from '../../../support/datalogger';
import { accountIds } from '../../../support/example-calls';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger();
});
afterEach(() => datalogger.close());

interface Write {
  readonly as: TestRole;
  readonly json?: unknown;
  readonly ifMatch?: string;
  readonly method?: string;
}

/** Status and body of a write to an account, as somebody. */
async function write(id: number | string, { as, json, ifMatch = '*', method = 'PUT' }: Write) {
  const reply = await datalogger.request(`/api/account/${id}`, {
    method,
    token: datalogger.login(as),
    headers: ifMatch === '' ? {} : { 'If-Match': ifMatch },
    ...(json === undefined ? {} : { json }),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    etag: reply.headers.get('etag'),
    body: text === '' ? null : JSON.parse(text),
  };
}
const codeOf = ({ status, body }: Awaited<ReturnType<typeof write>>) => [status, body?.codice, body?.campo];
const logIn = (user: string, password: string) =>
  datalogger.request('/api/auth/authenticate', { method: 'POST', json: { user, password } });

test('an administrator sees all accounts, the others their own, nobody a hash', async () => {
  const list = async (role: TestRole) =>
    (await (await datalogger.request('/api/account', { token: datalogger.login(role) })).json()) as {
      user: string;
    }[];
  expect((await list('admin')).map(({ user }) => user)).toEqual(['admin', 'operatore', 'cci']);
  expect((await list('normal')).map(({ user }) => user)).toEqual(['operatore']);
  expect((await list('cci')).map(({ user }) => user)).toEqual(['cci']);
  expect(JSON.stringify(await list('admin'))).not.toMatch(/scrypt|hash/);
});

test('people change their own name, e-mail and language; the version counts up', async () => {
  const json = { nome: ' Gino Conti ', email: 'gino@example.org', lingua: 'de' };
  const changed = await write(accountIds.normal, { as: 'normal', json, ifMatch: '"1"' });
  expect(changed).toMatchObject({ status: 200, etag: '"2"' });
  expect(changed.body).toMatchObject({
    nome: 'Gino Conti',
    email: 'gino@example.org',
    lingua: 'de',
    versione: 2,
  });
  const cleared = await write(accountIds.normal, {
    as: 'normal',
    json: { email: '', lingua: null },
    ifMatch: '"2"',
  });
  expect(cleared.body).toMatchObject({ nome: 'Gino Conti', email: '', lingua: null, versione: 3 });
});

test('L18: a write needs the version it was made from', async () => {
  const json = { nome: 'X' };
  expect((await write(accountIds.normal, { as: 'admin', json, ifMatch: '' })).status).toBe(428);
  expect((await write(accountIds.normal, { as: 'admin', json, ifMatch: '"7"' })).status).toBe(412);
  expect((await write(accountIds.normal, { as: 'admin', json, ifMatch: 'W/"1"' })).status).toBe(400);
  expect((await write(accountIds.normal, { as: 'admin', method: 'DELETE', ifMatch: '"7"' })).status).toBe(
    412,
  );
  expect((await write(accountIds.normal, { as: 'admin', json, ifMatch: '"1"' })).status).toBe(200);
});

test('B03: nobody but an administrator touches an account that is not theirs', async () => {
  const ids = [accountIds.admin, accountIds.cci, 0, -1, 999, '1e0', '01', '2x'];
  for (const id of ids) {
    const { status, body } = await write(id, { as: 'normal', json: { nome: 'X' } });
    expect([403, 404], String(id)).toContain(status);
    expect(Object.keys(body)).toEqual(['codice', 'messaggio']);
  }
  for (const id of [999, '01', '1e0']) expect((await write(id, { as: 'admin', json: {} })).status).toBe(404);
  expect(datalogger.config.accounts.all().map(({ versione }) => versione)).toEqual([1, 1, 1]);
});

test('user name and level are the administrator’s', async () => {
  for (const json of [{ user: 'gino' }, { livello: '0' }, { livello: '1' }]) {
    expect(codeOf(await write(accountIds.normal, { as: 'normal', json }))).toEqual([
      403,
      'forbidden',
      undefined,
    ]);
  }
  const taken = await write(accountIds.normal, { as: 'admin', json: { user: ' CCI ' } });
  expect(codeOf(taken)).toEqual([409, 'user_taken', 'user']);
  const renamed = await write(accountIds.normal, {
    as: 'admin',
    json: { user: 'Operatore', livello: 'cci' },
  });
  expect(renamed.body).toMatchObject({ user: 'Operatore', livello: 'cci' });
});

test('one’s own new password needs the current one, and guessing that is slowed down', async () => {
  const change = (current: string | undefined, password = 'tramontana-7') =>
    write(accountIds.normal, { as: 'normal', json: { password, password_attuale: current } });
  expect(codeOf(await change(undefined))).toEqual([422, 'required', 'password_attuale']);
  expect(codeOf(await change(testPassword, 'operatore-1'))).toEqual([422, 'password_common', 'password']);
  expect((await change(testPassword)).status).toBe(200);
  expect((await logIn('operatore', testPassword)).status).toBe(401);
  expect((await logIn('operatore', 'tramontana-7')).status).toBe(200);
  for (let n = 0; n < 5; n += 1) {
    expect(codeOf(await change('sbagliata'))).toEqual([422, 'wrong_password', 'password_attuale']);
  }
  expect((await change('tramontana-7')).status).toBe(429);
});

test('B04: there is always an administrator', async () => {
  const demote = { as: 'admin', json: { livello: '1' } } as const;
  expect(codeOf(await write(accountIds.admin, demote))).toEqual([409, 'last_admin', undefined]);
  const remove = { as: 'admin', method: 'DELETE' } as const;
  expect(codeOf(await write(accountIds.admin, remove))).toEqual([409, 'last_admin', undefined]);
  await write(accountIds.normal, { as: 'admin', json: { livello: '0' } });
  expect(codeOf(await write(accountIds.admin, demote))).toEqual([409, 'conflict', undefined]);
  expect(codeOf(await write(accountIds.admin, remove))).toEqual([409, 'conflict', undefined]);
  const other = (await (await logIn('operatore', testPassword)).text()) ?? '';
  const gone = await datalogger.request(`/api/account/${accountIds.admin}`, {
    method: 'DELETE',
    token: other,
    headers: { 'If-Match': '*' },
  });
  expect(gone.status).toBe(204);
  expect(datalogger.config.accounts.countAdministrators()).toBe(1);
});

test('B04: two administrators who demote each other at once leave one', async () => {
  await write(accountIds.normal, { as: 'admin', json: { livello: '0' } });
  const [first, second] = [datalogger.login('admin'), datalogger.login('normal')];
  const demote = (id: number, token: string) =>
    datalogger.request(`/api/account/${id}`, {
      method: 'PUT',
      json: { livello: '1', password: 'tramontana-7' },
      token,
      headers: { 'If-Match': '*' },
    });
  const replies = await Promise.all([demote(accountIds.normal, first), demote(accountIds.admin, second)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(datalogger.config.accounts.countAdministrators()).toBe(1);
});

test('a one-time code sets a new password once, within the hour, and ends every session', async () => {
  const issue = async () => {
    const path = `/api/account/${accountIds.normal}/codice`;
    const reply = await datalogger.request(path, { method: 'POST', token: datalogger.login('admin') });
    return reply.json();
  };
  const reset = async (codice: string, user = 'operatore') => {
    const json = { user, codice, password: 'tramontana-7' };
    const reply = await datalogger.request('/api/auth/reset-pwd', { method: 'POST', json });
    return [reply.status, (await reply.text()).includes('wrong_code')];
  };
  const { codice, scade } = await issue();
  expect(codice).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(scade).toBe(Math.floor(datalogger.clock.now() / 1000) + 3600);
  const session = datalogger.login('normal');
  expect(await reset(codice, 'cci')).toEqual([422, true]);
  expect(await reset(codice, 'nessuno')).toEqual([422, true]);
  expect(await reset(codice.replace(/.$/, codice.endsWith('A') ? 'B' : 'A'))).toEqual([422, true]);
  expect(await reset(` ${codice.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `)).toEqual([
    204,
    false,
  ]);
  expect((await datalogger.request('/api/account', { token: session })).status).toBe(401);
  expect((await logIn('operatore', 'tramontana-7')).status).toBe(200);
  expect(await reset(codice)).toEqual([422, true]);
  const replaced = await issue();
  const newest = await issue();
  expect(await reset(replaced.codice)).toEqual([422, true]);
  datalogger.clock.advance(3_600_000);
  expect(await reset(newest.codice)).toEqual([422, true]);
});

test('guessing codes is slowed down, without locking the account out', async () => {
  const json = { user: 'operatore', codice: 'AAAAA', password: 'tramontana-7' };
  const reset = () => datalogger.request('/api/auth/reset-pwd', { method: 'POST', json });
  for (let n = 0; n < 5; n += 1) expect((await reset()).status).toBe(422);
  expect((await reset()).headers.get('retry-after')).toBe('30');
  expect((await logIn('operatore', testPassword)).status).toBe(200);
});
