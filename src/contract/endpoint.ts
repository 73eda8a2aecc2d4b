import type { GenericSchema, InferInput, InferOutput } from 'valibot';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The role of a caller: one of the three of `livello`, or `anonymous` without a valid token. */
export type Role = 'anonymous' | 'normal' | 'cci' | 'admin';

/**
 * Who may call an endpoint. It is decided here and nowhere else. Default deny: an endpoint without an audience does not compile, and a
 * path that is not in the contract answers 404 (401 without a token).
 */
export type Audience =
  /** No login is needed. */
  | 'anyone'
  /** No login is needed while there is no account yet; afterwards only an administrator may call it. */
  | 'first-start-or-admin'
  /** While the raw view is public, everybody may read the plant aggregates; anything more needs a session. */
  | 'public-or-session'
  /** Any role with a valid session. */
  | 'session'
  /** The account that the path names, or an administrator. */
  | 'own-or-admin'
  /** An administrator, or the technician of the plant controller. */
  | 'admin-or-cci'
  /** An administrator, or a technician of the plant controller whom an administrator allowed commands. */
  | 'who-commands'
  | 'admin';

/** One endpoint. A body is a JSON object, a query has flat strings. `reply` is the body of a 2xx answer. */
export interface Endpoint {
  readonly may: Audience;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
  /** Absent: the answer is 204 without a body. A string schema: text, of `type` or plain. Anything else: JSON. */
  readonly reply?: GenericSchema;
  readonly type?: 'text/calendar';
  /** How the answer may be reused; `no-store` when absent. */
  readonly cache?: 'etag';
  /** Greatest size of the body in bytes, where it is more than the usual 64 KiB. */
  readonly mostBytes?: number;
  /** The write needs `If-Match` with the record's ETag: 428 without it, 412 when it is stale. */
  readonly ifMatch?: true;
  /** An account that has not proved for 15 min that it knows its password is asked for it: 403 `password_again` until `auth/conferma`. */
  readonly asksPassword?: true;
}

/** The names after a colon in a path: `'PUT account/:id'` -> `'id'`. */
export type ParamNames<K extends string> = K extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : K extends `${string}:${infer Name}`
    ? Name
    : never;

export type Params<K extends string> = { readonly [N in ParamNames<K>]: string };

type Part<E, Name extends string, Fallback, Side extends 'in' | 'out'> = E extends {
  readonly [N in Name]: infer S extends GenericSchema;
}
  ? Side extends 'in'
    ? InferInput<S>
    : InferOutput<S>
  : Fallback;

/** What the caller sends, before the schema applies defaults and transformations. */
export type QueryInput<E> = Part<E, 'query', undefined, 'in'>;
export type BodyInput<E> = Part<E, 'body', undefined, 'in'>;
/** What a handler receives, after parsing. */
export type Query<E> = Part<E, 'query', undefined, 'out'>;
export type Body<E> = Part<E, 'body', undefined, 'out'>;
export type Reply<E> = Part<E, 'reply', undefined, 'out'>;
