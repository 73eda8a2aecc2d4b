import { afterEach, beforeEach, expect, test } from 'vitest';
import { mostViews } from '../../../../src/contract/analysis-limits';
import type { KeptView } from '../../../../src/contract/views';
import { startDatalogger, type TestDatalogger, type TestRole } from '../../../support/datalogger';
import { accountIds } from '../../../support/example-calls';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger();
});
afterEach(() => datalogger.close());

const call = (who: TestRole, method: string, path = '', json?: object) =>
  datalogger.request(`/api/analisi/viste${path}`, {
    method,
    token: datalogger.login(who),
    ...(json && { json }),
  });
const keep = (who: TestRole, nome: string, ricerca = 'vista=analisi&linee=impianto.pac') =>
  call(who, 'POST', '', { nome, ricerca });
const names = async (who: TestRole) =>
  ((await (await call(who, 'GET')).json()) as { viste: KeptView[] }).viste.map(({ nome }) => nome);

test('every account has its own, by name', async () => {
  await keep('normal', 'Settimana');
  await keep('normal', 'Due inverter');
  await keep('admin', 'Di un altro');
  expect(await names('normal')).toEqual(['Due inverter', 'Settimana']);
  expect(await names('admin')).toEqual(['Di un altro']);
  const { id } = (await (await keep('admin', 'Terza')).json()) as KeptView;
  expect((await call('normal', 'DELETE', `/${id}`)).status).toBe(404);
  expect((await call('admin', 'DELETE', `/${id}`)).status).toBe(204);
  expect(await names('admin')).toEqual(['Di un altro']);
});

test('the same name takes the place of the one before', async () => {
  const first = (await (await keep('normal', 'Settimana')).json()) as KeptView;
  const second = (await (
    await keep('normal', 'Settimana', 'vista=analisi&linee=inverter.1.pac')
  ).json()) as KeptView;
  expect(second).toEqual({ id: first.id, nome: 'Settimana', ricerca: 'vista=analisi&linee=inverter.1.pac' });
  expect(await names('normal')).toEqual(['Settimana']);
});

test('they are limited, and end with the account', async () => {
  for (let each = 0; each < mostViews; each++) await keep('normal', `Vista ${each}`);
  expect((await keep('normal', 'Una di troppo')).status).toBe(409);
  expect((await keep('normal', 'Vista 3')).status).toBe(200);
  datalogger.config.accounts.remove(accountIds.normal);
  expect(datalogger.config.views.of(accountIds.normal)).toEqual([]);
});

test('an account that keeps one all the time has to wait, and no other account with it', async () => {
  const statuses = new Set<number>();
  for (let each = 0; each < 61; each++) statuses.add((await keep('normal', 'La stessa')).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await keep('admin', 'Di un altro')).status).toBe(200);
  datalogger.clock.advance(600_000);
  expect((await keep('normal', 'La stessa')).status).toBe(200);
});

test.each([
  ['a name with a line end', { nome: 'a\nb', ricerca: 'vista=analisi' }],
  ['no name', { nome: ' ', ricerca: 'vista=analisi' }],
  ['an address of another page', { nome: 'x', ricerca: '//elsewhere' }],
  ['markup', { nome: 'x', ricerca: 'a="><script>' }],
  ['too long a query', { nome: 'x', ricerca: `a=${'b'.repeat(1000)}` }],
])('refuses %s', async (_, json) => {
  expect((await call('normal', 'POST', '', json)).status).toBe(422);
});
