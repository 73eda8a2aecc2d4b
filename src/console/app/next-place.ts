import type { Part } from '../i18n/words';
import { fetchAhead } from '../ui/Lazy';
import { fetchScreen, nextPlace } from './loaders';
import { routeOf } from './routes';
import { fetchTextEngine } from './text-engine';

/** Its chunk brings the frame of every screen and the figures of the dashboard. */
export const loadShell = () => import('./Shell').then(module => module.Shell);
export const shellParts: readonly Part[] = ['shell'];

/** Fetches, one step after the other, all that the screen after the login needs: while somebody types the line is free. */
export async function fetchNextPlace(): Promise<void> {
  const path = nextPlace();
  try {
    await Promise.all([fetchAhead(loadShell, shellParts), fetchScreen(path)]);
    const module = await routeOf(path).load?.();
    await module?.fetchRest?.();
    await fetchTextEngine();
  } catch {
    // Whoever shows the screen tries again, and says what is wrong.
  }
}
