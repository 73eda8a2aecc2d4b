import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultCost } from '../../../../src/datalogger/api/auth/passwords';
import { startDatalogger, type TestDatalogger, testPassword } from '../../../support/datalogger';
import { accountIds } from '../../../support/example-calls';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger();
});
afterEach(() => datalogger.close());

interface Attempt {
  readonly user?: string;
  readonly password?: string;
  readonly address?: string;
  readonly headers?: Record<string, string>;
}

function logIn({ user = 'operatore', password = testPassword, ...options }: Attempt = {}, on = datalogger) {
  return on.request('/api/auth/authenticate', { method: 'POST', json: { user, password }, ...options });
}
const seconds = (count: number) => datalogger.clock.advance(count * 1000);
const fail = async (count: number, attempt: Attempt = {}) => {
  for (let n = 0; n < count; n += 1)
    expect((await logIn({ password: 'sbagliata', ...attempt })).status).toBe(401);
};

test('a login answers a token that opens the API', async () => {
  const reply = await logIn();
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const accounts = await datalogger.request('/api/account', { token: await reply.text() });
  const nowS = Math.floor(datalogger.clock.now() / 1000);
  expect(await accounts.json()).toMatchObject([{ user: 'operatore', livello: '1', ultimo_accesso: nowS }]);
});

test('the user name may be typed in any case, the password may not', async () => {
  expect((await logIn({ user: ' OPERATORE ' })).status).toBe(200);
  expect((await logIn({ password: testPassword.toUpperCase() })).status).toBe(401);
});

test('A08: an unknown user and a wrong password get the same answer', async () => {
  const answers = await Promise.all(
    [{ user: 'nessuno' }, { password: 'sbagliata' }].map(async attempt => {
      const reply = await logIn({ password: 'sbagliata', ...attempt });
      return { status: reply.status, body: await reply.text(), headers: [...reply.headers] };
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.body).toContain('"wrong_credentials"');
});

test('A09: from the sixth attempt on there is a delay, that doubles up to 15 minutes and lets nobody in', async () => {
  await fail(5);
  for (const delay of [30, 60, 120, 240, 480, 900, 900]) {
    const refused = await logIn();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(delay));
    expect(await refused.json()).toMatchObject({ codice: 'throttled' });
    seconds(delay - 1);
    expect((await logIn()).headers.get('retry-after')).toBe('1');
    seconds(1);
    await fail(1);
  }
  expect((await logIn({ address: '192.168.1.77' })).status).toBe(200);
  seconds(900);
  expect((await logIn()).status).toBe(200);
  await fail(5);
});

test('A09: the delay survives a restart and a clock that is set', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  const first = await startDatalogger({ dataFolder });
  for (let n = 0; n < 5; n += 1) await logIn({ password: 'sbagliata' }, first);
  first.clock.set(Date.UTC(2030, 0));
  expect((await logIn({}, first)).headers.get('retry-after')).toBe('30');
  await first.close();
  const second = await startDatalogger({ dataFolder });
  expect((await logIn({}, second)).headers.get('retry-after')).toBe('30');
  second.clock.advance(30_000);
  expect((await logIn({}, second)).status).toBe(200);
  await second.close();
  rmSync(dataFolder, { recursive: true });
});

test('A10: no spelling of the name and no header of the client starts the count again', async () => {
  const spellings = ['operatore', 'OPERATORE', ' operatore ', 'ｏperatore', 'Operatore\t'];
  for (const [n, user] of spellings.entries()) {
    const hop = `9.9.9.${n}`;
    await fail(1, { user, headers: { 'X-Forwarded-For': hop, 'X-Real-IP': hop, Forwarded: `for=${hop}` } });
  }
  expect((await logIn({ headers: { 'X-Forwarded-For': '9.9.9.9' } })).status).toBe(429);
});

test('A11: one address makes at most 20 failed attempts a minute, whatever the names', async () => {
  const statuses = [];
  for (let n = 0; n < 25; n += 1) statuses.push((await logIn({ user: `user${n}` })).status);
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
  seconds(60);
  expect((await logIn()).status).toBe(200);
});

test('people who know their password are not slowed down', async () => {
  for (let n = 0; n < 30; n += 1) expect((await logIn()).status).toBe(200);
  await fail(4);
  expect((await logIn()).status).toBe(200);
  await fail(4);
  expect((await logIn()).status).toBe(200);
});

test('parallel guesses count as much as guesses one by one', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => logIn({ password: 'sbagliata' })));
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
});

test('A12: a flood of logins is turned away before it fills the memory', async () => {
  const slow = await startDatalogger({ scryptCost: { ...defaultCost, log2N: 12, p: 1 } });
  const flood = Array.from({ length: 50 }, (_, n) => logIn({ user: `u${n}`, address: `10.0.0.${n}` }, slow));
  const live = await slow.request('/api/dati_impianto/RT?m=impianto');
  expect(live.status).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter(status => status === 401)).toHaveLength(16);
  expect(statuses.filter(status => status === 429)).toHaveLength(34);
  await slow.close();
});

test('A13: a password counts with every character, as typed', async () => {
  const token = datalogger.login('admin');
  const long = `${'a'.repeat(72)}XYZ`;
  for (const password of [
    'tramonta',
    ' spazio davanti',
    'perché-NFC',
    'perché-NFD'.normalize('NFD'),
    'così🌞così',
    long,
  ]) {
    const json = { password };
    const path = `/api/account/${accountIds.normal}`;
    const set = await datalogger.request(path, { method: 'PUT', json, token, headers: { 'If-Match': '*' } });
    expect(set.status, password).toBe(200);
    expect((await logIn({ password })).status, password).toBe(200);
    expect((await logIn({ password: password.slice(0, -1) })).status, password).toBe(401);
    expect((await logIn({ password: password.trim() })).status).toBe(
      password.trim() === password ? 200 : 401,
    );
    seconds(60);
  }
});

test('A14: no well-known pair of user and password opens a fresh installation', async () => {
  const pairs = [
    'admin/admin',
    'admin/1234',
    'admin/openDTU42',
    'root/root',
    'installer/0000',
    'cci/cci',
    'operatore/1111',
  ];
  pairs.push(`installer/${datalogger.config.installation.serial.slice(-6)}`);
  for (const [n, pair] of pairs.entries()) {
    const [user = '', password = ''] = pair.split('/');
    expect((await logIn({ user, password, address: `10.0.0.${n}` })).status).toBe(401);
  }
});

test('A08, A09: guesses from many addresses slow down alike for a user who is there and for one who is not', async () => {
  let n = 0;
  const guess = async (user: string) => {
    n += 1;
    const beganMs = performance.now();
    const { status } = await logIn({ user, password: 'sbagliata', address: `10.1.0.${n}` });
    return { status, isHeld: performance.now() - beganMs > 950 };
  };
  for (const user of ['operatore', 'nessuno']) {
    for (let count = 0; count < 10; count += 1) expect((await guess(user)).status).toBe(401);
    expect(await guess(user)).toEqual({ status: 401, isHeld: true });
  }
  // With the password a new place gets in too.
  expect((await logIn({ address: '10.2.0.1' })).status).toBe(200);
});
