import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { largestBody } from '../../../../src/datalogger/api/http/body';
import { listen } from '../../../../src/datalogger/api/http/http';
import { startDatalogger, type TestDatalogger, testPassword } from '../../../support/datalogger';

let datalogger: TestDatalogger;
let url: string;
let port: number;
beforeAll(async () => {
  datalogger = await startDatalogger();
  ({ url, port } = await datalogger.listen());
});
afterAll(() => datalogger.close());

/** Everything the server answers to bytes written as they are. */
async function raw(text: string, at = port): Promise<string> {
  const socket = connect(at, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', part => {
    answer += part;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const logIn = (password: string, headers: Record<string, string> = {}, at = url) =>
  fetch(`${at}/api/auth/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ user: 'cci', password }),
  });

test('over a port it is the same datalogger', async () => {
  const token = (await (await logIn(testPassword)).text()).slice(10);
  const reply = await fetch(`${url}/api/account`, { headers: { Authorization: `Bearer ${token}` } });
  expect(await reply.json()).toMatchObject([{ user: 'cci' }]);
  expect(reply.headers.get('date')).toBe(new Date(datalogger.clock.now()).toUTCString());
});

test('E06: no odd method is reflected or does anything', async () => {
  for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'FOO', 'get']) {
    const target = method === 'CONNECT' ? 'x:1' : '/';
    const answer = await raw(
      `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Secret: s3\r\nConnection: close\r\n\r\n`,
    );
    expect(answer, method).not.toMatch(/^HTTP\/1\.1 [235]/);
    expect(answer, method).not.toContain('s3');
  }
});

test('E07: a request that two servers could read differently is refused', async () => {
  const post =
    'POST /api/auth/authenticate HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
  const smuggled = [
    `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`,
    `${post}Transfer-Encoding: xchunked\r\n\r\n{}`,
    'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: localhost\r\n\r\n',
    'GET http://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'garbage\r\n\r\n',
  ];
  for (const text of smuggled) {
    const answer = await raw(text);
    expect(answer, text).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer, text).toMatch(/content-security-policy: default-src 'none'/i);
    expect(answer.match(/HTTP\/1\.1 /g), text).toHaveLength(1);
  }
});

test('E05: an expectation that nobody can meet is refused with the headers of every answer', async () => {
  const answer = await raw('GET /api/account HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: wonders\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 417 /);
  expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
});

test('C11: a body that is too large is refused without reading it to its end', async () => {
  const answer = await raw(
    `POST /api/auth/authenticate HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${largestBody + 1}\r\n\r\n{`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/connection: close/i);
});

test('E08: a flood of requests on one connection is cut off instead of answered into memory', async () => {
  const ask = 'GET /api/auth/primo_avvio HTTP/1.1\r\nHost: 127.0.0.1\r\n';
  const answers = async (count: number) => {
    const answer = await raw(`${`${ask}\r\n`.repeat(count - 1)}${ask}Connection: close\r\n\r\n`);
    return answer.match(/HTTP\/1\.1 200 /g)?.length ?? 0;
  };
  expect(await answers(4)).toBe(4);
  expect(await answers(500)).toBeLessThanOrEqual(4);
});

test('A10: X-Forwarded-For counts only from a trusted proxy, and there only its last element', async () => {
  const { url: proxied } = await datalogger.listen(['127.0.0.1']);
  const forwarded = (hops: string) => ({ 'X-Forwarded-For': hops });
  for (let n = 0; n < 5; n += 1) await logIn('sbagliata', forwarded(`6.6.6.${n}, 192.168.1.99`), proxied);
  expect((await logIn(testPassword, forwarded('192.168.1.98'), proxied)).status).toBe(200);
  expect((await logIn(testPassword, forwarded('1.1.1.1, 192.168.1.99'), proxied)).status).toBe(429);
  for (let n = 0; n < 5; n += 1) await logIn('sbagliata', forwarded(`192.168.1.${n}`));
  expect((await logIn(testPassword, forwarded('192.168.1.200'))).status).toBe(429);
});

test('G27: an answer that is long in the making is not given up: only one that nobody reads is', async () => {
  const onFailure = (error: unknown) => expect.unreachable(String(error));
  const late = async () => {
    await wait(150);
    return new Response('made');
  };
  const options = { host: '127.0.0.1', port: 0, trustedProxies: [], onFailure, readMs: 20 };
  const server = await listen(late, options);
  expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('made');
  await server.stop();
});

test('L11: stopping lets a running call finish and takes no new one', async () => {
  let finish: () => void = () => undefined;
  let arrived: () => void = () => undefined;
  const isRunning = new Promise<void>(resolve => {
    arrived = resolve;
  });
  const fetchSlowly = async () => {
    arrived();
    await new Promise<void>(resolve => {
      finish = resolve;
    });
    return new Response('finished');
  };
  const onFailure = (error: unknown) => expect.unreachable(String(error));
  const server = await listen(fetchSlowly, { host: '127.0.0.1', port: 0, trustedProxies: [], onFailure });
  const running = fetch(`http://127.0.0.1:${server.port}/`);
  await isRunning;
  const stopped = server.stop();
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
  finish();
  expect(await (await running).text()).toBe('finished');
  await stopped;
});
