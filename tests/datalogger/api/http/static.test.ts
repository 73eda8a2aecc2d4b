import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexPage, withConsole, writeFiles } from '../../../support/console-folder';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

const gzip = { 'Accept-Encoding': 'gzip, deflate' };
const script = '/assets/index-BZK3f9x_.js';
const forever = 'public, max-age=31536000, immutable';

async function serving(work: (datalogger: TestDatalogger, folder: string) => Promise<void>): Promise<void> {
  await withConsole(async consoleFolder => {
    const datalogger = await startDatalogger({ consoleFolder });
    await work(datalogger, consoleFolder);
    await datalogger.close();
  });
}

test('every page of the console is index.html, never stored without asking', () =>
  serving(async datalogger => {
    const pages = ['/', '/index.html', '/auth/login?isSessioneExp=true', '/config/impianto', '/notfound'];
    for (const target of [...pages, '/stats&reports', '/stats%26reports/reports', '/assetsx', '/api-guide']) {
      const reply = await datalogger.request('/', { target });
      expect([target, reply.status, await reply.text()]).toEqual([
        target,
        200,
        expect.stringMatching(/^<!doctype/),
      ]);
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(reply.headers.get('cache-control')).toBe('no-cache');
    }
  }));

test('a file with its hash in the name is stored for ever, all others are asked for again', () =>
  serving(async datalogger => {
    const caching = async (path: string) => (await datalogger.request(path)).headers.get('cache-control');
    expect(await caching(script)).toBe(forever);
    expect(await caching('/assets/only-compressed-12345678.css')).toBe(forever);
    for (const path of ['/favicon.svg', '/assets/i18n/it.json']) expect(await caching(path)).toBe('no-cache');
  }));

test('a compressed file goes to those who take it, each form with a tag of its own', () =>
  serving(async datalogger => {
    const plain = await datalogger.request(script);
    const small = await datalogger.request(script, { headers: gzip });
    expect(await plain.text()).toBe('console()');
    expect(small.headers.get('content-encoding')).toBe('gzip');
    expect(small.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const body = small.body?.pipeThrough(new DecompressionStream('gzip'));
    expect(await new Response(body).text()).toBe('console()');
    for (const reply of [plain, small]) expect(reply.headers.get('vary')).toBe('Accept-Encoding');
    const [tag, smallTag] = [plain, small].map(reply => reply.headers.get('etag') ?? '');
    expect(tag).toMatch(/^"[\w-]{16}"$/);
    expect(tag).not.toBe(smallTag);
    const onlyCompressed = await datalogger.request('/assets/only-compressed-12345678.css');
    expect([onlyCompressed.headers.has('content-encoding'), await onlyCompressed.text()]).toEqual([
      false,
      'a{}',
    ]);
  }));

test('what the client has already costs a 304', () =>
  serving(async datalogger => {
    for (const path of ['/', script]) {
      const etag = (await datalogger.request(path)).headers.get('etag') ?? '';
      for (const named of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const reply = await datalogger.request(path, { headers: { 'If-None-Match': named } });
        expect([reply.status, await reply.text(), reply.headers.get('etag')]).toEqual([304, '', etag]);
      }
      expect((await datalogger.request(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    }
  }));

test('a missing file is a 404 that nobody stores, not a page', () =>
  serving(async datalogger => {
    const missing = [
      '/assets/index-00000000.js',
      '/assets/x',
      '/assets',
      '/assets/',
      '/robots.txt',
      '/x.html',
    ];
    for (const path of missing) {
      const reply = await datalogger.request(path);
      expect([path, reply.status]).toEqual([path, 404]);
      expect(reply.headers.get('cache-control')).toBe('no-store');
    }
  }));

test('E09, C03: stray files, source maps, hidden files and ways out of the folder are not there', () =>
  serving(async datalogger => {
    const targets = [
      '/.git/config',
      '/.env',
      '/datalogger.db',
      '/package.json.bak',
      `${script}.map`,
      `${script}.gz`,
    ];
    targets.push('/index.html.gz', '/.well-known/security.txt', '/../../etc/passwd', '/..%2f..%2fetc/passwd');
    targets.push(
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/../.env',
      '/....//etc',
      '/x%00',
      '/x%0aevil',
      '/%',
      '//etc/passwd',
      '/x\\y',
    );
    for (const target of targets) {
      const reply = await datalogger.request('/', { target });
      expect([target, reply.status, await reply.text()]).toEqual([target, 404, 'Not found\n']);
    }
  }));

test('HEAD answers as GET does, other methods are refused', () =>
  serving(async datalogger => {
    const get = await datalogger.request(script);
    const head = await datalogger.request(script, { method: 'HEAD' });
    expect([...head.headers]).toEqual([...get.headers]);
    expect(await head.text()).toBe('');
    const post = await datalogger.request(script, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }));

test('an upgrade is served without a restart, once its index.html is there', () =>
  serving(async (datalogger, folder) => {
    const token = datalogger.login('admin');
    const build = async () =>
      (await (await datalogger.request('/api/auth/generale/1', { token })).json()).build;
    expect(await build()).toBe('BZK3f9x_');
    const index = indexPage('newnew12');
    writeFiles(folder, { 'assets/index-newnew12.js': 'new()', 'index.html.gz': index, 'index.html': index });
    utimesSync(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000));
    expect(await (await datalogger.request('/')).text()).toBe(index);
    expect(await (await datalogger.request('/assets/index-newnew12.js')).text()).toBe('new()');
    expect(await build()).toBe('newnew12');
  }));

test('A16: without a console, and before login, nothing of the plant is said', async () => {
  const datalogger = await startDatalogger();
  const { serial } = datalogger.config.installation;
  for (const path of [
    '/',
    '/notfound',
    '/api/auth/generale/1',
    '/api/auth/stato_datalogger/all',
    '/api/auth/primo_avvio',
  ]) {
    const reply = await datalogger.request(path);
    const told = `${await reply.text()} ${JSON.stringify([...reply.headers])}`;
    for (const secret of [serial, 'Cascina', '0.0.0-test', 'operatore']) expect(told).not.toContain(secret);
  }
  await datalogger.close();
});
