import { localStore } from '../browser/storage';
import { currentSession, type Session } from '../data/session';
import { askEarly } from '../data/transport';
import type { Part } from '../i18n/words';
import { fetchAhead } from '../ui/Lazy';
import { returnPlace } from './return-place';
import { matchRoute, type RoutePath, routeOf, type ScreenModule } from './routes';

const noParts: readonly Part[] = [];

type Load = () => Promise<ScreenModule>;
const screenLoaders = new Map<Load, () => Promise<ScreenModule['Screen']>>();

/** Returns the same loader for the same route, so that a screen is not loaded again at every render. */
export function screenLoader(load: Load) {
  let loader = screenLoaders.get(load);
  if (!loader) {
    loader = () => load().then(module => module.Screen);
    screenLoaders.set(load, loader);
  }
  return loader;
}

/** Fetches code and words of a screen before it is opened. */
export async function fetchScreen(path: RoutePath): Promise<void> {
  const { load, parts = noParts } = routeOf(path);
  if (load) await fetchAhead(screenLoader(load), parts);
}

/** Sends the first request of a screen while its code is loading. */
export function askFirst(path: RoutePath): void {
  const { codes, ask } = routeOf(path);
  if (codes) askEarly('GET dati_impianto/RT', { query: { m: codes } });
  ask?.();
}

/** The home of the last role. Stored only where it is not the dashboard; a logout keeps it. */
const storageKey = 'home';

/** The first screen of a role. */
export function homeOf({ role }: Pick<Session, 'role'>): RoutePath {
  return role === 'cci' ? '/impianto/inverters' : '/';
}

/** Where the next login will probably lead: to the page the user came from, or to the first screen of the role that logged in last. */
export function nextPlace(): RoutePath {
  return returnPlace()?.path ?? matchRoute(localStore.read(storageKey) ?? '') ?? '/';
}

/** Called when a session has begun: the first requests of its first screen are sent at once. */
export function startNextPlace(): void {
  const session = currentSession();
  if (!session) return;
  const home = homeOf(session);
  if (home === '/') localStore.remove(storageKey);
  else localStore.write(storageKey, home);
  askFirst(returnPlace()?.path ?? home);
}
