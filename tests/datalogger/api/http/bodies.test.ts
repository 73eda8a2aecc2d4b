import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type Endpoint, type Key } from '../../../../src/contract';
import { type RequestOptions, startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { accountIds, exampleCalls } from '../../../support/example-calls';

let datalogger: TestDatalogger;
let token: string;
beforeAll(async () => {
  datalogger = await startDatalogger();
  token = datalogger.login('admin');
});
afterAll(() => datalogger.close());

const account = `/api/account/${accountIds.normal}`;
const json = { 'Content-Type': 'application/json', 'If-Match': '*' };

async function put(body: RequestOptions['body'], headers: Record<string, string> = json) {
  const reply = await datalogger.request(account, {
    method: 'PUT',
    token,
    headers,
    ...(body ? { body } : {}),
  });
  const text = await reply.text();
  return { status: reply.status, problem: text === '' ? null : JSON.parse(text) };
}

test('C11: a body that is a bomb is refused at once', async () => {
  const bombs: [string, number][] = [
    [`{"nome":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
    [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    [`{${Array.from({ length: 6_000 }, (_, n) => `"k${n}":1`).join()}}`, 400],
    [`{"nome":"${'a'.repeat(64 * 1024)}"}`, 413],
    ['{"nome":"uno","nome":"due"}', 400],
    ['{"nome":"uno","\\u006eome":"due"}', 400],
    ['{"nome":"\\ud800"}', 400],
    ['{"nome":', 400],
    ['', 400],
    ['null', 400],
    ['[]', 400],
    ['"x"', 400],
  ];
  for (const [body, status] of bombs) {
    const started = performance.now();
    expect((await put(body)).status, body.slice(0, 40)).toBe(status);
    // Far above what it takes, far below what a parser that backtracks or copies would.
    expect(performance.now() - started).toBeLessThan(2000);
  }
});

test('C11: a body without a length is cut off at the limit, one of another encoding is not read', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 16_384;
      controller.enqueue(new Uint8Array(16_384).fill(32));
    },
  });
  expect((await put(endless)).status).toBe(413);
  expect(sent).toBeLessThan(256 * 1024);
  expect((await put('{}', { ...json, 'Content-Encoding': 'gzip' })).status).toBe(415);
  expect((await put(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(400);
});

test('C10: keys of the prototype are unknown fields and pollute nothing', async () => {
  const bodies = [
    '{"__proto__":{"livello":"0"}}',
    '{"constructor":{"prototype":{"livello":"0"}}}',
    '{"nome":"x","toString":"y"}',
    '{"\\u005f_proto__":{"livello":"0"}}',
  ];
  for (const body of bodies) {
    const { status, problem } = await put(body);
    expect([status, problem.codice]).toEqual([400, 'unknown_field']);
  }
  const query = await datalogger.request('/api/dati_impianto/RT?m=impianto&__proto__=1', { token });
  expect(query.status).toBe(400);
  expect(Object.hasOwn(Object.prototype, 'livello')).toBe(false);
});

test('E02: a write of a type that a form of another site can send is refused', async () => {
  const writes = Object.keys(contract).filter(key => !key.startsWith('GET ')) as Key[];
  for (const key of writes) {
    const { path } = await exampleCalls[key](datalogger, token);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ]) {
      const headers = { 'Content-Type': type, 'If-Match': '*' };
      const method = key.split(' ')[0] ?? '';
      const reply = await datalogger.request(`/api/${path}`, { method, token, headers, body: '{}' });
      expect(reply.status, `${key} ${type}`).toBe(415);
    }
  }
});

test('a body needs its type, and JSON may say that it is UTF-8', async () => {
  const bytes = new TextEncoder().encode('{"nome":"G. Conti"}');
  expect((await put(bytes, { 'If-Match': '*' })).status).toBe(415);
  const headers = { 'Content-Type': 'application/json; charset=UTF-8', 'If-Match': '*' };
  expect((await put('{"nome":"G. Conti"}', headers)).status).toBe(200);
});

test('C14: every field of every body refuses every wrong type, by its name', async () => {
  const wrong = ['"\\u0000"', 'true', '[]', '{}', '12345678901', '""', '"0x10"', '1e999'];
  const deviations: string[] = [];
  for (const key of Object.keys(contract) as Key[]) {
    const endpoint: Endpoint = contract[key];
    if (!endpoint.body) continue;
    const { path, json: example = {} } = await exampleCalls[key](datalogger, token);
    for (const [field, good] of Object.entries(example)) {
      for (const value of wrong.filter(text => typeof JSON.parse(text) !== typeof good)) {
        const rest = JSON.stringify({ ...example, [field]: undefined }).slice(1, -1);
        const body = `{${rest}${rest === '' ? '' : ','}${JSON.stringify(field)}:${value}}`;
        const method = key.split(' ')[0] ?? '';
        const reply = await datalogger.request(`/api/${path}`, { method, token, headers: json, body });
        const problem = await reply.json();
        const isNamed = reply.status === 422 && String(problem.campo).split('.')[0] === field;
        if (!isNamed) deviations.push(`${key} ${field}=${value}: ${reply.status} ${JSON.stringify(problem)}`);
      }
    }
  }
  expect(deviations).toEqual([]);
});

test('a query is as strict as a body: nothing unknown, nothing twice, nothing malformed', async () => {
  const statuses: Record<string, number> = {
    'dati_impianto/RT?m=impianto&m=inverter': 400,
    'dati_impianto/RT?m[]=impianto': 400,
    'dati_impianto/RT?m=impianto&x=1': 400,
    'dati_impianto/RT': 400,
    "dati_impianto/RT?m=impianto'%20OR%201=1--": 400,
    'dati_impianto/RT?m=../../etc/passwd': 400,
    "dati_impianto/daily?m=impianto&d=2026-11-20'": 400,
    'dati_impianto/daily?m=impianto&d=2026-02-30': 400,
    'dati_impianto/daily?m=impianto&d=2026-11-20;DROP%20TABLE%20x': 400,
    'account?x=1': 400,
  };
  for (const [path, status] of Object.entries(statuses)) {
    expect((await datalogger.request(`/api/${path}`, { token })).status, path).toBe(status);
  }
});

test('B02: nobody gives themselves more than they may have', async () => {
  const normal = datalogger.login('normal');
  const json = { nome: 'x', user: 'nuovo', password: 'tramontana-7', livello: '0' };
  const asNormal = { token: normal, headers: { 'If-Match': '*' } };
  expect((await datalogger.request('/api/auth/register', { method: 'POST', json, ...asNormal })).status).toBe(
    403,
  );
  const level = await datalogger.request(account, { method: 'PUT', json: { livello: '0' }, ...asNormal });
  expect(level.status).toBe(403);
  for (const extra of [{ id: 1 }, { passwordHash: 'x' }, { versione: 9 }, { exp: 9e9 }]) {
    const reply = await datalogger.request(account, {
      method: 'PUT',
      json: { livello: '0', ...extra },
      ...asNormal,
    });
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { codice: 'unknown_field', campo: Object.keys(extra)[0] },
    ]);
  }
  expect(datalogger.config.accounts.find(accountIds.normal)?.livello).toBe('1');
});
