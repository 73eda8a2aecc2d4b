import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '../../core/time/clock';
import type { createApi } from './api';
import { contentTag, isNamedBy } from './etag';
import { ProblemError, problemResponse } from './handler';
import type { Fetch } from './http';
import { pageHeaders } from './security-headers';
import { acceptsGzip, type StaticSite } from './static';

export interface ServerOptions {
  readonly api: ReturnType<typeof createApi>;
  readonly site: StaticSite;
  /** Host names of this device, lower case, besides addresses and localhost. */
  readonly trustedHosts: readonly string[];
  /** Other pages, by their exact path. */
  readonly pages: ReadonlyMap<string, string>;
  /** The device's clock: browsers correct their own with the `Date` of the answers. */
  readonly clock: Clock;
}

/** API and console as one function of the request. */
export function createServer(options: ServerOptions): Fetch {
  return async (request, { address, target, left }) => {
    const url = new URL(request.url);
    const [path = '', ...queries] = (target ?? url.pathname + url.search).split('?');
    const search = queries.join('?');
    const response = await answer(options, request, url.hostname, { address, path, search, left });
    response.headers.set('Date', new Date(options.clock.now()).toUTCString());
    return response;
  };
}

async function answer(
  { api, site, trustedHosts, pages }: ServerOptions,
  request: Request,
  hostname: string,
  target: Parameters<ServerOptions['api']>[1],
): Promise<Response> {
  if (!isAllowedHost(hostname, trustedHosts)) return unknownHost();
  const page = pages.get(target.path);
  if (page !== undefined) return compressed(request, pageResponse(request, page));
  if (isApiPath(target.path)) return compressed(request, await api(request, target));
  return site.answer(request, target.path);
}

/** A page whose style and script are within it. */
function pageResponse(request: Request, html: string): Response {
  const headers = new Headers({ ...pageHeaders(html), 'Cache-Control': 'no-cache' });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    headers.set('Allow', 'GET, HEAD');
    return new Response(null, { status: 405, headers });
  }
  const etag = `"${contentTag(html)}"`;
  headers.set('ETag', etag);
  if (isNamedBy(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(request.method === 'HEAD' ? null : html, { headers });
}

/** How often a path is decoded at most. No proxy decodes more often, and each time costs a pass over the path. */
const mostDecodings = 4;

/** Every path that could be read as one of the API goes to the API, which refuses all but the exact spelling. */
function isApiPath(path: string): boolean {
  return /^[\\/]*api(?![\w-])/i.test(unescaped(path));
}

function unescaped(path: string): string {
  let plain = path;
  try {
    for (let round = 0; round < mostDecodings; round += 1) plain = decodeURIComponent(plain);
  } catch {
    // The rest is not a valid encoding.
  }
  return plain;
}

function unknownHost(): Response {
  const response = problemResponse(
    new ProblemError(421, 'host_not_allowed', 'This device is not known by that name.'),
  );
  for (const [name, value] of Object.entries(pageHeaders())) response.headers.set(name, value);
  response.headers.set('Cache-Control', 'no-store');
  return response;
}

const ipv4 = /^(\d{1,3}\.){3}\d{1,3}$/;

/**
 * Whether a request may name this host: address literals, localhost and the configured names. Any other name may be
 * another site's that was made to point here (DNS rebinding). `hostname` as in a URL, `[v6]` in brackets.
 */
function isAllowedHost(hostname: string, trustedHosts: readonly string[]): boolean {
  const name = hostname.toLowerCase();
  if (ipv4.test(name) || (name.startsWith('[') && name.endsWith(']'))) return true;
  return name === 'localhost' || name.endsWith('.localhost') || trustedHosts.includes(name);
}

const gzipAsync = promisify(gzip);
/** Bytes below which compression saves less than its own header costs. */
const smallest = 300;

/** The same answer with a gzip body where that is smaller. The ETag stays, because it is of the content. */
async function compressed(request: Request, response: Response): Promise<Response> {
  if (!response.body || !isText(response) || response.headers.has('content-encoding')) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { headers, status } = response;
  if (bytes.byteLength < smallest) return new Response(bytes, { status, headers });
  headers.append('Vary', 'Accept-Encoding');
  if (!acceptsGzip(request.headers.get('accept-encoding'))) return new Response(bytes, { status, headers });
  headers.set('Content-Encoding', 'gzip');
  return new Response(await gzipAsync(bytes), { status, headers });
}

function isText(response: Response): boolean {
  return /^(application\/json|text\/)/.test(response.headers.get('content-type') ?? '');
}
