import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Endpoint, Role } from '../../../contract';
import { jsonOf } from '../../core/json';
import { refusalOf } from '../../storage/database/full';
import { judge, type Openness } from './access';
import { noBody, parseOrRefuse, readBody, type SentBody } from './body';
import { contentTag, isNamedBy } from './etag';
import {
  type Call,
  type Caller,
  CallerLeft,
  type Handler,
  type Handlers,
  jsonType,
  ProblemError,
  problemResponse,
  Versioned,
} from './handler';
import { findRoute, type Route } from './router';
import { apiHeaders } from './security-headers';

export interface ApiOptions {
  readonly handlers: Handlers;
  /** Who is asking; `anonymous` for a missing, forged, expired or revoked token. */
  readonly identify: (request: Request, address: string) => Caller;
  readonly openness: () => Openness;
  /** Whether this caller has proved not long ago that it knows its password. */
  readonly isPasswordRecent: (caller: Caller) => boolean;
  /** Called for each call that was refused because of the role. */
  readonly onForbidden: (caller: Caller, what: string) => void;
  /** Called after each call that may have changed something, before its answer. */
  readonly afterWrite: () => Promise<void>;
  /** Called for each failure that is not the caller's; `id` is also in the answer. */
  readonly onFailure: (id: string, what: string, error: unknown) => void;
  /** Check every reply against the contract: for tests. */
  readonly checksReplies: boolean;
}

export interface Target {
  /** Peer address. */
  readonly address: string;
  /** Path as sent, not decoded and not normalised. */
  readonly path: string;
  /** `?...` or empty. */
  readonly search: string;
  /** Aborted when the caller has left before the answer. */
  readonly left?: AbortSignal | undefined;
}

type Api = (request: Request, target: Target) => Promise<Response>;

const noSession = () => new ProblemError(401, 'session_invalid', 'A valid session is needed.');
const endedSession = () => new ProblemError(401, 'session_ended', 'The session was ended.');
const passwordAgain = () => new ProblemError(403, 'password_again', 'The password is needed once more.');
const forbidden = () => new ProblemError(403, 'forbidden', 'Not allowed for this account.');

/** The API of the contract as a function of the request. Never rejects: a failure becomes an answer, too. */
export function createApi(options: ApiOptions): Api {
  return async (request, target) => {
    const what = `${request.method} ${target.path}`;
    let caller: Caller | undefined;
    let response: Response;
    try {
      caller = options.identify(request, target.address);
      response = await answer(options, request, target, caller);
    } catch (error) {
      if (error instanceof CallerLeft) return new Response(null, { status: 503 });
      const known = error instanceof ProblemError ? error : failure(options, what, error);
      // Without a session the answer is always 401, also where the call would be forbidden with one.
      const isWithout = known.status === 403 && caller?.role === 'anonymous';
      const refused = isWithout ? noSession() : known;
      const problem = refused.codice === 'session_invalid' && caller?.hasEnded ? endedSession() : refused;
      if (problem.codice === 'forbidden' && caller) noteForbidden(options, caller, what);
      response = problemResponse(problem);
    }
    return finished(request, response);
  };
}

