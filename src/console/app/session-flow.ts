import { navigate } from 'wouter/use-browser-location';
import { localStore, sessionStore } from '../browser/storage';
import { forgetAll } from '../data/poll';
import { isObject } from '../data/read';
import { clearSession, currentSession, type Session, startSession } from '../data/session';
import { call } from '../data/transport';
import { announce } from './cross-tab';
import { askFirst, matchRoute, type RoutePath } from './routes';

/** Stores a token, opens the page where the user was before; `isNew`: just issued. False when it is not a token. */
export function enter(token: string, isNew = true): boolean {
  if (!startSession(token, isNew)) return false;
  forgetAll();
  startNextPlace();
  navigate(takeReturnPlace(), { replace: true });
  return true;
}

/** Clears the session at once, also offline. The datalogger is informed if it can be reached. */
export async function logout(): Promise<void> {
  const session = currentSession();
  const goodbye = session ? call('POST auth/logout', {}).catch(() => undefined) : undefined;
  leave();
  if (session) announce({ kind: 'logout', account: session.sub });
  await goodbye;
}

/** What a logout does in this tab, also when another tab of the same account started it. */
export function leave(): void {
  clearSession();
  forgetReturnPlace();
  forgetAll();
  navigate('/auth/login');
}

/** After a 401 or for an invalid token: opens the login area; the back button does not lead back. */
export function onSessionLost(isEnded: boolean): void {
  rememberReturnPlace(true, isEnded);
  forgetAll();
  navigate('/auth', { replace: true });
}

/** "Stay signed in": requests a new token for the same session. False when the datalogger refused. */
export async function renew(): Promise<boolean> {
  try {
    const { value } = await call('POST auth/rinnova', {});
    return typeof value === 'string' && startSession(value);
  } catch {
    return false;
  }
}

const returnKey = 'app.return';

export interface ReturnPlace {
  readonly path: RoutePath;
  /** Path and query of the page. */
  readonly url: string;
  /** Whether a session ended on that page; false when the user opened it without a session. */
  readonly hadSession: boolean;
  /** Whether somebody ended that session: it did not run out. */
  readonly isEnded: boolean;
}

/** Stores the open page as the one to return to after the login, if it is a route of the console. */
export function rememberReturnPlace(hadSession: boolean, isEnded = false): void {
  const path = matchRoute(location.pathname);
  if (path)
    sessionStore.write(returnKey, JSON.stringify({ url: path + location.search, hadSession, isEnded }));
}

/** The page that opens after the login: always a route of the console, whatever is stored. */
export function returnPlace(): ReturnPlace | null {
  try {
    const stored: unknown = JSON.parse(sessionStore.read(returnKey) ?? 'null');
    if (!isObject(stored) || typeof stored.url !== 'string') return null;
    const path = matchRoute(stored.url.replace(/\?.*/, ''));
    if (!path) return null;
    const query = stored.url.includes('?') ? stored.url.slice(stored.url.indexOf('?')) : '';
    const { hadSession, isEnded } = stored;
    return { path, url: path + query, hadSession: hadSession === true, isEnded: isEnded === true };
  } catch {
    return null;
  }
}

function takeReturnPlace(): string {
  const place = returnPlace();
  forgetReturnPlace();
  return place?.url ?? '/';
}

function forgetReturnPlace(): void {
  sessionStore.remove(returnKey);
}

/** The home of the last role. Stored only where it is not the dashboard; a logout keeps it. */
const homeKey = 'home';

/** The first screen of a role. */
export function homeOf({ role }: Pick<Session, 'role'>): RoutePath {
  return role === 'cci' ? '/impianto/inverters' : '/';
}

/** Where the next login will probably lead: to the page the user came from, or to the first screen of the role that logged in last. */
export function nextPlace(): RoutePath {
  return returnPlace()?.path ?? matchRoute(localStore.read(homeKey) ?? '') ?? '/';
}

/** Called when a session has begun: the first requests of its first screen are sent at once. */
function startNextPlace(): void {
  const session = currentSession();
  if (!session) return;
  const home = homeOf(session);
  if (home === '/') localStore.remove(homeKey);
  else localStore.write(homeKey, home);
  askFirst(returnPlace()?.path ?? home);
}
