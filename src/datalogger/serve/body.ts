import type { Endpoint } from '../../contract';
import { ProblemError } from './handler';
import { parseJson } from './json';
import { parseOrRefuse } from './problems';

/** Largest body in bytes, unless the endpoint sets another. The largest usual body, a plant, is about 2 kB. */
export const largestBody = 64 * 1024;

const jsonType = /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i;

/** The parsed body of a call; undefined for an endpoint that takes none. */
export async function readBody(request: Request, endpoint: Endpoint): Promise<unknown> {
  checkType(request, endpoint);
  if (!endpoint.body) return undefined;
  const value = parseJson(textOf(await readLimited(request, endpoint.mostBytes ?? largestBody)));
  // A schema without required fields would accept a list as an empty object.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProblemError(400, 'bad_request', 'The body must be a JSON object.');
  }
  return parseOrRefuse(endpoint.body, value, 422);
}

/**
 * Accepts JSON only, so that a form or plain-text request of another site is never accepted as a write. A write without a
 * body needs no type.
 */
function checkType(request: Request, endpoint: Endpoint): void {
  const type = request.headers.get('content-type');
  const isJson = type !== null && jsonType.test(type.trim());
  const isEncoded = (request.headers.get('content-encoding') ?? 'identity') !== 'identity';
  const isAbsent = type === null && !endpoint.body;
  if (isEncoded || !(isJson || isAbsent)) {
    throw new ProblemError(415, 'unsupported_type', 'The body must be application/json.');
  }
}

/** Stops reading at the limit, whatever length was announced. */
async function readLimited(request: Request, most: number): Promise<Uint8Array[]> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  const next = () => reader?.read().catch(cutShort);
  for (let part = await next(); part && !part.done; part = await next()) {
    size += part.value.byteLength;
    if (size > most) {
      await reader?.cancel();
      throw tooLarge(most);
    }
    chunks.push(part.value);
  }
  return chunks;
}

function cutShort(): never {
  throw new ProblemError(400, 'bad_request', 'The body ended too early.');
}

function tooLarge(most: number): ProblemError {
  // The rest of the body is not read, so the connection cannot be used again.
  return new ProblemError(413, 'too_large', `The body is larger than ${most} bytes.`, {
    headers: { Connection: 'close' },
  });
}

function textOf(chunks: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ProblemError(400, 'bad_request', 'The body is not UTF-8 text.');
  }
}
