import { setPlantSavedHandler } from '../data/plant-saved';
import { buildEngine } from '../i18n/engine';
import { installEngine } from '../i18n/translate';
import type { Part } from '../i18n/words';
import { Lazy } from '../ui/Lazy';
import { Layout } from './layout/Layout';
import { ErrorBoundary } from './pages/ErrorBoundary';
import { NotAllowed } from './pages/NotAllowed';
import { notifyPlantChanged } from './plant-changed';
import { type RoutePath, routeOf, type ScreenModule } from './routes';

installEngine(buildEngine);
setPlantSavedHandler(notifyPlantChanged);

interface Props {
  readonly path: RoutePath;
  readonly isAllowed: boolean;
}

const noParts: readonly Part[] = [];
const none = {};

/** The shell and the screen in it. Its chunk brings i18next, which the login does without. */
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
  return load ? <Lazy load={screenLoader(load)} parts={parts} props={none} /> : null;
}

type Load = () => Promise<ScreenModule>;
const screenLoaders = new Map<Load, () => Promise<ScreenModule['Screen']>>();

/** The same loader for the same route, so that a screen is not loaded again at every render. */
function screenLoader(load: Load) {
  let loader = screenLoaders.get(load);
  if (!loader) {
    loader = () => load().then(module => module.Screen);
    screenLoaders.set(load, loader);
  }
  return loader;
}
