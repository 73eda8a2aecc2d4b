import * as v from 'valibot';
import type { Endpoint } from '../../../contract';
import { codeOf } from '../../../contract/issue-codes';
import { pauses } from '../../core/pieces';
import { ProblemError } from './handler';

/** Largest body in bytes, unless the endpoint sets another. The largest usual body, a plant, is about 2 kB. */
export const largestBody = 64 * 1024;

const jsonTypes = /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i;

export interface SentBody {
  /** Parsed, with the defaults of what was left out; undefined for an endpoint that takes none. */
  readonly body: unknown;
  /** Names of the fields that the client sent. */
  readonly sent: ReadonlySet<string>;
}

export const noBody: SentBody = { body: undefined, sent: new Set() };

export async function readBody(request: Request, endpoint: Endpoint): Promise<SentBody> {
  checkType(request, endpoint);
  if (!endpoint.body) return noBody;
  const value = await parseJson(textOf(await readLimited(request, endpoint.mostBytes ?? largestBody)));
  // A schema without required fields would accept a list as an empty object.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProblemError(400, 'bad_request', 'The body must be a JSON object.');
  }
  return { body: parseOrRefuse(endpoint.body, value, 422), sent: new Set(Object.keys(value)) };
}

/**
 * Accepts JSON only, so that a form or plain-text request of another site is never accepted as a write. A write without a
 * body needs no type.
 */
function checkType(request: Request, endpoint: Endpoint): void {
  const type = request.headers.get('content-type');
  const isJson = type !== null && jsonTypes.test(type.trim());
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

const deepest = 16;
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
const loneSurrogate = /\p{Surrogate}/u;
/** The only way in which one comes into a text that is UTF-8. */
const escapedSurrogate = /\\u[dD][89a-fA-F]/;
/** Tokens between two looks at the time. */
const tokensAtOnce = 1000;

/**
 * Parses an untrusted body. Throws a ProblemError for what JSON.parse accepts: too deep, a repeated key (two parsers would
 * read different values), strings that are not valid Unicode.
 */
async function parseJson(text: string): Promise<unknown> {
  let value: unknown;
  try {
    value = escapedSurrogate.test(text) ? JSON.parse(text, refuseLoneSurrogate) : JSON.parse(text);
  } catch {
    throw new ProblemError(400, 'bad_request', 'The body is not valid JSON.');
  }
  await checkStructure(text);
  return value;
}

function refuseLoneSurrogate(_key: string, part: unknown): unknown {
  if (typeof part === 'string' && loneSurrogate.test(part)) throw new SyntaxError('lone surrogate');
  return part;
}

/** Walks the tokens of a text that is known to be JSON, with pauses in which this process does its other work. */
async function checkStructure(text: string): Promise<void> {
  const open: (Set<string> | null)[] = [];
  const pause = pauses();
  let [last, count] = ['', 0];
  for (const [part] of text.matchAll(token)) {
    if (part === '{' || part === '[') open.push(part === '{' ? new Set() : null);
    else if (part === '}' || part === ']') open.pop();
    else if (part === ':') checkKey(String(JSON.parse(last)), open.at(-1));
    if (open.length > deepest) throw new ProblemError(400, 'bad_request', 'The body is nested too deeply.');
    last = part;
    count += 1;
    if (count % tokensAtOnce === 0) await pause();
  }
}

function checkKey(key: string, seen: Set<string> | null | undefined): void {
  if (seen?.has(key)) throw new ProblemError(400, 'bad_request', 'The same field twice.', { campo: key });
  seen?.add(key);
}

/**
 * Parses `input` or ends the call: 400 `unknown_field` for a key the schema does not have, `status` with the field for
 * anything else.
 */
export function parseOrRefuse(schema: v.GenericSchema, input: unknown, status: 400 | 422): unknown {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const unknown = result.issues.find(isUnknownKey);
  const issue = unknown ?? result.issues[0];
  const campo = v.getDotPath(issue) ?? undefined;
  const details = campo === undefined ? {} : { campo };
  if (unknown) throw new ProblemError(400, 'unknown_field', 'Unknown field.', details);
  throw new ProblemError(status, codeOf(issue), issue.message, details);
}

function isUnknownKey(issue: v.BaseIssue<unknown>): boolean {
  // A list in the place of an object has the wrong type, not unknown fields.
  return (
    issue.type === 'strict_object' && issue.expected === 'never' && !Array.isArray(issue.path?.at(-1)?.input)
  );
}
