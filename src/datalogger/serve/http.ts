import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { Connections, peerOf } from './connections';
import { apiHeaders } from './security-headers';

/** What the datalogger is to a web server: a function of the request, the peer's address and the raw target. */
export type Fetch = (request: Request, peer: Peer) => Promise<Response>;

export interface Peer {
  readonly address: string;
  /** Path and query exactly as sent; by default those of the request's URL, which is normalised. */
  readonly target?: string;
}

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  /** Peers whose last `X-Forwarded-For` element is believed. Everybody else could write anything there. */
  readonly trustedProxies: readonly string[];
  /** A request that could not be answered at all. */
  readonly onFailure: (error: unknown) => void;
}

export interface HttpServer {
  readonly port: number;
  /** Refuses new connections, lets the running calls finish, at most 5 s. */
  stop(): Promise<void>;
}

const stopWithinMs = 5000;
/** A refusal is read within this, or not at all. */
const lingerMs = 1000;
/** Connections that the system keeps until they are looked at: of a crowd, the last one is not told to come back in a second. */
const mostWaiting = 4096;
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const hostForm = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** Serves `fetch` over HTTP. Rejects with the system's error when the port cannot be had. */
export async function listen(fetch: Fetch, options: HttpOptions): Promise<HttpServer> {
  const connections = new Connections(options.trustedProxies);
  const server = createServer(
    {
      // A client that sends a byte now and then holds its connection for seconds, not for ever.
      headersTimeout: 10_000,
      requestTimeout: 12_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 8 * 1024,
      // Refused by `requestOf`, with the headers every answer carries.
      requireHostHeader: false,
    },
    async (message, response) => {
      if (!connections.begin(message, response)) return void message.socket.destroy();
      try {
        // Without this a client that never reads its answer keeps it in memory for ever.
        response.setTimeout(15_000, () => message.socket.destroy());
        const answer = await answerTo(fetch, options, message);
        // While the server stops, an answered connection would be waited for until its client lets go of it.
        response.shouldKeepAlive &&= server.listening;
        await send(answer, response);
      } catch (error) {
        options.onFailure(error);
        message.socket.destroy();
      }
    },
  );
  server.on('connection', socket => connections.take(socket));
  server.on('clientError', (_error, socket) => refuse(socket));
  server.on('checkExpectation', (_message, response: ServerResponse) => {
    response.writeHead(417, { ...apiHeaders, Connection: 'close' }).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host: options.host, backlog: mostWaiting }, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  return { port, stop: () => stop(server).finally(() => connections.stop()) };
}

/** What came is no request, or it came too slowly. A client that never closes its own end must not keep its place by that. */
function refuse(socket: Duplex): void {
  if (!socket.writable) return;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${bareHeaders}Connection: close\r\n\r\n`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

const bareHeaders = Object.entries(apiHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

function stop(server: Server): Promise<void> {
  return new Promise(resolve => {
    const late = setTimeout(() => server.closeAllConnections(), stopWithinMs);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function answerTo(fetch: Fetch, options: HttpOptions, message: IncomingMessage): Promise<Response> {
  const target = message.url ?? '';
  const request = requestOf(message, target);
  if (request) return fetch(request, { address: addressOf(message, options), target });
  const status = knownMethods.includes(message.method ?? '') ? 400 : 405;
  return new Response(null, { status, headers: { ...apiHeaders, Connection: 'close' } });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.sendDate = false;
  // Connections persist in HTTP/1.1 without being told so: 50 bytes less on every poll of a metered line.
  if (response.shouldKeepAlive) response.removeHeader('Connection');
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  const body = answer.body ? Buffer.from(await answer.arrayBuffer()) : null;
  if (body) response.setHeader('Content-Length', body.byteLength);
  response.end(body ?? undefined);
}

/** Null when the message is no request that a browser or a proxy would make. */
function requestOf(message: IncomingMessage, target: string): Request | null {
  const { method = '', rawHeaders } = message;
  const [host = '', ...otherHosts] = message.headersDistinct.host ?? [];
  if (
    otherHosts.length > 0 ||
    !knownMethods.includes(method) ||
    !target.startsWith('/') ||
    !hostForm.test(host)
  )
    return null;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  const hasBody = method !== 'GET' && method !== 'HEAD' && Number(message.headers['content-length'] ?? 1) > 0;
  try {
    const body = hasBody ? { body: Readable.toWeb(message), duplex: 'half' as const } : {};
    return new Request(`http://${host}${target}`, { method, headers, ...body });
  } catch {
    return null;
  }
}

/** The peer, or behind a trusted proxy the hop that this proxy itself saw: whatever stands before it may be made up. */
function addressOf({ socket, headers }: IncomingMessage, { trustedProxies }: HttpOptions): string {
  const peer = peerOf(socket);
  const forwarded = headers['x-forwarded-for'];
  if (!trustedProxies.includes(peer) || forwarded === undefined) return peer;
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',');
  return hops.at(-1)?.trim() || peer;
}
