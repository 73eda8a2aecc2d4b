import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract, type Key } from '../../../../src/contract';
import { startDatalogger, type TestDatalogger, testPassword } from '../../../support/datalogger';
import { sendExample } from '../../../support/example-calls';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger();
});
afterEach(() => datalogger.close());

const minutes = (count: number) => datalogger.clock.advance(count * 60_000);
const confirm = (token: string, password: string) =>
  datalogger.request('/api/auth/conferma', { method: 'POST', token, json: { password } });
const sessions = (token: string) =>
  datalogger.request('/api/account/2/sessioni', { method: 'DELETE', token });

const asking = (Object.keys(contract) as Key[]).filter(key => 'asksPassword' in contract[key]);

test('G01: changes of accounts, network, commands and profiles, backups and restores ask for the password of a login older than 15 min', async () => {
  expect([...asking].sort()).toEqual([
    'DELETE account/:id',
    'DELETE account/:id/sessioni',
    'DELETE bus/profili/:chiave',
    'DELETE lingue/:codice',
    'DELETE misure/invalide/:id',
    'PATCH impianto/:id/network',
    'POST account/:id/codice',
    'POST auth/register',
    'POST bus/profili',
    'POST lingue',
    'POST misure/invalide',
    'POST schermi',
    'POST sistema/backup',
    'POST sistema/copie/ripristino',
    'POST sistema/ripristino',
    'POST sistema/ripristino/:id/conferma',
    'POST sistema/versioni/:id/ripristino',
    'PUT account/:id',
    'PUT bus/comandi',
    'PUT bus/server',
  ]);
  const token = datalogger.login('admin');
  minutes(15);
  for (const key of asking) {
    const refused = await sendExample(datalogger, key, token);
    expect([refused.status, (await refused.json()).codice], key).toEqual([403, 'password_again']);
  }
  const { audit } = datalogger.config;
  expect(audit.newest(10).filter(({ action }) => action === 'forbidden')).toEqual([]);
  expect((await confirm(token, testPassword)).status).toBe(204);
  for (const key of asking) expect((await sendExample(datalogger, key, token)).ok, key).toBe(true);
});

test('it is asked for again after 15 min more, of each session by itself, and not of a fresh one', async () => {
  const [first, second] = [datalogger.login('admin'), datalogger.login('admin')];
  minutes(14);
  expect((await sessions(first)).status).toBe(204);
  minutes(1);
  expect((await confirm(first, testPassword)).status).toBe(204);
  expect([(await sessions(first)).status, (await sessions(second)).status]).toEqual([204, 403]);
  minutes(15);
  expect((await sessions(first)).status).toBe(403);
  expect((await sessions(datalogger.login('admin'))).status).toBe(204);
});

test('a wrong password is refused at its field, and guessing is slowed down as at the login', async () => {
  const token = datalogger.login('admin');
  minutes(15);
  const refused = await confirm(token, 'tramontana-7');
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { codice: 'wrong_password', campo: 'password' },
  ]);
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) statuses.push((await confirm(token, `guess ${guess}`)).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await sessions(token)).status).toBe(403);
});
