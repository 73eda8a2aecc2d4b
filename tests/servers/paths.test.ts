import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleFolder } from '../support/build-console';
import { startDatalogger, type TestDatalogger } from '../support/datalogger';
import { rawRequest } from '../support/raw-http';
import { type RunningServer, startWebServer, webServers } from '../support/web-servers';

/** A file beside the folder that is served, and its content. */
const beside = 'secret.txt';
const marker = 'nobody-reads-this';

const outside = [
  `/../${beside}`,
  `/..%2f${beside}`,
  `/%2e%2e/${beside}`,
  `/%2e%2e%2f${beside}`,
  `/.%2e/${beside}`,
  `/%252e%252e%252f${beside}`,
  `/..\\${beside}`,
  `/..%5c${beside}`,
  `/..%c0%af${beside}`,
  `/%c0%ae%c0%ae/${beside}`,
  `/%e0%80%ae%e0%80%ae/${beside}`,
  `/..;/${beside}`,
  `/..%00/${beside}`,
  `/..%0d%0a/${beside}`,
  `/./././../${beside}`,
  `//..//${beside}`,
  `/assets/../../${beside}`,
  `/assets/..%2f..%2f${beside}`,
  `/assets/%2e%2e/%2e%2e/${beside}`,
  `/assets//..//..//${beside}`,
  `/assets../${beside}`,
  `/assets..%2f${beside}`,
  `/assets../../${beside}`,
  `/assets/..;/..;/${beside}`,
  `/index.html/../../${beside}`,
  `/api/../../${beside}`,
  `/api/..%2f..%2f${beside}`,
  `http://192.168.1.10/../${beside}`,
  '/etc/passwd',
  '//etc/passwd',
  '/%2fetc%2fpasswd',
  '/..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/../../../../../../etc/passwd',
  '/proc/self/environ',
  '/cgi-bin/x',
  '/cgi-bin/../../etc/passwd',
];

/** Paths of which a server might make the address that a browser goes on to. */
const leading = [
  '//evil.example',
  '//evil.example/assets',
  '/\\evil.example',
  '/assets//evil.example/..',
  '/assets',
];

describe.each(['datalogger', ...webServers] as const)('files behind %s', server => {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-paths-'));
  const served = join(folder, 'console');
  let datalogger: TestDatalogger;
  let front: RunningServer | undefined;
  let port = 0;

  beforeAll(async () => {
    cpSync(consoleFolder, served, { recursive: true });
    // nginx reads as a user of its own: what is beside it could be read, too.
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, beside), marker);
    datalogger = await startDatalogger({ consoleFolder: served });
    const own = await datalogger.listen(['127.0.0.1']);
    if (server !== 'datalogger')
      front = await startWebServer(server, { console: served, dataloggerPort: own.port });
    port = front?.port ?? own.port;
  });
  afterAll(async () => {
    await front?.stop();
    await datalogger.close();
    rmSync(folder, { recursive: true });
  });

  test('E09: no spelling of a path leads out of the folder of the console, nor to a list of it', async () => {
    const findings: string[] = [];
    for (const path of [...outside, '/assets/', '/assets/i18n/']) {
      const { status, body } = await rawRequest(port, path);
      const isPage = body.includes('id="app"');
      const isTold = body.includes(marker) || /root:x:0|PATH=|Index of|<a href="\.\./.test(body);
      if (isTold || (status === 200 && !isPage)) findings.push(`${path}: ${status} ${body.slice(0, 60)}`);
    }
    expect(findings).toEqual([]);
    expect((await rawRequest(port, '/')).body).toContain('id="app"');
  });

  test('E09: no path makes a header, or leads a browser to another host', async () => {
    for (const path of leading) {
      const { headers } = await rawRequest(port, path);
      const location = String(headers.location ?? '');
      expect(new URL(location, 'http://192.168.1.10').hostname, `${path}: ${location}`).toBe('192.168.1.10');
    }
    for (const path of ['/%0d%0aX-Injected:%20yes', '/assets%0d%0aX-Injected:%20yes'])
      expect((await rawRequest(port, path)).headers['x-injected']).toBeUndefined();
  });

  test('E09: a file that is asked for in 500 overlapping parts is not sent 500 times', async () => {
    const asset = `/assets/${readdirSync(join(served, 'assets')).find(name => /^start-.*\.js$/.test(name))}`;
    const identity = { 'Accept-Encoding': 'identity' };
    const whole = await rawRequest(port, asset, { headers: identity });
    const Range = `bytes=${Array.from({ length: 500 }, (_, at) => `${at}-`).join(',')}`;
    const { body } = await rawRequest(port, asset, { headers: { ...identity, Range } });
    expect(body.length).toBeLessThan(5 * whole.body.length);
  });
});
