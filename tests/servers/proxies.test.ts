import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleFolder } from '../support/build-console';
import { startDatalogger, type TestDatalogger } from '../support/datalogger';
import { rawBytes, rawRequest } from '../support/raw-http';
import { type RunningServer, startWebServer } from '../support/web-servers';

/** Ways to write the path of a guarded endpoint that some server on the way may read differently. */
const disguises = [
  '/api//account',
  '/api/./account',
  '/api/x/../account',
  '/api/account/',
  '/api/account%2f',
  '/API/account',
  '/api/%61ccount',
  '/api/account;x',
  '/api/account%00',
  '/api\\account',
  '/api/a%2fb/..%2faccount',
  '/api/account?x=reset-pwd',
  '/api/account/reset-pwd/../1',
  '//api/account',
  '/assets/../api/account',
  '/assets/..%2fapi/account',
];

/** Two requests in one, for a server that reads the length of the first differently. */
const hidden = 'GET /api/hidden HTTP/1.1\r\nHost: 192.168.1.10\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n';
const lineFeeds = 'chunks that end in bare line feeds';
const smuggled = {
  'two lengths': `POST /api/auth/authenticate HTTP/1.1\r\nHost: 192.168.1.10\r\nContent-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'length and chunks': `POST /api/auth/authenticate HTTP/1.1\r\nHost: 192.168.1.10\r\nContent-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'unknown chunks': `POST /api/auth/authenticate HTTP/1.1\r\nHost: 192.168.1.10\r\nContent-Length: 4\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
  'folded header': `POST /api/auth/authenticate HTTP/1.1\r\nHost: 192.168.1.10\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  'a header after a bare line feed': `POST /api/auth/authenticate HTTP/1.1\r\nHost: 192.168.1.10\r\nX-Note: a\nTransfer-Encoding: chunked\r\nContent-Length: ${hidden.length + 5}\r\n\r\n0\r\n\r\n${hidden}`,
  [lineFeeds]: `POST /api/auth/authenticate HTTP/1.1\r\nHost: 192.168.1.10\r\nTransfer-Encoding: chunked\r\n\r\n0\n\n${hidden}`,
} as const;

describe.each(['datalogger', 'nginx', 'lighttpd', 'caddy'] as const)('behind %s', server => {
  let datalogger: TestDatalogger;
  let front: RunningServer | undefined;
  let port = 0;
  const seen: string[] = [];

  beforeAll(async () => {
    datalogger = await startDatalogger({ consoleFolder });
    const { fetch } = datalogger;
    const proxies = server === 'datalogger' ? [] : ['127.0.0.1'];
    const own = await datalogger.listen(proxies, (request, peer) => {
      seen.push(`${request.method} ${peer.target ?? new URL(request.url).pathname} from ${peer.address}`);
      return fetch(request, peer);
    });
    if (server !== 'datalogger') {
      front = await startWebServer(server, { console: consoleFolder, dataloggerPort: own.port });
    }
    port = front?.port ?? own.port;
  });
  afterAll(async () => {
    await front?.stop();
    await datalogger.close();
  });

  test.each(disguises)('A02: without a token %s opens nothing', async path => {
    const answer = await rawRequest(port, path);
    expect(answer.body).not.toContain('"livello"');
    const isPage = answer.body.includes('id="app"');
    expect(answer.status === 200 && !isPage, `${answer.status} ${answer.body.slice(0, 80)}`).toBe(false);
  });

  test('A10: who counts the failed logins is not fooled by what a client claims about its address', async () => {
    const attempt = (address: string) =>
      rawRequest(port, '/api/auth/authenticate', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': address,
          'X-Real-IP': address,
          Forwarded: `for=${address}`,
        },
        body: JSON.stringify({ user: 'admin', password: 'wrong' }),
      });
    const statuses: number[] = [];
    for (let count = 1; count <= 7; count++) statuses.push((await attempt(`10.0.0.${count}`)).status);
    expect(statuses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test.each(Object.entries(smuggled))('E07: %s do not carry a second request along', async (name, bytes) => {
    seen.length = 0;
    const answer = await rawBytes(port, bytes);
    const arrived = seen.filter(line => line.includes('hidden'));
    // Caddy reads the chunks and drops the length, as RFC 9112 allows, and nginx takes a bare line feed for the end of one:
    // what follows is a request of its own to them, with the true address. None may ever arrive that the server in front has
    // not seen.
    expect(arrived).toEqual(arrived.map(() => 'GET /api/hidden from 127.0.0.1'));
    const isSeenInFront = server === 'caddy' || (server === 'nginx' && name === lineFeeds);
    if (!isSeenInFront) expect(arrived).toEqual([]);
    expect(answer).not.toMatch(/HTTP\/1\.1 200/);
  });
});
