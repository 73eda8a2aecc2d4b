import { useEffect } from 'react';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { currentSession, dropSession, hasToken, useSession } from '../data/session';
import { useLanguage } from '../i18n/translate';
import type { Part } from '../i18n/words';
import { Lazy } from '../ui/Lazy';
import { type Destination, destinationOf, plainHttpHosts } from './guards';
import { Login, loadShell, shellParts } from './login/Login';
import type { Typed } from './login/typed';
import { matchRoute, type RoutePath } from './routes';
import { rememberReturnPlace } from './session-flow';

const loadNotFound = () => import('./pages/NotFound').then(module => module.NotFound);
const loadRawData = () => import('../screens/raw-data/RawData').then(module => module.Screen);
const rawParts: readonly Part[] = ['table', 'raw'];
const loadGuard = () => import('./layout/PageGuard').then(module => module.PageGuard);
const guardParts: readonly Part[] = ['frame', 'shell'];
const none = {};

/** The whole page: it shows what the guards choose for the address. */
export function App({ typed }: { readonly typed?: Typed | undefined }) {
  useLanguage();
  useSession();
  usePathname();
  useSearch();
  useInnerLinks();
  const destination = currentDestination();

  useEffect(() => follow(destination), [destination]);

  return <Shown destination={destination} typed={typed} />;
}

const currentDestination = () => destinationOf(new URL(location.href), currentSession(), plainHttpHosts());

/** Goes to the address to which the guards redirect, if they do. Before the first render this lets that render show a form or a screen. */
export const followGuards = () => follow(currentDestination());

function follow(destination: Destination): void {
  if (destination.kind === 'upgrade') location.replace(destination.url);
  if (destination.kind !== 'redirect') return;
  if (destination.isSessionGuard) {
    rememberReturnPlace(hasToken());
    dropSession();
  }
  navigate(destination.to, { replace: true });
}

function Shown({
  destination,
  typed,
}: {
  readonly destination: Destination;
  readonly typed: Typed | undefined;
}) {
  switch (destination.kind) {
    case 'login':
      return <Login typed={typed} />;
    case 'raw':
      return (
        <>
          <Lazy load={loadRawData} parts={rawParts} props={none} />
          <Lazy load={loadGuard} parts={guardParts} props={none} />
        </>
      );
    case 'notFound':
      return <Lazy load={loadNotFound} parts={shellParts} props={none} />;
    case 'screen':
    case 'notAllowed':
      return (
        <Lazy
          load={loadShell}
          parts={shellParts}
          props={shellProps(destination.path, destination.kind === 'screen')}
        />
      );
    default:
      return null;
  }
}

function shellProps(path: RoutePath, isAllowed: boolean) {
  return { path, isAllowed };
}

/** Screens use plain links. A click on a link to another screen of the console opens it without reloading the page. */
function useInnerLinks(): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const target = innerTarget(event);
      if (target === null) return;
      event.preventDefault();
      navigate(target);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, []);
}

/** The path to which a plain click leads; null where the browser, or another handler, already does the right thing. */
function innerTarget(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (event.defaultPrevented || !isPlain || !(event.target instanceof Element)) return null;
  const href = event.target.closest('a:not([download], [target])')?.getAttribute('href') ?? '';
  return matchRoute(href.replace(/[?#].*/, '')) === null ? null : href;
}
