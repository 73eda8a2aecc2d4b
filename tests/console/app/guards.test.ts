import { describe, expect, test } from 'vitest';
import { destinationOf, needsHttps } from '../../../src/console/app/guards';
import { routeOf, routes } from '../../../src/console/app/routes';
import { decodeToken, type Session } from '../../../src/console/data/session';
import { payloadOf, tokenText } from '../../support/tokens';

function sessionOf(livello: string): Session {
  const session = decodeToken(tokenText(payloadOf(livello)));
  if (!session) throw new Error('no session');
  return session;
}

const at = (path: string, session: Session | null = null) =>
  destinationOf(new URL(path, 'http://192.168.1.10'), session, []);
const paths = Object.keys(routes) as (keyof typeof routes)[];

describe('the session guard', () => {
  test.each(paths)('%s without a session leads to the login and says why', path => {
    expect(at(path)).toEqual({
      kind: 'redirect',
      to: '/auth/login?isSessioneExp=true',
      isSessionGuard: true,
    });
  });

  test.each([
    ['/auth', 'login'],
    ['/auth/login', 'login'],
    ['/auth/anything/else', 'login'],
    ['/raw-data/plant', 'raw'],
    ['/notfound', 'notFound'],
  ])('%s needs none', (path, kind) => {
    expect(at(path)).toEqual({ kind });
  });

  test.each(['/nowhere', '/authx', '/impianto', '/config', '/raw-data', '/constructor', '/notfound/x'])(
    'unknown %s leads to /notfound, logged in or not',
    path => {
      const redirect = { kind: 'redirect', to: '/notfound', isSessionGuard: false };
      expect(at(path)).toEqual(redirect);
      expect(at(path, sessionOf('0'))).toEqual(redirect);
    },
  );
});

describe('a session opens', () => {
  test.each(paths)('%s for the roles of the decisions only', path => {
    const { roles, load } = routeOf(path);
    for (const [livello, role] of [
      ['0', 'admin'],
      ['1', 'normal'],
      ['cci', 'cci'],
    ] as const) {
      const place = at(path, sessionOf(livello));
      if (path === '/' && role === 'cci')
        expect(place).toMatchObject({ kind: 'redirect', to: '/impianto/inverters' });
      else if (!load) expect(place.kind).toBe('notFound');
      else expect(place).toEqual({ kind: roles.includes(role) ? 'screen' : 'notAllowed', path });
    }
  });

  test('the same screen with %26 for the ampersand and with a closing slash', () => {
    const admin = sessionOf('0');
    expect(at('/stats%26reports', admin)).toEqual(at('/stats&reports', admin));
    expect(at('/stats&reports/', admin)).toEqual(at('/stats&reports', admin));
  });
});

describe('E12: the https guard', () => {
  test.each([
    ['192.168.1.10', false],
    ['[fd00::2]', false],
    ['[::1]', false],
    ['LOCALHOST', false],
    ['panel.localhost', false],
    ['127.0.0.1', false],
    ['3232235786', true],
    ['10.0.0.5.evil.com', true],
    ['1.2.3.4.nip.io', true],
    ['256.1.1.1', true],
    ['1.2.3', true],
    ['datalogger', true],
    ['datalogger.local', true],
    ['localhost.evil.com', true],
  ])('%s over http: redirected %s', (hostname, isRedirected) => {
    expect(needsHttps({ protocol: 'http:', hostname }, [])).toBe(isRedirected);
    expect(needsHttps({ protocol: 'https:', hostname }, [])).toBe(false);
  });

  test('lets a name through that the deployment exempts', () => {
    expect(needsHttps({ protocol: 'http:', hostname: 'Datalogger.local' }, ['datalogger.local'])).toBe(false);
  });

  test('keeps path, query, ampersand and fragment, and leaves the two open pages alone', () => {
    const go = (path: string) => destinationOf(new URL(path, 'http://plant.example:8080'), null, []);
    expect(go('/stats&reports?a=1#b')).toEqual({
      kind: 'upgrade',
      url: 'https://plant.example:8080/stats&reports?a=1#b',
    });
    expect(go('/auth')).toMatchObject({ kind: 'upgrade' });
    expect(go('/raw-data/plant')).toEqual({ kind: 'raw' });
    expect(go('/notfound')).toEqual({ kind: 'notFound' });
  });
});
