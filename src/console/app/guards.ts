import type { Session } from '../data/session';
import { matchRoute, type RoutePath, routeOf } from './routes';

/** What the console shows for an address, or the address to which it redirects. A redirect replaces the history entry. */
export type Destination =
  | { readonly kind: 'login' | 'raw' | 'notFound' }
  | { readonly kind: 'screen' | 'notAllowed'; readonly path: RoutePath }
  | { readonly kind: 'redirect'; readonly to: string; readonly isSessionGuard: boolean }
  | { readonly kind: 'upgrade'; readonly url: string };

const sessionGuardPath = '/auth/login?isSessioneExp=true';

/**
 * The guards of the specification (section 2), in order: https everywhere except the raw view and /notfound; the session; the home of the
 * cci user; the role.
 */
export function destinationOf(
  url: URL,
  session: Session | null,
  plainHttpHosts: readonly string[],
): Destination {
  const { pathname } = url;
  if (pathname === '/notfound') return { kind: 'notFound' };
  if (pathname === '/raw-data/plant') return { kind: 'raw' };
  const isLogin = /^\/auth(\/|$)/.test(pathname);
  const path = matchRoute(pathname);
  if (!isLogin && !path) return redirect('/notfound');
  if (needsHttps(url, plainHttpHosts)) return { kind: 'upgrade', url: url.href.replace(/^http:/, 'https:') };
  if (!path) return { kind: 'login' };
  if (!session) return { kind: 'redirect', to: sessionGuardPath, isSessionGuard: true };
  return resolveRoute(path, session);
}

function resolveRoute(path: RoutePath, { role }: Session): Destination {
  if (path === '/' && role === 'cci') return redirect('/impianto/inverters');
  const route = routeOf(path);
  // A route of the specification whose screen does not exist yet keeps its address.
  if (!route.load) return { kind: 'notFound' };
  return { kind: route.roles.includes(role) ? 'screen' : 'notAllowed', path };
}

function redirect(to: string): Destination {
  return { kind: 'redirect', to, isSessionGuard: false };
}

const ipv4 = /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$/;

/** Plain http is allowed only in the plant's LAN: for an IP address, for localhost, or for a host name that the deployment exempts. */
export function needsHttps(
  { protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>,
  plainHttpHosts: readonly string[],
) {
  const host = hostname.toLowerCase();
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  const isAddress = (ipv4.test(host) && !host.endsWith('.')) || /^\[[0-9a-f:.]+\]$/.test(host);
  return protocol === 'http:' && !isLocal && !isAddress && !plainHttpHosts.includes(host);
}

/**
 * Host names that may use plain http, besides IP addresses and localhost, e.g. `datalogger.local`. Set at build time or by the installer in
 * `<meta name="plain-http-hosts" content="name name">` of index.html.
 */
export function plainHttpHosts(): readonly string[] {
  const content = document.querySelector('meta[name="plain-http-hosts"]')?.getAttribute('content') ?? '';
  return content.toLowerCase().split(/\s+/).filter(Boolean);
}
