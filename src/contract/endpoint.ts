import type { GenericSchema, InferInput, InferOutput } from 'valibot';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a caller can be: the three roles of `livello`, or nobody (no valid token). */
export type Role = 'anonymous' | 'normal' | 'cci' | 'admin';

/**
 * Who may call an endpoint, decided here and nowhere else. Default deny: an endpoint without an audience does
 * not compile, and a path that is not in the contract answers 404 (401 without a token).
 */
export type Audience =
  /** Nobody needs to be logged in. */
  | 'anyone'
  /** Nobody logged in while there is no account yet; an administrator afterwards. */
  | 'first-start-or-admin'
  /** The plant aggregates for everybody while the raw view is public; anything more needs a session. */
  | 'public-or-session'
  /** Any role with a valid session. */
  | 'session'
  /** The account that the path names, or an administrator. */
  | 'own-or-admin'
  /** What the technician of the controller may configure too. */
  | 'admin-or-cci'
  | 'admin';

/** One endpoint. Bodies and queries are JSON objects and flat strings; `reply` is what a 2xx carries. */
export interface Endpoint {
  readonly may: Audience;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
  /** Absent: the answer is 204 without a body. A string schema: text/plain. Anything else: JSON. */
  readonly reply?: GenericSchema;
  /** How far the answer may be reused. `no-store` unless said otherwise. */
  readonly cache?: 'etag';
  /** Bytes of body that are taken, where it is more than the usual 64 KiB. */
  readonly mostBytes?: number;
  /** The write needs `If-Match` with the record's ETag: 428 without, 412 when stale. */
  readonly ifMatch?: true;
}

export type EndpointKey = `${Method} ${string}`;

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

/** What the caller sends: before defaults and transformations of the schema. */
export type QueryInput<E> = Part<E, 'query', undefined, 'in'>;
export type BodyInput<E> = Part<E, 'body', undefined, 'in'>;
/** What a handler receives: parsed. */
export type Query<E> = Part<E, 'query', undefined, 'out'>;
export type Body<E> = Part<E, 'body', undefined, 'out'>;
export type Reply<E> = Part<E, 'reply', undefined, 'out'>;
