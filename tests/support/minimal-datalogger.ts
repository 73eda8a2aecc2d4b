import { required } from '../../scripts/conformance/required';
import type { Fetch } from '../../src/datalogger/api/http/http';
import { findRoute } from '../../src/datalogger/api/http/router';

/** A datalogger with only the calls of the specification's section 7 and the files of the console. */
export function onlyRequired(fetch: Fetch): Fetch {
  return async (request, peer) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/api/')) return fetch(request, peer);
    const match = findRoute(request.method, pathname.slice('/api/'.length));
    // A request with a wrong method also passes if another method of its path is required, because its answer lists the methods.
    const keys =
      match.kind === 'method'
        ? match.allow.flatMap(method => {
            const other = findRoute(method, pathname.slice('/api/'.length));
            return other.kind === 'route' ? [other.route.key] : [];
          })
        : match.kind === 'route'
          ? [match.route.key]
          : [];
    if (keys.some(key => required.has(key))) return fetch(request, peer);
    return new Response('Not Found', { status: 404, headers: { 'Content-Type': 'text/plain' } });
  };
}
