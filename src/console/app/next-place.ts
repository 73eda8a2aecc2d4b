import type { Part } from '../i18n/words';
import { fetchAhead } from '../ui/Lazy';
import { fetchScreen } from './loaders';
import { routeOf } from './routes';
import { nextPlace } from './session-flow';

/** This chunk contains the shell of every screen and the figures of the dashboard. */
export const loadShell = () => import('./Shell').then(module => module.Shell);
export const shellParts: readonly Part[] = ['shell'];

/** Fetches in several steps everything that the screen after the login needs, while the user types and the connection is idle. */
export async function fetchNextPlace(): Promise<void> {
  const path = nextPlace();
  try {
    await Promise.all([fetchAhead(loadShell, shellParts), fetchScreen(path)]);
    const module = await routeOf(path).load?.();
    await module?.fetchRest?.();
    const { fetchFrame } = await import('./Shell');
    await fetchFrame();
  } catch {
    // The screen fetches it again when it opens, and reports the failure.
  }
}
