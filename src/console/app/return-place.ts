import { sessionStore } from '../browser/storage';
import { isObject } from '../data/read';
import { matchRoute, type RoutePath } from './routes';

const storageKey = 'app.return';

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
    sessionStore.write(storageKey, JSON.stringify({ url: path + location.search, hadSession, isEnded }));
}

/** The page that opens after the login: always a route of the console, whatever is stored. */
export function returnPlace(): ReturnPlace | null {
  try {
    const stored: unknown = JSON.parse(sessionStore.read(storageKey) ?? 'null');
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

export function takeReturnPlace(): string {
  const place = returnPlace();
  forgetReturnPlace();
  return place?.url ?? '/';
}

export function forgetReturnPlace(): void {
  sessionStore.remove(storageKey);
}
