import { useEffect } from 'react';
import { isSavingData } from '../../browser/save-data';
import { useLowTraffic } from '../../data/traffic';
import { installEngine } from '../../i18n/translate';
import { fetchScreen } from '../loaders';
import type { RoutePath } from '../routes';

/** Who has opened no other screen for this long will not wait for the next one because of it, not even on GPRS. */
const quietMs = { alarms: 10_000, textEngine: 30_000 };

/**
 * Loads what further screens need once a screen has been open for a while: the alarms, which then open at once when one comes, with the
 * tables that most screens share, and then i18next. i18next weighs as much as a small screen, and no text waits for it, because until then
 * the same words are looked up directly. Nothing is loaded in low-traffic mode, or where the browser asks for reduced data use.
 */
export function useQuietTime(path: RoutePath): void {
  const isSparing = useLowTraffic() || isSavingData();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen needs the connection for itself first
  useEffect(() => {
    if (isSparing) return;
    const later = (load: () => Promise<unknown>, afterMs: number) =>
      setTimeout(() => void load().catch(() => undefined), afterMs);
    const timers = [
      later(() => fetchScreen('/allarmi'), quietMs.alarms),
      later(fetchTextEngine, quietMs.textEngine),
    ];
    return () => timers.forEach(clearTimeout);
  }, [path, isSparing]);
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
