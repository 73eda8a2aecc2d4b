import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Endpoint } from '../../contract';
import { contentTag, isNamedBy } from './etag';
import { Versioned } from './handler';
import { jsonType } from './json';

/** Turns what a handler returned into an answer: 204, text or JSON; ETag and 304 where the contract allows reuse. */
export function replyTo(request: Request, endpoint: Endpoint, answer: unknown): Response {
  const value = answer instanceof Versioned ? answer.value : answer;
  const headers = new Headers();
  if (answer instanceof Versioned) headers.set('ETag', `"${answer.version}"`);
  if (!endpoint.reply) return new Response(null, { status: 204, headers });

  const isText = endpoint.reply.type === 'string';
  const body = isText ? String(value) : JSON.stringify(value);
  headers.set('Content-Type', isText ? 'text/plain; charset=utf-8' : jsonType);
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
export function checkReply(key: string, endpoint: Endpoint, answer: unknown): void {
  const value = answer instanceof Versioned ? answer.value : answer;
  if (!endpoint.reply) {
    if (value !== undefined) throw new Error(`${key} answers although its contract has no reply`);
  } else if (!isDeepStrictEqual(v.parse(endpoint.reply, value), value)) {
    throw new Error(`${key} answers what its contract does not have`);
  }
}
