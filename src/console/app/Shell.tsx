import { useEffect } from 'react';
import { dayOf } from '../data/days';
import { deviceFacts } from '../data/facts';
import { plantNowMs } from '../data/plant-clock';
import { setPlantSavedHandler } from '../data/plant-saved';
import { peek } from '../data/resource';
import { askEarly } from '../data/transport';
import type { Part } from '../i18n/words';
import { isAtHand, Lazy } from '../ui/Lazy';
import { fetchFrame, Layout } from './layout/Layout';
import { ErrorBoundary } from './pages/ErrorBoundary';
import { NotAllowed } from './pages/NotAllowed';
import { notifyPlantChanged } from './plant-changed';
import { askFirst, type RoutePath, routeOf, screenLoader } from './routes';

setPlantSavedHandler(notifyPlantChanged);

interface Props {
  readonly path: RoutePath;
  readonly isAllowed: boolean;
}

const noParts: readonly Part[] = [];
const none = {};

// Preloading the shell also preloads what comes after the first values; `Layout` is no chunk of its own.
export { fetchFrame };

/** The shell and the screen in it. */
export function Shell({ path, isAllowed }: Props) {
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
