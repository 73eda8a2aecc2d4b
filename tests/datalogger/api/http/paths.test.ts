import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findRoute } from '../../../../src/datalogger/api/http/router';
import { makeConsole } from '../../../support/console-folder';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
let consoleFolder: string;
let port: number;
beforeAll(async () => {
  // With a console there is a page for every path that is not the API's.
  consoleFolder = makeConsole();
  datalogger = await startDatalogger({ consoleFolder });
  port = (await datalogger.listen()).port;
});
afterAll(async () => {
  await datalogger.close();
  rmSync(consoleFolder, { recursive: true });
});

/** Status of a request whose target goes over the wire exactly as written. */
function statusOf(path: string, token?: string): Promise<number | undefined> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token.slice(10)}` };
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers }, reply => {
      reply.resume();
      resolve(reply.statusCode);
    });
    call.on('error', reject).end();
  });
}

const spellings = [
  '/api//account',
  '//api/account',
  '/api/./account',
  '/./api/account',
  '/api/x/../account',
  '/x/../api/account',
  '/api/account/',
  '/api/account%2f',
  '/API/account',
  '/Api/account',
  '/api/ACCOUNT',
  '/api/%61ccount',
  '/%61pi/account',
  '/%2561pi/account',
  '/api/account;x',
  '/api;x/account',
  '/api/account%00',
  '/api/account%20',
  '/api\\account',
  '/api%5caccount',
  '/api/a%2fb/..%2faccount',
  '/api/account?',
  '/api/account?x=1',
  '/api/account#x',
  '/api',
  '/api/',
];

test('a path is matched segment by segment, and a parameter is a plain word', () => {
  expect(findRoute('GET', 'impianto/1')).toMatchObject({ kind: 'route', params: { id: '1' } });
  expect(findRoute('PATCH', 'impianto/1')).toEqual({ kind: 'method', allow: ['GET', 'HEAD', 'PUT'] });
  for (const path of [
    'impianto/%31',
    'impianto/1;x',
    'impianto/',
    'impianto/1/',
    'impianto/..',
    'impianto/a b',
    '',
  ]) {
    expect(findRoute('GET', path), path).toEqual({ kind: 'none' });
  }
});

test('A02: no spelling of a path is a way around the token', async () => {
  for (const path of spellings) expect([401, 404], path).toContain(await statusOf(path));
});

test('A02: with a token only the exact spelling is an endpoint', async () => {
  const token = datalogger.login('admin');
  expect(await statusOf('/api/account', token)).toBe(200);
  expect(await statusOf('/api/account?', token)).toBe(200);
  for (const path of spellings.filter(name => !name.includes('?'))) {
    expect(await statusOf(path, token), path).toBe(404);
  }
});

test('B03: only plain numbers name a record', async () => {
  const token = datalogger.login('admin');
  for (const id of [
    '-1',
    '0',
    '01',
    '1e309',
    '1e0',
    '0x1',
    '999',
    '1%20OR%201=1',
    '..%2f1',
    '%31',
    'NaN',
    '9'.repeat(40),
  ]) {
    for (const path of [`auth/generale/${id}`, `impianto/${id}`]) {
      expect(await statusOf(`/api/${path}`, token), path).toBe(404);
    }
  }
});

test('a path that is encoded thousands of times over is not decoded thousands of times', async () => {
  const decode = vi.spyOn(globalThis, 'decodeURIComponent');
  await datalogger.request('/', { target: `/%${'25'.repeat(3000)}` });
  expect(decode.mock.calls.length).toBeLessThan(10);
  decode.mockRestore();
});
