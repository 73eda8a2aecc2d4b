import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { type Guard, OutgoingError, within } from './guard';

export interface HttpAnswer {
  readonly status: number;
  /** At most 4 kB; the rest is cut off. */
  readonly body: string;
}

const longestBody = 4096;

/** The name or address in a web address, as resolvers and sockets take it. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/**
 * Asks a web address through the guard. Redirects are not followed. Rejects with
 * `OutgoingError` or the error of the connection.
 */
export async function get(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { guard, forMs }: { readonly guard: Guard; readonly forMs: number },
): Promise<HttpAnswer> {
  const host = hostOf(url);
  const address = await guard.resolve(host);
  const isSecure = url.protocol === 'https:';
  const request = (isSecure ? requestHttps : requestHttp)({
    host: address,
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, Host: url.host },
    agent: false,
    ...(isSecure && { servername: isIP(host) === 0 ? host : '' }),
  });
  return answerTo(request, '', forMs);
}

/** Sends a body over a connection that stands (channel.ts), which is closed afterwards. Rejects as `get`. */
export async function post(
  socket: Socket,
  url: URL,
  headers: Readonly<Record<string, string>>,
  { body, forMs }: { readonly body: Uint8Array; readonly forMs: number },
): Promise<HttpAnswer> {
  const request = requestHttp({
    createConnection: () => socket,
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, Host: url.host, 'Content-Length': body.length, Connection: 'close' },
  });
  return answerTo(request, body, forMs);
}

function answerTo(request: ClientRequest, body: Uint8Array | string, forMs: number): Promise<HttpAnswer> {
  const answer = new Promise<HttpAnswer>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', response => read(response).then(resolve, reject));
    request.end(body);
  });
  return within(forMs, answer, () => request.destroy(new OutgoingError('attesa_scaduta')));
}

async function read(response: IncomingMessage): Promise<HttpAnswer> {
  let body = '';
  for await (const chunk of response) {
    body += String(chunk);
    if (body.length > longestBody) break;
  }
  response.destroy();
  return { status: response.statusCode ?? 0, body: body.slice(0, longestBody) };
}
