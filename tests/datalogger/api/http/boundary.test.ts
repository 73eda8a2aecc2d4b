import { expect, test } from 'vitest';
import {
  apiHeaders,
  fileHeaders,
  metaPolicy,
  pageHeaders,
  policyText,
} from '../../../../src/datalogger/api/http/security-headers';
import type { Log } from '../../../../src/datalogger/core/log';
import { withConsole, writeFiles } from '../../../support/console-folder';
import { type RequestOptions, startDatalogger } from '../../../support/datalogger';

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

test('the policy is the published one; its <meta> form only lacks what browsers ignore there', () => {
  expect(policyText()).toBe(pagePolicy);
  expect(metaPolicy('')).toBe(pagePolicy.replace(" frame-ancestors 'none';", ''));
});

test('style and script within the page are let through by what they are, in every answer that is a page', async () => {
  const html =
    '<!doctype html><style>a{color:red}</style><script>start()</script><script src="/x.js"></script>';
  const hashed = pagePolicy
    .replace("script-src 'self'", "script-src 'self' 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='")
    .replace("style-src 'self'", "style-src 'self' 'sha256-6hWWMOcF+mJesSJGYhmK2lkIIEw9Xc5XKGLPVzh8yxs='");
  expect(policyText(html)).toBe(hashed);
  await withConsole(async consoleFolder => {
    writeFiles(consoleFolder, { 'index.html': html, 'index.html.gz': html });
    const datalogger = await startDatalogger({ consoleFolder });
    for (const path of ['/', '/nothing.js', '/config/inverters']) {
      const { headers } = await datalogger.request(path);
      expect(headers.get('Content-Security-Policy')).toBe(hashed);
    }
    await datalogger.close();
  });
});

