import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageHeaders } from '../../src/datalogger/api/http/security-headers';
import { consoleFolder } from '../support/build-console';
import { startDatalogger } from '../support/datalogger';
import { rawRequest } from '../support/raw-http';
import { freePort, startWebServer } from '../support/web-servers';

const secure = (port: number, path: string, ca: Buffer) =>
  new Promise<{ status: number; headers: object }>((resolve, reject) => {
    const host = { host: '127.0.0.1', servername: 'datalogger.local', headers: { Host: 'datalogger.local' } };
    request({ ...host, port, path, ca }, response => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    })
      .on('error', reject)
      .end();
  });

test('https with a certificate made here, by name and beside http by address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-tls-'));
  const script = new URL('../../deploy/self-signed.sh', import.meta.url).pathname;
  execFileSync(script, [folder, 'datalogger.local', '127.0.0.1', '192.168.1.10']);
  expect(statSync(join(folder, 'key.pem')).mode & 0o777).toBe(0o600);
  const datalogger = await startDatalogger({ consoleFolder, trustedHosts: ['datalogger.local'] });
  const own = await datalogger.listen(['127.0.0.1']);
  const tls = { port: await freePort(), folder };
  const server = await startWebServer('nginx', { console: consoleFolder, dataloggerPort: own.port, tls });
  try {
    const certificate = readFileSync(join(folder, 'certificate.pem'));
    const page = await secure(tls.port, '/impianto/inverters', certificate);
    expect(page.status).toBe(200);
    const names = Object.keys(pageHeaders()).map(name => name.toLowerCase());
    expect(Object.keys(page.headers)).toEqual(expect.arrayContaining(names));
    expect((await secure(tls.port, '/api/account', certificate)).status).toBe(401);
    expect((await rawRequest(server.port, '/')).status).toBe(200);
  } finally {
    await server.stop();
    await datalogger.close();
    rmSync(folder, { recursive: true });
  }
});
