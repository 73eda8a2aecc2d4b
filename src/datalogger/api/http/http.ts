import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { Connections, peerOf } from './connections';
import { apiHeaders } from './security-headers';

/** The datalogger as a function of the request, the peer's address and the raw target. */
export type Fetch = (request: Request, peer: Peer) => Promise<Response>;

export interface Peer {
  readonly address: string;
  /** Path and query exactly as sent; by default those of the request's URL, which is normalised. */
  readonly target?: string;
  /** Aborted when the connection ends before the answer. */
  readonly left?: AbortSignal;
}

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  /** Peers whose last `X-Forwarded-For` element is used. Anybody else could write anything there. */
  readonly trustedProxies: readonly string[];
  /** Called with the failure of a request that could not be answered. */
  readonly onFailure: (error: unknown) => void;
  /** ms without progress after which an answer is given up. */
  readonly readMs?: number;
}

export interface HttpServer {
  readonly port: number;
  /** Refuses new connections and waits for the running calls, at most 5 s. */
  stop(): Promise<void>;
}

const usualReadMs = 15_000;
const stopWithinMs = 5000;
/** Time in which a client must read a refusal. */
const lingerMs = 1000;
/** Connections that the system queues until they are accepted: enough that in a burst no client has to try again. */
const mostWaiting = 4096;
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const hostForm = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** Serves `fetch` over HTTP. Rejects with the system's error when the port cannot be had. */
export async function listen(fetch: Fetch, options: HttpOptions): Promise<HttpServer> {
  const connections = new Connections(options.trustedProxies);
  const server = createServer(
    {
      // A client that sends its request byte by byte loses its connection after some seconds.
      headersTimeout: 10_000,
      requestTimeout: 12_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 8 * 1024,
      // `requestOf` refuses it, with the headers that every answer has.
      requireHostHeader: false,
    },
    async (message, response) => {
      if (!connections.begin(message, response)) return void message.socket.destroy();
      try {
        const answer = await answerTo(fetch, options, message, leftBefore(response));
        // Without this the answer to a client that never reads would stay in memory for ever. Until here long work has limits of its own.
        response.setTimeout(options.readMs ?? usualReadMs, () => message.socket.destroy());
        // While the server stops it would otherwise wait until the client closes the connection.
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

/** Answers input that is not a request or came too slowly, then closes the connection even where the client does not. */
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

function leftBefore(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => response.writableFinished || gone.abort());
  return gone.signal;
}

async function answerTo(
  fetch: Fetch,
  options: HttpOptions,
  message: IncomingMessage,
  left: AbortSignal,
): Promise<Response> {
  const target = message.url ?? '';
  const request = requestOf(message, target);
  if (request) return fetch(request, { address: addressOf(message, options), target, left });
  const status = knownMethods.includes(message.method ?? '') ? 400 : 405;
  return new Response(null, { status, headers: { ...apiHeaders, Connection: 'close' } });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.sendDate = false;
  // HTTP/1.1 connections persist without these headers: 50 bytes less in every poll on a metered line.
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

/** The peer; behind a trusted proxy, the last address in the header, which that proxy has added. Those before it may be forged. */
function addressOf({ socket, headers }: IncomingMessage, { trustedProxies }: HttpOptions): string {
  const peer = peerOf(socket);
  const forwarded = headers['x-forwarded-for'];
  if (!trustedProxies.includes(peer) || forwarded === undefined) return peer;
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',');
  return hops.at(-1)?.trim() || peer;
}