test('E01: no origin is let in, and a preflight is refused', async () => {
  const datalogger = await startDatalogger();
  const token = datalogger.login('admin');
  for (const Origin of ['https://evil.example', 'null', 'http://192.168.1.10:8081']) {
    const headers = {
      Origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Private-Network': 'true',
    };
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      for (const path of ['/api/account', '/api/auth/authenticate', '/']) {
        const reply = await datalogger.request(path, { method, headers, token });
        expect([...reply.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
        if (method === 'OPTIONS') expect(reply.status).toBe(405);
      }
    }
  }
  await datalogger.close();
});

test('E03: another site’s name that points here opens neither console nor API', async () => {
  const datalogger = await startDatalogger({ trustedHosts: ['datalogger.local'] });
  const hosts = {
    '192.168.1.10': true,
    '192.168.1.10:8080': true,
    '[fd00::2]': true,
    '[::1]:8080': true,
    localhost: true,
    LOCALHOST: true,
    'console.localhost': true,
    'datalogger.local': true,
    'DATALOGGER.local:8080': true,
    'evil.example': false,
    '10.0.0.5.evil.com': false,
    '1.2.3.4.nip.io': false,
    datalogger: false,
    'evil.datalogger.local': false,
    'localhost.evil.example': false,
    notlocalhost: false,
    // Spellings that resolvers or browsers take for something else.
    'datalogger.local.': false,
    'localhost.': false,
    'evil.example.': false,
    'datalogger.local.evil.example': false,
    '127.0.0.1.evil.example': false,
    '0x7f000001.evil.example': false,
    '7f000001.c0a80001.rbndr.us': false,
    'dаtalogger.local': false,
    'ⓔvil.example': false,
    '0x7f000001': true,
    '192.168.1.10.': true,
  };
  for (const [host, isAllowed] of Object.entries(hosts)) {
    for (const path of ['/api/auth/primo_avvio', '/assets/x.js']) {
      const reply = await datalogger.request(`http://${host}${path}`);
      expect(reply.status === 421, `${host}${path}`).toBe(!isAllowed);
      if (!isAllowed) expect(await reply.json()).toMatchObject({ codice: 'host_not_allowed' });
    }
  }
  await datalogger.close();
});

test('E04, E05: every answer carries exactly its headers, errors included', async () => {
  await withConsole(async consoleFolder => {
    const datalogger = await startDatalogger({ consoleFolder });
    const token = datalogger.login('admin');
    const index = await datalogger.request('/');
    const known = { 'If-None-Match': index.headers.get('etag') ?? '' };
    const plant = { token, headers: { 'If-None-Match': '"1"' } };
    const page = pageHeaders();
    const calls: [string, RequestOptions, number, Record<string, string>][] = [
      ['/', {}, 200, page],
      ['/', { headers: { 'Accept-Encoding': 'gzip' } }, 200, page],
      ['/', { headers: known }, 304, page],
      ['/', { method: 'POST' }, 405, page],
      ['/nothing.js', {}, 404, page],
      ['/assets/nothing.js', {}, 404, fileHeaders],
      ['http://evil.example/', {}, 421, page],
      ['/api/account', { token }, 200, apiHeaders],
      ['/api/auth/logout', { token: datalogger.login('admin'), method: 'POST' }, 204, apiHeaders],
      ['/api/impianto/1', plant, 304, { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' }],
      ['/api/account?x=1', { token }, 400, apiHeaders],
      ['/api/account', {}, 401, apiHeaders],
      ['/api/account/1', { token: datalogger.login('normal'), method: 'DELETE' }, 403, apiHeaders],
      ['/api/nothing', { token }, 404, apiHeaders],
      ['/api/account', { token, method: 'POST' }, 405, apiHeaders],
      ['/api/account/1', { token, method: 'PUT', body: 'x', headers: { 'If-Match': '*' } }, 415, apiHeaders],
      ['/api/account/1', { token, method: 'DELETE' }, 428, apiHeaders],
    ];
    for (const [path, options, status, headers] of calls) {
      const reply = await datalogger.request(path, options);
      const name = `${options.method ?? 'GET'} ${path}`;
      expect(reply.status, name).toBe(status);
      for (const [header, value] of Object.entries(headers))
        expect(reply.headers.get(header), name).toBe(value);
      expect(reply.headers.get('date'), name).toBe(new Date(datalogger.clock.now()).toUTCString());
      if (status >= 400) expect(reply.headers.get('cache-control'), name).toBe('no-store');
      // What confirms a stored answer of the API is polled, and carries nothing that the stored one has.
      const isPolled = status === 304 && path.startsWith('/api/');
      expect(reply.headers.has('content-security-policy'), name).toBe(!isPolled);
      expect(reply.headers.has('set-cookie') || reply.headers.has('server'), name).toBe(false);
    }
    await datalogger.close();
  });
});

test('E10: a failure tells the caller an id and the log the rest, once and in one line', async () => {
  const errors: string[] = [];
  const log: Log = { info: () => undefined, error: (message, cause) => errors.push(`${message} ${cause}`) };
  const datalogger = await startDatalogger({ log });
  const token = datalogger.login('admin');
  datalogger.hardware.cpuTemperature = Number.NaN;
  const reply = await datalogger.request('/api/auth/stato_datalogger/all', { token });
  expect(reply.status).toBe(500);
  const problem = await reply.json();
  const id = /^Internal error ([0-9a-f]{8})\.$/.exec(problem.messaggio)?.[1];
  expect(problem).toEqual({ codice: 'internal', messaggio: `Internal error ${id}.` });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(`failure ${id} in GET /api/auth/stato_datalogger/all`);
  await datalogger.close();
});

test('a reply is compressed when that saves bytes and the client takes it', async () => {
  const datalogger = await startDatalogger();
  const ask = (path: string, accept: string) =>
    datalogger.request(path, { token: datalogger.login('admin'), headers: { 'Accept-Encoding': accept } });
  const plant = '/api/impianto/1';
  const plain = await (await ask(plant, 'br;q=1, gzip;q=0')).text();
  const gzip = await ask(plant, 'br, gzip;q=0.5');
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  expect(gzip.headers.get('vary')).toBe('Authorization, Accept-Encoding');
  const stream = gzip.body?.pipeThrough(new DecompressionStream('gzip'));
  expect(await new Response(stream).text()).toBe(plain);
  expect((await ask('/api/auth/primo_avvio', 'gzip')).headers.has('content-encoding')).toBe(false);
  await datalogger.close();
});
