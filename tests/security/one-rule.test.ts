import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract, type Key } from '../../src/contract';
import { type FieldFacts, factsOfFields } from '../../src/contract/config/facts';
import type { Endpoint } from '../../src/contract/endpoint';
import { receiverFields } from '../../src/datalogger/api/support/secrets';
import { startDatalogger, type TestDatalogger } from '../support/datalogger';
import { type ExampleCall, exampleCalls, sendExample } from '../support/example-calls';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger();
});
afterEach(() => datalogger.close());

const endpoints: readonly (readonly [Key, Endpoint])[] = Object.entries<Endpoint>(contract).map(
  ([key, endpoint]) => [key as Key, endpoint],
);
const minutes = (count: number) => datalogger.clock.advance(count * 60_000);

/** What nobody changes who has not proved within 15 min to know a password: accounts, the network, the right to command, invalid marks. */
async function guarded(): Promise<string> {
  const { accounts, busCommands, plantConfig } = datalogger.config;
  const token = datalogger.login('admin');
  return JSON.stringify([
    accounts
      .all()
      .map(({ ultimo_accesso: _, versione: __, ...account }) => [account, accounts.passwordHash(account.id)]),
    busCommands.read().value,
    plantConfig.read()?.network,
    await (await datalogger.request('/api/misure/invalide', { token })).text(),
  ]);
}

/** The proof is another one: the one-time code of an administrator, or a console that reaches the box at its new address. */
const otherProof: readonly Key[] = ['POST auth/reset-pwd', 'POST impianto/:id/network/conferma'];
const free = endpoints.filter(
  ([key, { asksPassword }]) => !key.startsWith('GET ') && !asksPassword && !otherProof.includes(key),
);

test.each(free.map(([key]) => key))('%s changes nothing that is guarded by the password', async key => {
  const token = datalogger.login('admin');
  // What the example needs beforehand may ask for the password.
  const { path, json }: ExampleCall = await exampleCalls[key](datalogger, token);
  const before = await guarded();
  minutes(15);
  const [method = ''] = key.split(' ');
  const headers = { 'If-Match': '*' };
  await datalogger.request(`/api/${path}`, { method, token, headers, ...(json ? { json } : {}) });
  expect(await guarded()).toBe(before);
});

/** Every door by which a secret is stored or used beside other settings, by the door that stores it. */
const doors = endpoints.flatMap(([key, { body }]) => {
  const entries: object = body && 'entries' in body ? Object(body.entries) : {};
  const isService = 'password' in entries && !/ (auth|account)/.test(key);
  const stores = (key.startsWith('POST ') ? key.replace('POST', 'PUT').replace('/prova', '') : key) as Key;
  return isService && body ? [{ key, stores, facts: factsOfFields(body) }] : [];
});

/** Another value of a field that says who receives a secret. */
function otherValue(field: string, { choices, kind }: FieldFacts, value: unknown) {
  if (choices.length > 0) return choices.find(each => each !== value && each !== 'custom');
  if (kind === 'number') return typeof value === 'number' ? value - 1 : 3494;
  if (field === 'url') return 'https://elsewhere.example.net';
  return field === 'impronta' ? 'AB'.repeat(32) : 'elsewhere.example.net';
}

const cases = doors.flatMap(({ key, stores, facts }) =>
  Object.entries(facts).flatMap(([field, each]) =>
    receiverFields.some(name => name === field) ? [{ key, stores, field, facts: each }] : [],
  ),
);

test('every door with a secret names its receiver in fields of the one list', () => {
  const named = new Set(cases.map(({ key }) => key));
  // The page for Prometheus sends nothing: others fetch it with the token.
  expect(doors.map(({ key }) => key).filter(key => !named.has(key))).toEqual([
    'PUT condivisione-dati/prometheus',
  ]);
  expect(doors.length).toBeGreaterThan(9);
});

test.each(cases)(
  '$key takes the stored secret for no other $field',
  async ({ key, stores, field, facts }) => {
    const token = datalogger.login('admin');
    const { path, json: example }: ExampleCall = await exampleCalls[stores](datalogger, token);
    const known = factsOfFields((contract[stores] as Endpoint & { body: never }).body);
    const more = { organizzazione: 'fv', nome_ups: 'ups', host: 'ups.example.net', password: 's3greta' };
    const fits = Object.entries(more).filter(([name]) => name in known);
    const settings: Record<string, unknown> = { ...(example as object), ...Object.fromEntries(fits) };
    const send = (method: string, to: string, json: object) =>
      datalogger.request(`/api/${to}`, { method, token, json, headers: { 'If-Match': '*' } });
    const [method = ''] = stores.split(' ');
    expect((await send(method, path, settings)).status).toBe(200);

    const { password: _, ...open } = settings;
    const [otherMethod = ''] = key.split(' ');
    const to = key.endsWith('/prova') ? `${path}/prova` : path;
    const reply = await send(otherMethod, to, { ...open, [field]: otherValue(field, facts, open[field]) });
    expect([reply.status, await reply.json()]).toMatchObject([
      422,
      { codice: 'required', campo: 'password' },
    ]);
  },
);

test('a call that asks for the password changes nothing without it', async () => {
  const token = datalogger.login('admin');
  minutes(15);
  const before = await guarded();
  for (const [key, { asksPassword }] of endpoints)
    if (asksPassword) expect((await sendExample(datalogger, key, token)).status, key).toBe(403);
  expect(await guarded()).toBe(before);
});
