// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noteDeviceDate } from '../../../src/console/data/device-clock';
import {
  clearSession,
  currentSession,
  decodeToken,
  roleOf,
  secondsLeft,
  startSession,
} from '../../../src/console/data/session';
import { call, setSessionLostHandler } from '../../../src/console/data/transport';
import { type ScriptedFetch, scriptFetch } from '../../support/scripted-fetch';
import { payloadOf, tokenText } from '../../support/tokens';

let wire: ScriptedFetch;
const lost = vi.fn();

beforeEach(() => {
  wire = scriptFetch();
  lost.mockReset();
  setSessionLostHandler(lost);
});

afterEach(() => {
  wire.restore();
  clearSession();
  localStorage.clear();
});

describe('the token', () => {
  test('is stored as received, with level and user, and read without its first ten characters', () => {
    const text = tokenText(payloadOf('0'));
    expect(startSession(text)).toBe(true);
    expect({ ...sessionStorage }).toMatchObject({ 'app.token': text, livello: '0', user: 'm.ferrara' });
    expect(currentSession()).toMatchObject({ bearer: text.slice(10), role: 'admin', name: 'Müller “è”' });
  });

  test.each([
    ['missing', {}],
    ['a text', { exp: '9999999999' }],
    ['negative', { exp: -1 }],
    ['in milliseconds', { exp: Date.now() + 3_600_000 }],
    ['absurd', { exp: 1e20 }],
    ['null', { exp: null }],
  ])('A06: with an exp that is %s is no session', (_, change) => {
    const { exp: _exp, ...payload } = payloadOf('1');
    expect(decodeToken(tokenText({ ...payload, ...change }))).toBeNull();
  });

  test.each(['', 'short', '0123456789', '0123456789a.b.c', '0123456789a.bnVsbA.c', '<html>'])(
    'is refused when it is %j',
    text => {
      expect(startSession(text)).toBe(false);
      expect(sessionStorage.getItem('app.token')).toBeNull();
    },
  );

  test('names the role: 0 administrator, cci technician, anything else a normal user', () => {
    expect(['0', 'cci', '1', '2', ''].map(roleOf)).toEqual(['admin', 'cci', 'normal', 'normal', 'normal']);
  });
});

test.each([
  ['five minutes fast', 300],
  ['a day slow', -86_400],
  ['ten years fast', 315_360_000],
])('a browser clock that is %s does not end a session', (_, offsetS) => {
  noteDeviceDate(new Date(Date.now() - offsetS * 1000).toUTCString());
  const deviceNow = Date.now() / 1000 - offsetS;
  startSession(tokenText(payloadOf('1', { iat: deviceNow - 60, exp: deviceNow })));
  const session = currentSession();
  expect(session && Math.round(secondsLeft(session) / 5) * 5).toBe(60);
  noteDeviceDate(new Date().toUTCString());
});

test('logout clears token, level, user, language and plant name, and keeps the theme', () => {
  startSession(tokenText(payloadOf('0')));
  for (const key of ['lang', 'nome_impianto', 'theme']) localStorage.setItem(key, 'x');
  clearSession();
  expect(sessionStorage.length).toBe(0);
  expect({ ...localStorage }).toEqual({ theme: 'x' });
});

describe('a call', () => {
  test('A17: carries the token without its prefix, except where the path says reset-pwd', async () => {
    const text = tokenText(payloadOf('0'));
    startSession(text);
    void call('GET dati_impianto/RT', { query: { m: 'impianto' } });
    void call('POST auth/reset-pwd', { body: { user: 'a', codice: 'b', password: 'c' } });
    void call('GET dati_impianto/daily', { query: { m: 'reset-pwd', d: '2026-06-21' } });
    expect(wire.calls.map(each => each.headers.get('Authorization'))).toEqual([
      `Bearer ${text.slice(10)}`,
      null,
      `Bearer ${text.slice(10)}`,
    ]);
  });

  test('that is answered 401 ends the session and passes the error on', async () => {
    startSession(tokenText(payloadOf('1')));
    const failure = call('GET account', {}).catch(error => error);
    await wire.last().answer({ codice: 'session_invalid', messaggio: '' }, { status: 401 });
    expect(await failure).toMatchObject({ kind: 'session' });
    expect(lost).toHaveBeenCalledOnce();
    expect(currentSession()).toBeNull();
  });

  test.each([
    ['a day ahead', 86_400],
    ['ten years behind', -315_360_000],
  ])('M3: a Date that is %s ends no session: only a 401 does', async (_, offsetS) => {
    const text = tokenText(payloadOf('1'));
    startSession(text);
    const headers = { Date: new Date(Date.now() + offsetS * 1000).toUTCString() };
    const first = call('GET auth/generale/:id', { params: { id: '1' } });
    await wire.last().answer({}, { headers });
    await first;
    void call('GET account', {}).catch(() => undefined);
    expect(wire.last().headers.get('Authorization')).toBe(`Bearer ${text.slice(10)}`);
    expect(Math.round(secondsLeft(currentSession() ?? expect.fail()) / 10) * 10).toBe(3600);
    expect(lost).not.toHaveBeenCalled();
    noteDeviceDate(new Date().toUTCString());
  });

  test('with a token that had run out when the page was opened never leaves the browser', async () => {
    sessionStorage.setItem('app.token', tokenText(payloadOf('1', { exp: Date.now() / 1000 - 5 })));
    vi.resetModules();
    const opened = await import('../../../src/console/data/transport');
    const { judgeStoredSession } = await import('../../../src/console/data/session');
    opened.setSessionLostHandler(lost);
    judgeStoredSession();
    const failure = opened.call('GET account', {}).catch(error => error);
    expect(await failure).toMatchObject({ kind: 'session' });
    expect(wire.calls).toHaveLength(0);
    expect(lost).toHaveBeenCalledOnce();
  });

  test.each([
    ['0', undefined],
    ['-5', undefined],
    ['', undefined],
    ['soon', undefined],
    ['0.001', 1],
    ['30', 30],
    ['3000000', 3600],
  ])('M2: takes a Retry-After of %j for what it can mean', async (sent, retryAfterS) => {
    const failure = call('POST auth/authenticate', { body: { user: 'a', password: 'b' } }).catch(
      error => error,
    );
    const headers = { 'Retry-After': sent };
    await wire.last().answer({ codice: 'throttled', messaggio: '' }, { status: 429, headers });
    expect((await failure).details.retryAfterS).toBe(retryAfterS);
  });

  test('of the login takes a 401 for wrong credentials, never for a lost session', async () => {
    const failure = call('POST auth/authenticate', { body: { user: 'a', password: 'b' } }).catch(
      error => error,
    );
    await wire.last().answer({ codice: 'wrong_credentials', messaggio: '' }, { status: 401 });
    expect(await failure).toMatchObject({
      kind: 'problem',
      details: { status: 401, code: 'wrong_credentials' },
    });
    expect(lost).not.toHaveBeenCalled();
  });
});
