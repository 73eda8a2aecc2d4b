import { tokenPrefixLength } from '../../src/contract/session';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sent {
  /** The token as `auth/authenticate` returned it. Without one the call has no session. */
  readonly token?: string | null;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the datalogger with a method, and a path below `/api/` with its query. Rejects if there is no answer in time. */
export type Wire = (method: string, path: string, sent?: Sent) => Promise<Answer>;

/** Annual reports on a slow device take long. */
const patienceMs = 60_000;

export function createWire(address: string): Wire {
  const base = new URL('/api/', address);
  return async (method, path, { token, json, headers: own } = {}) => {
    const headers = new Headers(own);
    if (token) headers.set('Authorization', `Bearer ${token.slice(tokenPrefixLength)}`);
    if (json !== undefined) headers.set('Content-Type', 'application/json');
    const response = await fetch(new URL(path, base), {
      method,
      headers,
      body: json === undefined ? null : JSON.stringify(json),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}