async function answer(options: ApiOptions, request: Request, target: Target, caller: Caller) {
  const match = findRoute(request.method, target.path.replace(/^\/api\//, ''));
  if (match.kind !== 'route') throw unmatched(caller.role, match.kind === 'method' ? match.allow : null);
  const { route, params } = match;
  const verdict = judge(route.endpoint.may, caller, params, options.openness);
  if (verdict !== 'allowed') throw verdict === 'log-in' ? noSession() : forbidden();
  if (route.endpoint.asksPassword && !options.isPasswordRecent(caller)) throw passwordAgain();

  const call = {
    params,
    query: readQuery(target.search, route.endpoint),
    ifMatch: readIfMatch(request, route),
    ...(await bodyOf(request, route)),
    caller,
    ...(target.left && { left: target.left }),
  };
  // Query and body were parsed by the schemas of this route, and params by its pattern. The compiler cannot
  // know that in a table of endpoints.
  const handler = options.handlers[route.key] as unknown as Handler<typeof route.key>;
  const value = await handler(call as Call<typeof route.key>);
  if (route.method !== 'GET') await options.afterWrite();
  if (options.checksReplies) checkReply(route.key, route.endpoint, value);
  return replyTo(request, route.endpoint, value);
}

/** 404 and 405 only for callers with a session: others must not learn which endpoints exist. */
function unmatched(role: Role, allow: readonly string[] | null): ProblemError {
  if (role === 'anonymous') return noSession();
  if (!allow) return new ProblemError(404, 'not_found', 'No such endpoint.');
  const headers = { Allow: allow.join(', ') };
  return new ProblemError(405, 'method_not_allowed', 'No such method here.', { headers });
}

function bodyOf(request: Request, route: Route): Promise<SentBody> {
  const isRead = route.method === 'GET';
  return isRead ? Promise.resolve(noBody) : readBody(request, route.endpoint);
}

function readIfMatch(request: Request, { endpoint }: Route): string | null {
  const value = request.headers.get('if-match');
  if (!endpoint.ifMatch) return null;
  if (value === null) throw new ProblemError(428, 'precondition_required', 'If-Match is needed.');
  if (!/^(\*|"[^"]*")$/.test(value)) throw new ProblemError(400, 'bad_request', 'If-Match is malformed.');
  return value;
}

/** The answer is the same where the disk refuses the audit row. */
function noteForbidden(options: ApiOptions, caller: Caller, what: string): void {
  try {
    options.onForbidden(caller, what);
  } catch (error) {
    failure(options, what, error);
  }
}

/** The answer to an internal failure: an id with which it can be found in the log. */
function failure(options: ApiOptions, what: string, error: unknown): ProblemError {
  const id = randomBytes(4).toString('hex');
  options.onFailure(id, what, error);
  const refusal = refusalOf(error);
  if (refusal === 'busy') {
    const headers = { 'Retry-After': '2' };
    return new ProblemError(503, 'storage_unwritable', `Another program holds the storage (${id}).`, {
      headers,
    });
  }
  if (refusal) return new ProblemError(507, `storage_${refusal}`, `The storage is ${refusal} (${id}).`);
  return new ProblemError(500, 'internal', `Internal error ${id}.`);
}

function finished(request: Request, response: Response): Response {
  // No security headers: a 304 has no content, and the cached answer keeps its own headers (RFC 9110, 15.4.5).
  if (response.status === 304) return response;
  for (const [name, value] of Object.entries(apiHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  if (response.status === 401) response.headers.set('WWW-Authenticate', 'Bearer');
  if (request.method !== 'HEAD') return response;
  return new Response(null, { status: response.status, headers: response.headers });
}

/** The parsed query of a call: every parameter known, none given twice. */
function readQuery(search: string, endpoint: Endpoint): unknown {
  const given = [...new URLSearchParams(search)];
  const names = new Set<string>();
  for (const [name] of given) {
    const campo = name;
    if (!endpoint.query) throw new ProblemError(400, 'unknown_field', 'Unknown parameter.', { campo });
    if (names.has(name)) throw new ProblemError(400, 'bad_request', 'The same parameter twice.', { campo });
    names.add(name);
  }
  return endpoint.query && parseOrRefuse(endpoint.query, Object.fromEntries(given), 400);
}

/** Turns what a handler returned into an answer: 204, text or JSON; ETag and 304 where the contract allows reuse. */
async function replyTo(request: Request, endpoint: Endpoint, answer: unknown): Promise<Response> {
  const value = answer instanceof Versioned ? answer.value : answer;
  const headers = new Headers();
  if (answer instanceof Versioned) headers.set('ETag', `"${answer.version}"`);
  if (!endpoint.reply) return new Response(null, { status: 204, headers });

  const isText = endpoint.reply.type === 'string';
  const body = isText ? String(value) : await jsonOf(value);
  headers.set('Content-Type', isText ? `${endpoint.type ?? 'text/plain'}; charset=utf-8` : jsonType);
  if (endpoint.cache === 'etag') {
    // Answers can depend on the role, so that a cached answer is only for the token that fetched it.
    headers.set('Cache-Control', 'private, no-cache');
    headers.set('Vary', 'Authorization');
    const etag = headers.get('ETag') ?? `"${contentTag(body)}"`;
    headers.set('ETag', etag);
    if (isNamedBy(request.headers.get('if-none-match'), etag)) {
      headers.delete('Content-Type');
      return new Response(null, { status: 304, headers });
    }
  }
  return new Response(body, { headers });
}

/** Throws when a reply is not exactly what the contract says: a missing, a wrong or an undocumented key. */
function checkReply(key: string, endpoint: Endpoint, answer: unknown): void {
  const value = answer instanceof Versioned ? answer.value : answer;
  if (!endpoint.reply) {
    if (value !== undefined) throw new Error(`${key} answers although its contract has no reply`);
  } else if (!isDeepStrictEqual(v.parse(endpoint.reply, value), value)) {
    throw new Error(`${key} answers what its contract does not have`);
  }
}
