import { useEffect } from 'react';
import { dayOf } from '../data/days';
import { deviceFacts } from '../data/facts';
import { plantNowMs } from '../data/plant-clock';
import { setPlantSavedHandler } from '../data/plant-saved';
import { peek } from '../data/poll-store';
import { useLowTraffic } from '../data/traffic';
import { askEarly } from '../data/transport';
import { installEngine } from '../i18n/translate';
import type { Part } from '../i18n/words';
import { isAtHand, Lazy } from '../ui/Lazy';
import { fetchFrame, Layout } from './layout/Layout';
import { askFirst, screenLoader } from './loaders';
import { ErrorBoundary } from './pages/ErrorBoundary';
import { NotAllowed } from './pages/NotAllowed';
import { notifyPlantChanged } from './plant-changed';
import { type RoutePath, routeOf } from './routes';

setPlantSavedHandler(notifyPlantChanged);

interface Props {
  readonly path: RoutePath;
  readonly isAllowed: boolean;
}

const noParts: readonly Part[] = [];
const none = {};

// Whoever loads the shell ahead gets from it what comes after the first values; `Layout` is no chunk of its own.
export { fetchFrame };

/** The shell and the screen in it. */
export function Shell({ path, isAllowed }: Props) {
  useTextEngine(path);
  return (
    <Layout path={path}>
      <ErrorBoundary key={path}>
        {isAllowed ? <RouteScreen path={path} /> : <NotAllowed path={path} />}
      </ErrorBoundary>
    </Layout>
  );
}

function RouteScreen({ path }: { readonly path: RoutePath }) {
  const { load, parts = noParts } = routeOf(path);
  // The first requests of the screen are sent while its code is still loading.
  useEffect(() => {
    if (!load || isAtHand(screenLoader(load))) return;
    askFirst(path);
    askReport(path);
  }, [path, load]);
  return load ? <Lazy load={screenLoader(load)} parts={parts} props={none} /> : null;
}

const reportPaths: readonly RoutePath[] = ['/stats&reports', '/stats&reports/reports'];

/** Requests the report that a screen of reports shows first, this month, while its code is loading and where the date is known. */
function askReport(path: RoutePath): void {
  const { value } = peek(deviceFacts);
  if (!value || location.search !== '' || !reportPaths.includes(path)) return;
  const today = dayOf(plantNowMs(), value.zone);
  askEarly('GET report', { query: { tipo: 'mensile', d: today.slice(0, '2026-06'.length) } });
}

/** Who has opened no other screen for this long will not wait for the next one because of it, not even on GPRS. */
const quietMs = 30_000;

/**
 * Loads i18next once a screen has been open for a while: it weighs as much as a screen, and no text waits for it, because until then
 * the same words are looked up directly. In low-traffic mode it is not loaded.
 */
function useTextEngine(path: RoutePath): void {
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
