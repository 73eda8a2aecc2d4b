import type { BodyOf, Key, ParamsOf, QueryOf, ReplyOf, Role } from '../../../contract';
import type { Problem, ProblemCode } from '../../../contract/problem';

/** Who is asking, from the stored session only: never from other data that the client sends. */
export interface Caller {
  readonly role: Role;
  /** Null without a session. */
  readonly accountId: number | null;
  readonly user: string | null;
  readonly sessionId: string | null;
  /** A controller technician whom an administrator allowed commands. */
  readonly mayCommand?: boolean;
  /** s since the login; absent without a session. */
  readonly loggedInS?: number;
  /** The token is good, but its session was ended: by a logout, an administrator, or another password or level. */
  readonly hasEnded?: true;
  /** A bearer token that is no session's: another endpoint may know it. */
  readonly otherToken?: string;
  /** Peer address; behind a trusted proxy, the last hop that proxy named. */
  readonly address: string;
}

/** The caller of everything that the datalogger does without a request. */
export const dataloggerItself: Caller = {
  role: 'admin',
  accountId: null,
  user: null,
  sessionId: null,
  address: '',
};

export interface Call<K extends Key> {
  readonly params: ParamsOf<K>;
  readonly query: QueryOf<K>;
  readonly body: BodyOf<K>;
  /** Names of the fields of the body that a client sent: the others have their defaults. */
  readonly sent?: ReadonlySet<string>;
  readonly caller: Caller;
  /** Aborted when the caller has left before the answer. */
  readonly left?: AbortSignal;
  /** The `If-Match` of a write that needs one; already checked to be present and well-formed. Compare with `requireVersion`. */
  readonly ifMatch: string | null;
}

/** A reply with the version of the record it carries: the ETag is `"<version>"`. */
export class Versioned<T> {
  readonly value: T;
  readonly version: string | number;

  constructor(value: T, version: string | number) {
    this.value = value;
    this.version = version;
  }
}

/** The value of an answer without its version. */
export function answered<T>(answer: T | Versioned<T>): T {
  return answer instanceof Versioned ? answer.value : answer;
}

type Answer<T> = T | Versioned<T>;
export type Handler<K extends Key> = (call: Call<K>) => Answer<ReplyOf<K>> | Promise<Answer<ReplyOf<K>>>;

/** One handler for each endpoint of the contract: a missing or an extra one does not compile. */
export type Handlers = { readonly [K in Key]: Handler<K> };

interface ProblemDetails {
  /** Path of the field in the body or query. */
  readonly campo?: string;
  /** The user who holds the object. */
  readonly da?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends a call with an error answer. */
export class ProblemError extends Error {
  readonly status: number;
  readonly codice: ProblemCode;
  readonly details: ProblemDetails;

  constructor(status: number, codice: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message);
    this.status = status;
    this.codice = codice;
    this.details = details;
  }
}

/** Ends a call whose caller has left: nobody reads the answer. */
export class CallerLeft extends Error {}

/** 412 unless `ifMatch` names the version that is stored. */
export function requireVersion(ifMatch: string | null, version: string | number): void {
  if (ifMatch === '*' || ifMatch === `"${version}"`) return;
  throw new ProblemError(412, 'precondition_failed', 'The record has changed since it was read.');
}

/** JSON is always UTF-8; its media type has no charset parameter (RFC 8259). */
export const jsonType = 'application/json';

/** An error answer, in the API's one shape. */
export function problemResponse(problem: ProblemError): Response {
  const { campo, da, headers } = problem.details;
  const body: Problem = {
    codice: problem.codice,
    ...(campo === undefined ? {} : { campo }),
    ...(da === undefined ? {} : { da }),
    messaggio: problem.message,
  };
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { 'Content-Type': jsonType, ...headers },
  });
}

/** The id of a record in a path; 404 where it is not a plain positive number. */
export function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound();
  return Number(text);
}

export function notFound(): ProblemError {
  return new ProblemError(404, 'not_found', 'No such record.');
}
