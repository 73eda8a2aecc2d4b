import { useEffect } from 'react';
import { setPlantSavedHandler } from '../data/plant-saved';
import type { Part } from '../i18n/words';
import { isAtHand, Lazy } from '../ui/Lazy';
import { askReport } from './first-report';
import { fetchFrame, Layout } from './layout/Layout';
import { askFirst, screenLoader } from './loaders';
import { ErrorBoundary } from './pages/ErrorBoundary';
import { NotAllowed } from './pages/NotAllowed';
import { notifyPlantChanged } from './plant-changed';
import { type RoutePath, routeOf } from './routes';
import { useTextEngine } from './use-text-engine';

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
