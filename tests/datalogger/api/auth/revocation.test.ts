import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger, testPassword } from '../../../support/datalogger';
import { accountIds } from '../../../support/example-calls';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger();
});
afterEach(() => datalogger.close());

const statusOf = async (token: string) => (await datalogger.request('/api/account', { token })).status;
const change = (id: number, json: unknown, token: string) =>
  datalogger.request(`/api/account/${id}`, { method: 'PUT', json, token, headers: { 'If-Match': '*' } });

test('A07: after a logout the token is worth nothing, other sessions go on', async () => {
  const [token, other] = [datalogger.login('normal'), datalogger.login('normal')];
  expect((await datalogger.request('/api/auth/logout', { method: 'POST', token })).status).toBe(204);
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf(other)).toBe(200);
});

test('A07: a new password, a new level and a deletion end every session at the next request', async () => {
  const admin = datalogger.login('admin');
  const { normal } = accountIds;
  const revocations = [
    () => change(normal, { password: 'tramontana-7' }, admin),
    () => change(normal, { livello: 'cci' }, admin),
    () =>
      change(
        normal,
        { password: 'girasole-43', password_attuale: 'tramontana-7' },
        datalogger.login('normal'),
      ),
    () =>
      datalogger.request(`/api/account/${normal}`, {
        method: 'DELETE',
        token: admin,
        headers: { 'If-Match': '*' },
      }),
  ];
  for (const revoke of revocations) {
    const token = datalogger.login('normal');
    expect(await statusOf(token)).toBe(200);
    expect((await revoke()).ok).toBe(true);
    expect(await statusOf(token)).toBe(401);
  }
  expect(await statusOf(admin)).toBe(200);
});

test('A07: a new password and a new level make a code that was issued before worthless', async () => {
  const admin = datalogger.login('admin');
  for (const changed of [{ password: 'tramontana-7' }, { livello: 'cci' }]) {
    const path = `/api/account/${accountIds.normal}/codice`;
    const issued = await datalogger.request(path, { method: 'POST', token: admin });
    expect((await change(accountIds.normal, changed, admin)).status).toBe(200);
    const { codice } = await issued.json();
    const json = { user: 'operatore', codice, password: 'di-qualcun-altro' };
    const reset = await datalogger.request('/api/auth/reset-pwd', { method: 'POST', json });
    expect([reset.status, await reset.json()]).toMatchObject([422, { codice: 'wrong_code' }]);
  }
});

test('a change that touches neither password nor level keeps the sessions', async () => {
  const token = datalogger.login('normal');
  expect((await change(accountIds.normal, { nome: 'G. Conte', lingua: 'de' }, token)).status).toBe(200);
  expect(await statusOf(token)).toBe(200);
});

test('a session ends after 12 hours, renewed it lives on, but not longer than 7 days', async () => {
  const hours = (n: number) => datalogger.clock.advance(n * 3_600_000);
  const renew = (token: string) => datalogger.request('/api/auth/rinnova', { method: 'POST', token });
  const first = datalogger.login('normal');
  hours(11);
  const second = await (await renew(first)).text();
  hours(1);
  expect(await statusOf(first)).toBe(401);
  let token = second;
  for (let hour = 12; hour < 7 * 24 - 2; hour += 2) {
    hours(2);
    const renewed = await renew(token);
    expect(renewed.status).toBe(200);
    token = await renewed.text();
  }
  expect(await statusOf(token)).toBe(200);
  hours(2);
  expect(await statusOf(token)).toBe(401);
  expect((await renew(token)).status).toBe(401);
});

test('A07: logging out ends a renewed session with both its tokens', async () => {
  const first = datalogger.login('normal');
  datalogger.clock.advance(1000);
  const second = await (
    await datalogger.request('/api/auth/rinnova', { method: 'POST', token: first })
  ).text();
  expect(await statusOf(second)).toBe(200);
  await datalogger.request('/api/auth/logout', { method: 'POST', token: second });
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
});

test('of more than 20 sessions of one account the oldest ends', async () => {
  const tokens = Array.from({ length: 21 }, () => {
    datalogger.clock.advance(1000);
    return datalogger.login('normal');
  });
  const [oldest = '', second = ''] = tokens;
  expect([await statusOf(oldest), await statusOf(second)]).toEqual([401, 200]);
});

test('A17: only the route itself, not its name somewhere in the address, needs no token', async () => {
  for (const path of ['/api/account?x=reset-pwd', '/api/account/reset-pwd/../1', '/api/reset-pwd/account']) {
    expect((await datalogger.request(path, { target: path })).status, path).toBe(401);
  }
});

test('A18: nothing but the token says who is asking', async () => {
  const claims = {
    Referer: 'http://192.168.1.10/fuxa',
    'X-Auth-User': 'admin',
    'X-Forwarded-User': 'admin',
    'X-Original-URL': '/api/auth/primo_avvio',
    'X-HTTP-Method-Override': 'DELETE',
  };
  const reply = await datalogger.request('/api/account', { headers: claims });
  expect(reply.status).toBe(401);
  const token = datalogger.login('admin');
  await datalogger.request(`/api/account/${accountIds.cci}`, { headers: claims, token, method: 'POST' });
  expect(datalogger.config.accounts.count()).toBe(3);
});

test('a login with a hash of older parameters is hashed again', async () => {
  const { accounts } = datalogger.config;
  const stronger = await startDatalogger({ scryptCost: { log2N: 3, r: 1, p: 1 } });
  const before = accounts.passwordHash(accountIds.normal) ?? '';
  stronger.config.accounts.rehash(accountIds.normal, before);
  const json = { user: 'operatore', password: testPassword };
  const reply = await stronger.request('/api/auth/authenticate', { method: 'POST', json });
  expect(reply.status).toBe(200);
  expect(before).toMatch(/^scrypt\$1\$1\$1\$/);
  expect(stronger.config.accounts.passwordHash(accountIds.normal)).toMatch(/^scrypt\$3\$1\$1\$/);
  await stronger.close();
});
