import { contract, type Endpoint, type Key } from '../../../contract';

export interface Route {
  readonly key: Key;
  readonly method: string;
  readonly segments: readonly string[];
  readonly endpoint: Endpoint;
}

export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  /** The path exists, but not with this method. */
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'none' };

/** A value in a path. It contains no separator, dot segment or encoding. */
const parameter = /^[\w-]{1,64}$/;

/** The routes of the contract, as a table. */
export const routes: readonly Route[] = Object.entries(contract).map(([key, endpoint]) => {
  const [method = '', path = ''] = key.split(' ');
  // The key comes from the contract; Object.entries has only lost its type.
  return { key: key as Key, method, segments: path.split('/'), endpoint };
});

/**
 * Finds the endpoint of `path`, the part of the request's path after `/api/`, byte for byte: no decoding, no dot
 * segments, no doubled or trailing slash, no change of case.
 */
export function findRoute(method: string, path: string): Match {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const given = path.split('/');
  const fitting = routes.flatMap(route => {
    const params = paramsOf(route, given);
    return params ? [{ route, params }] : [];
  });
  // A fixed path has precedence over a parameter: `allarmi/conteggi` is not an alarm with the id `conteggi`.
  const speltOut = fitting.filter(({ params }) => Object.keys(params).length === 0);
  const matches = speltOut.length > 0 ? speltOut : fitting;
  const match = matches.find(({ route }) => route.method === wanted);
  if (match) return { kind: 'route', ...match };
  const allow = matches.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
  return allow.length > 0 ? { kind: 'method', allow } : { kind: 'none' };
}

function paramsOf(route: Route, given: readonly string[]): Record<string, string> | undefined {
  if (given.length !== route.segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of route.segments.entries()) {
    const value = given[index] ?? '';
    if (!segment.startsWith(':')) {
      if (value !== segment) return undefined;
    } else if (parameter.test(value)) params[segment.slice(1)] = value;
    else return undefined;
  }
  return params;
}
