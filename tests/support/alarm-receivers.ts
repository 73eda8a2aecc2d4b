import { X509Certificate } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { SyslogBody } from '../../src/contract/push';
import { makeCertificate } from './ftp-server';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A web service that keeps what it is sent, and answers with a text that nobody may repeat. */
export async function webReceiver() {
  const received: Received[] = [];
  const answer = { status: 200, body: 's3greta is what you sent', longest: Number.POSITIVE_INFINITY };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const isTooLong = body.length > answer.longest;
    if (!isTooLong) received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(isTooLong ? 413 : answer.status).end(answer.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => server.close();
  return { received, answer, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A certificate that no authority has signed. */
export function unsignedCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  makeCertificate(key, cert);
  const options = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return { options, fingerprint: new X509Certificate(options.cert).fingerprint256 };
}

/** A log server that keeps the messages it is sent. */
export async function logReceiver(trasporto: SyslogBody['trasporto']) {
  const received: string[] = [];
  if (trasporto === 'udp') {
    const socket = createSocket('udp4');
    socket.on('message', message => received.push(message.toString()));
    await once(socket.bind(0, '127.0.0.1'), 'listening');
    return { received, close: () => socket.close(), porta: socket.address().port, impronta: '' };
  }
  const take = async (socket: Socket) => {
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    // RFC 6587, 3.4.1: the length in octets, a space, the message.
    for (let rest = Buffer.concat(chunks); rest.length > 0; ) {
      const space = rest.indexOf(' ');
      const end = space + 1 + Number(rest.subarray(0, space));
      received.push(rest.subarray(space + 1, end).toString());
      rest = rest.subarray(end);
    }
  };
  const { options, fingerprint } = unsignedCertificate();
  const server = trasporto === 'tls' ? createTlsServer(options, take) : createTcpServer(take);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    received,
    close: () => server.close(),
    porta: (server.address() as AddressInfo).port,
    impronta: fingerprint,
  };
}
