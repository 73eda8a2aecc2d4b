import type { BodyInputOf, Key, KeyOf, ParamsOf, QueryInputOf } from '../../contract';
import type { ProblemCode } from '../../contract/problem';
import { ApiError, invalidAnswer } from './api-error';
import { noteDeviceDate } from './device-clock';
import { earlyAnswers } from './early-answers';
import type { Trip } from './monotonic';
import { forgetProvided, keptRefusal, noteProvided } from './not-provided';
import { isObject, textOrNull } from './read';
import { currentSession, dropSession, hasToken } from './session';

type Needed<Name extends string, T> = T extends undefined
  ? { readonly [N in Name]?: never }
  : { readonly [N in Name]: T };

/** The input that the contract requires for a call. */
export type Input<K extends Key> = Needed<'query', QueryInputOf<K>> &
  Needed<'body', BodyInputOf<K>> &
  ([keyof ParamsOf<K>] extends [never] ? { readonly params?: never } : { readonly params: ParamsOf<K> }) &
  Options;

/** The same without the types of the contract. */
interface LooseInput extends Options {
  readonly query?: object | undefined;
  readonly params?: object | undefined;
  readonly body?: unknown;
}

export interface Options {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** The tag of the answer that the caller has: an unchanged answer is returned as `isNotModified`. */
  readonly ifNoneMatch?: string | undefined;
  readonly ifMatch?: string;
}

export interface Answer {
  /** Parsed JSON, the text of a text/plain answer, or undefined without a body. */
  readonly value: unknown;
  /** The body as received. */
  readonly text: string;
  readonly etag: string | undefined;
  readonly isNotModified: boolean;
  /** For an answer that was requested early: the true times of request and answer. */
  readonly trip?: Trip;
}

const defaultTimeoutMs = 15_000;

let onSessionLost: (isEnded: boolean) => void = () => undefined;
/** The handler is called after every 401, and when a call is made with a stored token that is invalid. */
export function setSessionLostHandler(handler: (isEnded: boolean) => void): void {
  onSessionLost = handler;
}

/** `'GET account/:id'` and its input -> `/api/account/3?d=...`. */
export function urlOf(key: Key, input: Pick<LooseInput, 'params' | 'query'>): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const query = new URLSearchParams(Object.entries(input.query ?? {})).toString();
  const path = key
    .replace(/^\w+ /, '')
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params.get(name) ?? ''));
  return `/api/${path}${query ? `?${query}` : ''}`;
}

/** Sends one request. On any failure it rejects with an ApiError, never with another error. */
export function call<K extends Key>(key: K, input: Input<K>): Promise<Answer> {
  return callUnchecked(key, input);
}

let isReadOnly = false;
/** While true, nothing is sent that could change the plant: what a user sees then is not its present. */
export function setReadOnly(value: boolean): void {
  isReadOnly = value;
}

/** What reads, what concerns the session, notes, and tables that are made of what is shown. */
const harmless = /^(GET|\w+ (auth|diario|tabelle))/;

const early = earlyAnswers<Answer>();
/** Forgets what was requested early, and which functions the datalogger does not provide. */
export function forgetEarly(): void {
  early.forget();
  forgetProvided();
}

/** Sends the first request of a screen before the code of the screen is loaded. */
export function askEarly<K extends KeyOf<'GET'>>(key: K, input: Input<K>): void {
  const url = urlOf(key, input);
  early.keep(url, () => request(key, url, input));
}

/** Like `call`, for endpoints that are known only at run time: the caller has checked the body against the schema. */
export function callUnchecked(key: Key, typed: object): Promise<Answer> {
  const input: LooseInput = typed;
  const url = urlOf(key, input);
  return (key.startsWith('GET ') && early.take(url)) || request(key, url, input);
}

async function request(key: Key, url: string, input: LooseInput): Promise<Answer> {
  if (isReadOnly && !harmless.test(key)) throw new ApiError('problem', 'read-only');
  const refusal = keptRefusal(key);
  if (refusal) throw refusal;
  const headers = requestHeaders(url, input);
  const init: RequestInit = { method: key.replace(/ .*/, ''), headers, cache: 'no-store', redirect: 'error' };
  if (input.body !== undefined) init.body = JSON.stringify(input.body);
  const { response, text } = await send(url, init, input);
  noteDeviceDate(response.headers.get('Date'));
  if (response.status === 401 && key !== 'POST auth/authenticate')
    throw sessionLost(text.includes('session_ended'));
  const etag = response.headers.get('ETag') ?? undefined;
  if (response.status === 304) return { value: undefined, text, etag, isNotModified: true };
  const value = parse(response, text);
  const problem = response.ok ? null : problemOf(response, value, key);
  noteProvided(key, problem);
  if (problem) throw problem;
  return { value, text, etag, isNotModified: false };
}

function requestHeaders(url: string, input: LooseInput): Headers {
  const headers = new Headers({ Accept: 'application/json, text/plain' });
  if (input.body !== undefined) headers.set('Content-Type', 'application/json');
  if (input.ifNoneMatch) headers.set('If-None-Match', input.ifNoneMatch);
  if (input.ifMatch) headers.set('If-Match', input.ifMatch);
  // Only the path decides: a query that contains the same word keeps the header.
  const isReset = url.replace(/\?.*/, '').includes('reset-pwd');
  if (!isReset && hasToken() && !url.startsWith('/api/auth/authenticate')) {
    const session = currentSession();
    if (!session) throw sessionLost();
    headers.set('Authorization', `Bearer ${session.bearer}`);
  }
  return headers;
}

/** Reads the answer with its complete body. A body that breaks off counts as no answer. */
async function send(url: string, init: RequestInit, { timeoutMs = defaultTimeoutMs, signal }: Options) {
  const controller = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  const stop = () => controller.abort();
  signal?.addEventListener('abort', stop);
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    return { response, text: await response.text() };
  } catch (cause) {
    throw new ApiError(isLate ? 'timeout' : 'network', String(cause));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

function parse(response: Response, text: string): unknown {
  const type = response.headers.get('Content-Type') ?? '';
  if (text === '') return undefined;
  if (type.startsWith('text/plain')) return text;
  if (!type.startsWith('application/json')) {
    if (response.ok) throw invalidAnswer(type);
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalidAnswer('JSON');
  }
}

function problemOf(response: Response, value: unknown, key: Key): ApiError {
  const problem = isObject(value) ? value : {};
  return new ApiError('problem', `status ${response.status}`, {
    status: response.status,
    path: key.replace(/^\w+ /, ''),
    code: (textOrNull(problem.codice) ?? undefined) as ProblemCode | undefined,
    field: textOrNull(problem.campo) ?? undefined,
    by: textOrNull(problem.da) ?? undefined,
    retryAfterS: retryAfterOf(response),
  });
}

/** A longer `Retry-After` is shortened to this, in s. */
const longestWaitS = 3600;

/** The `Retry-After` in whole seconds, from 1 to 3600; undefined where it is absent or not a number above 0. */
function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After'));
  return seconds > 0 ? Math.ceil(Math.min(seconds, longestWaitS)) : undefined;
}

/** `isEnded`: it did not run out, somebody ended it. */
function sessionLost(isEnded = false): ApiError {
  dropSession();
  onSessionLost(isEnded);
  return new ApiError('session', 'session', { status: 401 });
}
