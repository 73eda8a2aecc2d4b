import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleFolder } from '../support/build-console';
import { launchChromium, plantOrigin } from '../support/chromium';
import { rawRequest } from '../support/raw-http';
import { type RunningServer, startWebServer } from '../support/web-servers';

/** busybox sends no headers and forwards nothing: what the console can do for itself there. */
let server: RunningServer;
const asset = `/assets/${readdirSync(`${consoleFolder}/assets`).find(name => /^start-.*\.js$/.test(name))}`;

const folder = mkdtempSync(join(tmpdir(), 'meridiana-framed-'));

beforeAll(async () => {
  cpSync(consoleFolder, folder, { recursive: true });
  writeFileSync(join(folder, 'around.html'), '<!doctype html><iframe src="/auth/login"></iframe>');
  server = await startWebServer('busybox', { console: folder, dataloggerPort: 1 });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

test('scripts come compressed, plain clients get plain bytes', async () => {
  const packed = await rawRequest(server.port, asset);
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/javascript' });
  const plain = await rawRequest(server.port, asset, { headers: { 'Accept-Encoding': 'identity' } });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(packed.body);
});

test('a deep link shows the page of the console, and the policy stands in it', async () => {
  const answer = await rawRequest(server.port, '/impianto/inverters');
  expect(answer.status).toBe(404);
  expect(answer.body).toContain('id="app"');
  expect(answer.body).toMatch(/<meta http-equiv="Content-Security-Policy"/);
});

test('the console refuses to be framed where no header forbids it', async () => {
  const browser = await launchChromium(server.port);
  try {
    const page = await browser.newPage();
    await page.goto(`${plantOrigin}/around.html`, { waitUntil: 'networkidle' });
    const framed = page.frames().find(frame => frame.url() === `${plantOrigin}/auth/login`);
    expect(await framed?.evaluate(() => document.documentElement?.outerHTML ?? 'nothing')).toBe('nothing');
  } finally {
    await browser.close();
  }
});
