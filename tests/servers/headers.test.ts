import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  apiHeaders,
  fileHeaders,
  pageHeaders as headersOfPage,
} from '../../src/datalogger/api/http/security-headers';
import { consoleFolder } from '../support/build-console';
import { startDatalogger, type TestDatalogger } from '../support/datalogger';
import { type RawAnswer, rawRequest } from '../support/raw-http';
import { type RunningServer, startWebServer } from '../support/web-servers';

/** Those that can send headers and forward the API; the datalogger alone is one of them. */
const servers = ['datalogger', 'nginx', 'lighttpd', 'caddy'] as const;
const asset = `/assets/${readdirSync(`${consoleFolder}/assets`).find(name => /^start-.*\.js$/.test(name))}`;
const pageHeaders = headersOfPage(readFileSync(`${consoleFolder}/index.html`, 'utf8'));

const sent = ({ headers }: RawAnswer, names: object) =>
  Object.fromEntries(Object.keys(names).map(name => [name, headers[name.toLowerCase()]]));

const without = (names: object) => Object.fromEntries(Object.keys(names).map(name => [name, undefined]));

describe.each(servers)('behind %s', server => {
  let datalogger: TestDatalogger;
  let front: RunningServer | undefined;
  let port = 0;
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    rawRequest(port, path, { headers, method });

  beforeAll(async () => {
    datalogger = await startDatalogger({ consoleFolder });
    const own = await datalogger.listen(['127.0.0.1']);
    if (server !== 'datalogger') {
      front = await startWebServer(server, { console: consoleFolder, dataloggerPort: own.port });
    }
    port = front?.port ?? own.port;
  });
  afterAll(async () => {
    await front?.stop();
    await datalogger.close();
  });

  test.each([
    ['/', 200],
    ['/impianto/inverters', 200],
    ['/stats&reports/reports', 200],
    [asset, 200],
    ['/assets/i18n/it.json', 200],
    ['/assets/gone-AAAAAAAA.js', 404],
    ['/assets/', 404],
    ['/package.json', 404],
    ['/.git/config', 404],
    ['/.env', 404],
    ['/config.db', 404],
    ['/assets/index.js.map', 404],
  ])('E05, E09: %s is answered %i with exactly our headers', async (path, status) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    const isFile = path.startsWith('/assets/');
    // Half a kB that a page carries is not repeated with each of its files.
    expect(sent(answer, pageHeaders)).toEqual(
      isFile ? { ...without(pageHeaders), ...fileHeaders } : pageHeaders,
    );
    expect(answer.body).not.toContain('[remote');
  });

  test('pages are compressed, revalidated and never stored as fresh', async () => {
    const first = await get('/');
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' });
    expect(first.headers['content-type']).toMatch(/^text\/html; charset=utf-8$/i);
    expect(String(first.headers.vary)).toMatch(/accept-encoding/i);
    const etag = String(first.headers.etag);
    const second = await get('/', { 'If-None-Match': etag });
    expect([second.status, second.body]).toEqual([304, '']);
    expect(sent(second, pageHeaders)).toEqual(pageHeaders);
  });

  test('what is named by its content is stored for a year, and only where it exists', async () => {
    const there = await get(asset);
    expect(there.headers['content-encoding']).toBe('gzip');
    // lighttpd can say it only of what is there with a part that does not know "immutable".
    const isForAYear = server === 'lighttpd' ? 'max-age=31536000' : 'public, max-age=31536000, immutable';
    expect(there.headers['cache-control']).toBe(isForAYear);
    expect((await get('/assets/i18n/it.json')).headers['cache-control']).toBe('no-cache');
    const missing = await get('/assets/start-AAAAAAAA.js');
    expect(missing.status).toBe(404);
    expect(missing.headers['cache-control'] ?? 'no-store').toBe('no-store');
  });

  test('plain clients get plain bytes', async () => {
    const answer = await get(asset, { 'Accept-Encoding': 'identity' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body).toContain('import');
  });

  test.each(['/api/account', '/api/nothing', '/api/impianto/1'])(
    '%s without a token is a 401 of the API',
    async path => {
      const answer = await get(path);
      expect(answer.status).toBe(401);
      expect(sent(answer, apiHeaders)).toMatchObject(apiHeaders);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    },
  );

  test('E03: a name that is not ours is refused, on pages and on the API', async () => {
    for (const path of ['/', '/api/auth/primo_avvio']) {
      const answer = await get(path, { Host: 'evil.example' });
      expect([403, 421]).toContain(answer.status);
      expect(answer.body).not.toContain('id="app"');
    }
    for (const host of ['10.1.2.3', '10.1.2.3:8080', 'localhost', '[fd00::2]']) {
      expect((await get('/', { Host: host })).status).toBe(200);
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'TRACE', 'FOO'])(
    'E06: %s of a page changes and reflects nothing',
    async method => {
      const answer = await get('/', { 'X-Reflect': 'mirror-mirror' }, method);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).not.toContain('mirror-mirror');
    },
  );

  test('A16: who runs the box is said to nobody', async () => {
    for (const path of ['/', '/assets/gone-AAAAAAAA.js', '/api/account']) {
      const { headers } = await get(path);
      expect(String(headers.server ?? '')).not.toMatch(/\d/);
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });
});
