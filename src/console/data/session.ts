import { useSyncExternalStore } from 'react';
import type { Role } from '../../contract';
import { localStore, sessionStore, tokenKey } from '../browser/storage';
import { deviceNowMs } from './device-clock';
import { nowMs } from './monotonic';
import { isObject, numberOrNull, textIn, textOrNull } from './read';

/** The content of the token. `iat` and `exp` in epoch seconds of the datalogger's clock. */
export interface Session {
  readonly bearer: string;
  readonly exp: number;
  readonly iat: number | null;
  readonly sub: string;
  readonly user: string;
  readonly name: string;
  readonly livello: string;
  readonly role: Exclude<Role, 'anonymous'>;
  readonly mayCommand: boolean;
}

/** The token is stored as received; these first characters are removed before it is used (specification, section 9). */
const prefixLength = 10;
/** An `exp` above this (year 5138) is in milliseconds or invalid. */
const latestExp = 1e11;

const keys = { token: tokenKey, livello: 'livello', user: 'user' } as const;
const storedByPlant = ['lang', 'nome_impianto'] as const;

let current: Session | null = decodeToken(sessionStore.read(keys.token));
/** Monotonic time at which a session that began on this page ends, ms; null for a session from before the page was loaded. */
let endsMs: number | null = null;
const listeners = new Set<() => void>();

export function roleOf(livello: string): Session['role'] {
  if (livello === '0') return 'admin';
  return livello === 'cci' ? 'cci' : 'normal';
}

/** Null when the text is not a valid token. */
export function decodeToken(text: string | null): Session | null {
  const bearer = text?.slice(prefixLength) ?? '';
  try {
    const json = atob((bearer.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const payload: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(json, c => c.charCodeAt(0))),
    );
    if (!isObject(payload)) return null;
    const exp = numberOrNull(payload.exp);
    if (exp === null || exp <= 0 || exp > latestExp) return null;
    const user = textIn(payload.user);
    const livello = textIn(payload.livello);
    const name = textOrNull(payload.nome) ?? user;
    const [iat, sub] = [numberOrNull(payload.iat), textIn(payload.sub)];
    const role = roleOf(livello);
    const mayCommand = role === 'admin' || (role === 'cci' && payload.comandi === true);
    return { bearer, exp, iat, sub, user, name, livello, role, mayCommand };
  } catch {
    return null;
  }
}

/**
 * When the page opens, a stored token that has expired is not a session. It is checked only then, because clocks and `Date` headers may be
 * wrong and must not end a session: a session ends with a 401 of the datalogger or with a logout.
 */
export function judgeStoredSession(): void {
  if (current && secondsLeft(current) <= 0) setCurrent(null);
}

/**
 * Seconds until the expected end of the session, for the warning; 0 or less after it. Counted from the login by the monotonic clock, after
 * a reload by the datalogger's clock.
 */
export function secondsLeft(session: Session): number {
  return endsMs === null ? session.exp - deviceNowMs() / 1000 : (endsMs - nowMs()) / 1000;
}

/** The session, as long as the datalogger has not ended it as far as the console knows. */
export function currentSession(): Session | null {
  return current;
}

/** The token as it is stored, valid or not. */
export const storedToken = () => sessionStore.read(keys.token);

/** Whether a token is stored, valid or not. */
export function hasToken(): boolean {
  return storedToken() !== null;
}

/** Stores the token as received, with level and user; `isNew`: just issued. False when it is not a valid token. */
export function startSession(token: string, isNew = true): boolean {
  const session = decodeToken(token);
  if (!session) return false;
  sessionStore.write(keys.token, token);
  sessionStore.write(keys.livello, session.livello);
  sessionStore.write(keys.user, session.user);
  const { exp, iat } = session;
  endsMs = isNew && iat !== null && iat < exp ? nowMs() + (exp - iat) * 1000 : null;
  setCurrent(session);
  return true;
}

/** Deletes the token, as after a 401. Language and plant name stay. */
export function dropSession(): void {
  for (const key of Object.values(keys)) sessionStore.remove(key);
  setCurrent(null);
}

/** Deletes what a logout deletes: token, level, user, language and plant name (specification, section 4). */
export function clearSession(): void {
  for (const key of storedByPlant) localStore.remove(key);
  dropSession();
}

function setCurrent(session: Session | null): void {
  current = session;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session. Re-renders the component when a session begins or ends. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, () => current);
}
