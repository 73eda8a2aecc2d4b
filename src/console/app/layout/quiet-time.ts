import { useEffect } from 'react';
import { isSavingData } from '../../browser/save-data';
import { useSession } from '../../data/session';
import { useLowTraffic } from '../../data/traffic';
import { installEngine } from '../../i18n/translate';
import { fetchScreen, type RoutePath, routeOf } from '../routes';

/** Who has opened no other screen for this long will not wait for the next one because of it, not even on GPRS. */
const quietMs = { screens: 10_000, textEngine: 30_000 };

/** The screens that are opened most, in that order; the last brings what all screens of the configuration share. */
const usualScreens = ['/allarmi', '/impianto/inverters', '/impianto/stringhe', '/config/inverters'] as const;

/**
 * Loads what further screens need once a screen has been open for a while: first the screens that are opened most, one after the other,
 * and later i18next. i18next weighs as much as a small screen, and no text waits for it, because until then the same words are looked up
 * directly. The files are loaded once per version; live values need more bytes in a few minutes. Nothing is loaded in low-traffic mode,
 * or where the browser asks for reduced data use.
 */
export function useQuietTime(path: RoutePath): void {
  const isSparing = useLowTraffic() || isSavingData();
  const role = useSession()?.role;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen needs the connection for itself first
  useEffect(() => {
    if (isSparing || !role) return;
    let isCurrent = true;
    const fetchScreens = async () => {
      for (const next of usualScreens) {
        if (isCurrent && routeOf(next).roles.includes(role)) await fetchScreen(next);
      }
    };
    const later = (load: () => Promise<unknown>, afterMs: number) =>
      setTimeout(() => void load().catch(() => undefined), afterMs);
    const timers = [later(fetchScreens, quietMs.screens), later(fetchTextEngine, quietMs.textEngine)];
    return () => {
      isCurrent = false;
      timers.forEach(clearTimeout);
    };
  }, [path, isSparing, role]);
}

let fetching: Promise<void> | null = null;

/** Loads i18next and uses it for the texts. Rejects when it cannot be loaded; the texts are then shown without it. */
function fetchTextEngine(): Promise<void> {
  fetching ??= import('../../i18n/engine')
    .then(({ buildEngine }) => installEngine(buildEngine))
    .catch(cause => {
      fetching = null;
      throw cause;
    });
  return fetching;
}
