import { useEffect } from 'react';
import { useLowTraffic } from '../data/traffic';
import { installEngine } from '../i18n/translate';
import type { RoutePath } from './routes';

/** Who has opened no other screen for this long will not wait for the next one because of it, not even on GPRS. */
const quietMs = 30_000;

/**
 * Loads i18next once a screen has been open for a while: it weighs as much as two screens, and no text waits for it, because until then
 * the same words are looked up directly. In low-traffic mode it is not loaded.
 */
export function useTextEngine(path: RoutePath): void {
  const isSparing = useLowTraffic();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen needs the connection for itself first
  useEffect(() => {
    if (isSparing) return;
    const timer = setTimeout(() => void fetchTextEngine().catch(() => undefined), quietMs);
    return () => clearTimeout(timer);
  }, [path, isSparing]);
}

let fetching: Promise<void> | null = null;

/** Loads i18next and uses it for the texts. Rejects when it cannot be loaded; the texts are then shown without it. */
function fetchTextEngine(): Promise<void> {
  fetching ??= import('../i18n/engine')
    .then(({ buildEngine }) => installEngine(buildEngine))
    .catch(cause => {
      fetching = null;
      throw cause;
    });
  return fetching;
}
