import { useEffect } from 'react';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { currentSession, dropSession, hasToken, useSession } from '../data/session';
import { useLanguage } from '../i18n/translate';
import type { Part } from '../i18n/words';
import { Lazy } from '../ui/Lazy';
import { plainHttpHosts } from './deployment';
import { type Place, resolvePlace } from './guards';
import { Login } from './login/Login';
import type { Typed } from './login/typed';
import { loadShell, shellParts } from './next-place';
import { rememberReturnPlace } from './return-place';
import type { RoutePath } from './routes';
import { useInnerLinks } from './use-inner-links';

const loadNotFound = () => import('./pages/NotFound').then(module => module.NotFound);
const loadRawData = () => import('../screens/raw-data/RawData').then(module => module.Screen);
const rawParts: readonly Part[] = ['table', 'raw'];
const none = {};

/** The whole page: it shows the place that the guards choose for the address. */
export function App({ typed }: { readonly typed?: Typed | undefined }) {
  useLanguage();
  useSession();
  usePathname();
  useSearch();
  useInnerLinks();
  const place = resolvePlace(new URL(location.href), currentSession(), plainHttpHosts());
  const target = redirectTarget(place);

  useEffect(() => {
    if (target === null) return;
    if (place.kind === 'upgrade') return location.replace(target);
    if (place.kind === 'redirect' && place.isSessionGuard) {
      rememberReturnPlace(hasToken());
      dropSession();
    }
    navigate(target, { replace: true });
  }, [target, place]);

  return target === null ? <Shown place={place} typed={typed} /> : null;
}

function redirectTarget(place: Place): string | null {
  if (place.kind === 'upgrade') return place.url;
  return place.kind === 'redirect' ? place.to : null;
}

function Shown({ place, typed }: { readonly place: Place; readonly typed: Typed | undefined }) {
  switch (place.kind) {
    case 'login':
      return <Login typed={typed} />;
    case 'raw':
      return <Lazy load={loadRawData} parts={rawParts} props={none} />;
    case 'notFound':
      return <Lazy load={loadNotFound} parts={shellParts} props={none} />;
    case 'screen':
    case 'notAllowed':
      return (
        <Lazy load={loadShell} parts={shellParts} props={shellProps(place.path, place.kind === 'screen')} />
      );
    default:
      return null;
  }
}

function shellProps(path: RoutePath, isAllowed: boolean) {
  return { path, isAllowed };
}
