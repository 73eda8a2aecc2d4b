import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type RoutePath, routeOf, routes } from '../../src/console/app/routes';
import { follow, logIn, setStage, signIn } from '../support/browser';
import { plantOrigin } from '../support/chromium';

const logged: string[] = [];
const note = (message: string) => void logged.push(message);
const stage = setStage({ log: { info: note, error: note } });

const isPath = (path: string): path is RoutePath => Object.hasOwn(routes, path);
const paths = Object.keys(routes).filter(isPath);

/** Everything of a request that others than the datalogger could see or keep. */
const visiblePart = (request: Request) =>
  [request.url(), request.headers().referer, request.headers().cookie].join();

test('A19, E11: on the way through every screen the token stays in its header and in session storage', async () => {
  const page = await stage.newPage();
  const seen: string[] = [];
  page.on('request', request => seen.push(visiblePart(request)));
  page.on('console', message => seen.push(message.text()));
  await page.goto(`${plantOrigin}/auth`);
  const answer = page.waitForResponse('**/api/auth/authenticate');
  await logIn(page, 'admin');
  const token = (await (await answer).text()).slice(10);
  await page.locator('main h1').waitFor();
  for (const path of [...paths.slice(1), '/']) {
    await follow(page, path);
    seen.push(await page.content());
  }
  const kept = await page.evaluate(() => ({ local: { ...localStorage }, cookie: document.cookie, name }));
  seen.push(JSON.stringify(kept), JSON.stringify(await page.context().cookies()), ...logged);
  // Neither the whole nor its signature nor what it says.
  for (const part of [token, ...token.split('.').slice(1)]) {
    expect(seen.filter(text => text.includes(part)).map(text => text.slice(0, 200))).toEqual([]);
  }
  expect(await page.context().cookies()).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).sort()))
    .toEqual(['app.token', 'livello', 'user']);
});

/** Configuration of which a role sees nothing. */
const closedTo = (role: 'normal' | 'cci') =>
  paths.filter(path => path.startsWith('/config/') && !routeOf(path).roles.includes(role));

/** Calls to what only an administrator or the controller's technician may have. */
function privilegedCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    const isPrivileged = /^\/api\/(config|registro|sistema|condivisione-dati|pianificazioni|account|comandi)/;
    if (isPrivileged.test(pathname) || (request.method() !== 'GET' && pathname.startsWith('/api/')))
      calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

describe('B06: a screen of the configuration opened by its address', () => {
  test.each(['normal', 'cci'] as const)('by a %s user asks for nothing and says who may', async role => {
    const page = await stage.newPage();
    const calls = privilegedCalls(page);
    await signIn(page, stage.datalogger.login(role), '/impianto/inverters');
    await page.locator('main h1').waitFor();
    for (const path of closedTo(role)) {
      await follow(page, path);
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).innerText())
        .toContain('non disponibile');
    }
    expect(closedTo(role).length).toBeGreaterThan(5);
    expect(calls).toEqual([]);
  });
});

describe('B05: a user who makes an administrator of themselves in the browser', () => {
  test('by the stored level changes nothing', async () => {
    const page = await stage.newPage();
    const calls = privilegedCalls(page);
    await signIn(page, stage.datalogger.login('normal'), '/');
    await page.evaluate(() => sessionStorage.setItem('livello', '0'));
    await page.goto(`${plantOrigin}/impianto/inverters`);
    await page.locator('main h1').waitFor();
    for (const path of closedTo('normal')) {
      await follow(page, path);
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).innerText())
        .toContain('non disponibile');
    }
    expect(calls).toEqual([]);
  });

  test('by a token that says so is logged out by the first answer', async () => {
    const token = stage.datalogger.login('normal');
    const [head = '', payload = '', signature = ''] = token.split('.');
    const said: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...said, livello: '0' })).toString('base64url');
    const page = await stage.newPage();
    await signIn(page, [head, forged, signature].join('.'), '/config/account');
    await page.waitForURL(`${plantOrigin}/auth**`);
    expect(await page.content()).not.toContain('operatore@');
  });

  test('by a patched console gets a 403 for every call, and sees nothing of it', async () => {
    const page = await stage.open('normal', '/impianto/inverters');
    await page.locator('main h1').waitFor();
    const bearer = stage.datalogger.login('normal').slice(10);
    const statuses = await page.evaluate(
      async ({ asked, authorization }) => {
        const headers = { Authorization: authorization };
        const replies = await Promise.all(asked.map(path => fetch(`/api/${path}`, { headers })));
        return replies.map(({ status }) => status);
      },
      {
        asked: [
          'config/inverters',
          'registro',
          'sistema',
          'condivisione-dati',
          'pianificazioni',
          'sistema/posta',
        ],
        authorization: `Bearer ${bearer}`,
      },
    );
    expect(new Set(statuses)).toEqual(new Set([403]));
  });
});

test('a password manager finds its fields, and may paste', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/auth`);
  const field = page.getByLabel('Password', { exact: true });
  await field.waitFor();
  expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual([
    'password',
    'current-password',
  ]);
  await expect.poll(() => page.getByLabel('Utente').getAttribute('autocomplete')).toBe('username');
  const isTaken = (input: HTMLElement) =>
    input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true }));
  await expect.poll(() => field.evaluate(isTaken)).toBe(true);
});
