import { askEarly } from '../data/transport';
import type { Part } from '../i18n/words';
import { fetchAhead } from '../ui/Lazy';
import { type RoutePath, routeOf, type ScreenModule } from './routes';

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
