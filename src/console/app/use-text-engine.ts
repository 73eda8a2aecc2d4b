import { useEffect } from 'react';
import type { RoutePath } from './routes';
import { fetchTextEngine } from './text-engine';

/** Who has opened no other screen for this long will not wait for the next one because of it, not even on GPRS. */
const quietMs = 30_000;

/**
 * Loads i18next once a screen has been open for a while: it weighs as much as two screens, and no text waits for it, because until then
 * the same words are looked up directly.
 */
export function useTextEngine(path: RoutePath): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen needs the connection for itself first
  useEffect(() => {
    const timer = setTimeout(() => void fetchTextEngine().catch(() => undefined), quietMs);
    return () => clearTimeout(timer);
  }, [path]);
}
