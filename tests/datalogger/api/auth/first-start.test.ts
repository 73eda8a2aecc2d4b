import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger({ hasAccounts: false });
});
afterEach(() => datalogger.close());

const anna = { nome: 'Anna Verdi', user: 'anna', password: 'tramontana-7', livello: '1' };
const register = (json: unknown, token: string | null = null) =>
  datalogger.request('/api/auth/register', { method: 'POST', json, token });
const isNeeded = async () => (await datalogger.request('/api/auth/primo_avvio')).json();

test('the first visitor becomes the administrator, whatever level they ask for', async () => {
  expect(await isNeeded()).toEqual({ necessario: true });
  const reply = await register(anna);
  expect(await reply.text()).toBe('1');
  expect(datalogger.config.accounts.all()).toMatchObject([{ user: 'anna', livello: '0' }]);
  expect(await isNeeded()).toEqual({ necessario: false });
});

test('A15: of visitors who come at the same time exactly one becomes the administrator', async () => {
  const names = ['anna', 'bruno', 'carla', 'dario'];
  const replies = await Promise.all(names.map(user => register({ ...anna, user, livello: '0' })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  expect((await register({ ...anna, user: 'eva' })).status).toBe(401);
  expect(datalogger.config.accounts.countAdministrators()).toBe(1);
  expect(datalogger.config.accounts.count()).toBe(1);
});

test('afterwards accounts are the administrator’s to make', async () => {
  const json = { user: 'anna', password: anna.password };
  await register(anna);
  const login = await datalogger.request('/api/auth/authenticate', { method: 'POST', json });
  const token = await login.text();
  expect((await register({ ...anna, user: 'Bruno', livello: 'cci' }, token)).status).toBe(200);
  expect(datalogger.config.accounts.findByKey('bruno')).toMatchObject({ livello: 'cci', user: 'Bruno' });
  const taken = await register({ ...anna, user: ' BRUNO' }, token);
  expect(taken.status).toBe(409);
  expect(await taken.json()).toMatchObject({ codice: 'user_taken', campo: 'user' });
});

test.each([
  ['the user name in it', 'xx-Anna-2026'],
  ['the product in it', 'meridiana1'],
])('a password with %s is refused', async (_, password) => {
  const reply = await register({ ...anna, password });
  expect(reply.status).toBe(422);
  expect(await reply.json()).toMatchObject({ codice: 'password_common', campo: 'password' });
  expect(datalogger.config.accounts.count()).toBe(0);
});

test('a short password and a missing name say which field and why', async () => {
  const short = await register({ ...anna, password: 'breve' });
  expect([short.status, await short.json()]).toMatchObject([422, { codice: 'too_short', campo: 'password' }]);
  const { nome: _, ...unnamed } = anna;
  const missing = await register(unnamed);
  expect([missing.status, await missing.json()]).toMatchObject([422, { codice: 'required', campo: 'nome' }]);
});
