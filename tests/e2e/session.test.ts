import { expect, test } from 'vitest';
import { routes } from '../../src/console/app/routes';
import { emptyPage, logIn, pathOf, setStage, signIn } from '../support/browser';
import { namedHost, plantOrigin } from '../support/chromium';
import { ask } from '../support/hostile-answers';
import { payloadOf, tokenText } from '../support/tokens';

const stage = setStage();
const guardPath = '/auth/login?isSessioneExp=true';
const paths = Object.keys(routes);

test.each(paths)('%s without a session leads to the login, which says so, and back again', async path => {
  const page = await stage.newPage();
  await page.goto(plantOrigin + path);
  await page.waitForURL(plantOrigin + guardPath);
  await page.getByText('Serve l’accesso').waitFor();
  await logIn(page, 'admin');
  await page.waitForURL(plantOrigin + path);
});

test('a session that ended says so and leads back to where it ended, query and all', async () => {
  const page = await stage.open('admin', '/?vista=1');
  await page.getByRole('navigation').waitFor();
  await page.evaluate(() => sessionStorage.setItem('app.token', `0123456789${'a.b.c'}`));
  await page.reload();
  await page.waitForURL(plantOrigin + guardPath);
  await page.getByText('Sessione scaduta').waitFor();
  await logIn(page, 'admin');
  await page.waitForURL(`${plantOrigin}/?vista=1`);
});

test('a 401 leads to /auth with the history entry replaced: the back button does not return to the screen', async () => {
  const page = await stage.newPage();
  const token = stage.datalogger.login('admin');
  await signIn(page, token, '/');
  await page.getByRole('navigation').waitFor();
  await stage.datalogger.request('/api/auth/logout', { method: 'POST', token });
  await page.waitForURL(`${plantOrigin}/auth`);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('app.token'))).toBeNull();
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe(emptyPage);
});

test('a token that was over when the page is opened leads to the login before any request leaves', async () => {
  const page = await stage.newPage();
  const exp = Math.floor(stage.datalogger.clock.now() / 1000) - 5;
  await page.goto(`${plantOrigin}/notfound`);
  await page.evaluate(
    text => sessionStorage.setItem('app.token', text),
    tokenText(payloadOf('1', { iat: exp - 3600, exp })),
  );
  const asked: string[] = [];
  page.on('request', request => {
    if (request.headers().authorization) asked.push(request.url());
  });
  await page.goto(`${plantOrigin}/`);
  await page.waitForURL(plantOrigin + guardPath);
  await page.getByText('Sessione scaduta').waitFor();
  expect(asked).toEqual([]);
});

test('M3: neither a clock that runs ahead nor a wrong Date throws anybody out; the datalogger’s 401 does', async () => {
  const page = await stage.newPage();
  await page.clock.install({ time: stage.datalogger.clock.now() });
  const token = stage.datalogger.login('normal');
  await page.route('**/api/**', async route => {
    const reply = await ask(stage.datalogger, route);
    const headers = {
      ...Object.fromEntries(reply.headers),
      date: new Date(stage.datalogger.clock.now() + 86_400_000).toUTCString(),
    };
    await route.fulfill({ status: reply.status, headers, body: await reply.text() });
  });
  await signIn(page, token, '/');
  await page.locator('.tile:nth-child(2)').waitFor();
  for (let look = 0; look < 2; look += 1) {
    const polled = page.waitForResponse('**/dati_impianto/RT**');
    await page.clock.fastForward(look === 0 ? '13:00:00' : '02:00');
    await polled;
  }
  expect(pathOf(page)).toBe('/');
  await stage.datalogger.request('/api/auth/logout', { method: 'POST', token });
  await page.clock.fastForward('02:00');
  await expect.poll(() => pathOf(page)).toBe('/auth');
});

test('every request carries the token without its first ten characters', async () => {
  const page = await stage.newPage();
  const token = stage.datalogger.login('admin');
  const seen = new Set<string | undefined>();
  page.on('request', request => {
    if (request.url().includes('/api/')) seen.add(request.headers().authorization);
  });
  await signIn(page, token, '/');
  await page.getByRole('navigation').waitFor();
  await page.waitForLoadState('networkidle');
  expect([...seen]).toEqual([`Bearer ${token.slice(10)}`]);
});

test('the login stores token, level and user; the logout clears them with language and plant name, not the theme', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/auth`);
  // The page is painted before its script listens; the title is the script's.
  await page.waitForFunction(() => document.title !== 'Meridiana');
  await page.getByLabel('Lingua').selectOption('it');
  await page.getByRole('switch', { name: 'Tema scuro' }).check();
  const answer = page.waitForResponse('**/api/auth/authenticate');
  await logIn(page, 'normal');
  const token = await (await answer).text();
  await page.getByRole('navigation').waitFor();
  await page.waitForFunction(() => localStorage.getItem('nome_impianto') !== null);
  const stored = () => page.evaluate(() => ({ session: { ...sessionStorage }, local: { ...localStorage } }));
  await expect
    .poll(() => stored())
    .toMatchObject({
      session: { 'app.token': token, livello: '1', user: 'operatore' },
      local: { lang: 'it', nome_impianto: expect.stringMatching(/^FV /), theme: 'lara-dark-blue' },
    });
  await page.getByRole('button', { name: 'Esci' }).click();
  await page.waitForURL(`${plantOrigin}/auth/login`);
  await expect.poll(() => stored()).toEqual({ session: {}, local: { theme: 'lara-dark-blue' } });
  const after = await stage.datalogger.request('/api/account', { token });
  expect(after.status).toBe(401);
});

test('the logout clears the browser also when the datalogger does not answer', async () => {
  const page = await stage.open('admin');
  await page.getByRole('navigation').waitFor();
  await page.route('**/api/auth/logout', () => undefined);
  await page.getByRole('button', { name: 'Esci' }).click();
  await page.waitForURL(`${plantOrigin}/auth/login`);
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('other tabs of the same account follow the logout', async () => {
  const page = await stage.open('admin');
  const other = await page.context().newPage();
  await signIn(other, stage.datalogger.login('admin'), '/');
  const stranger = await page.context().newPage();
  await signIn(stranger, stage.datalogger.login('normal'), '/');
  for (const each of [page, other, stranger]) await each.getByRole('navigation').waitFor();
  await page.getByRole('button', { name: 'Esci' }).click();
  await other.waitForURL(`${plantOrigin}/auth/login`);
  await expect.poll(() => pathOf(stranger)).toBe('/');
});

test('a link in a new tab opens with the session of an open tab, after a logout with none', async () => {
  const page = await stage.open('admin');
  await page.getByRole('navigation').waitFor();
  const tab = await page.context().newPage();
  await tab.goto(`${plantOrigin}/allarmi`);
  await tab.getByRole('button', { name: 'Esci' }).waitFor();
  expect(pathOf(tab)).toBe('/allarmi');
  expect(await tab.evaluate(() => sessionStorage.getItem('livello'))).toBe('0');
  await tab.getByRole('button', { name: 'Esci' }).click();
  await page.waitForURL(`${plantOrigin}/auth/login`);
  await tab.goto(`${plantOrigin}/allarmi`);
  await tab.waitForURL(plantOrigin + guardPath);
});

test('an open tab that is busy while the link opens answers late, and the screen opens without a login', async () => {
  const page = await stage.open('admin');
  await page.getByRole('navigation').waitFor();
  const tab = await page.context().newPage();
  // Longer than a new tab waits with its first picture, shorter than it takes a session.
  const busy = page.evaluate(() => {
    const endMs = performance.now() + 3_000;
    while (performance.now() < endMs);
  });
  await tab.goto(`${plantOrigin}/allarmi`);
  await tab.getByRole('button', { name: 'Esci' }).waitFor();
  expect(pathOf(tab)).toBe('/allarmi');
  await busy;
});

test('ending sessions asks first and keeps the own one; who is thrown out reads why, and returns', async () => {
  const page = await stage.open('admin', '/config/account?id=1');
  const other = await stage.newPage();
  await signIn(other, stage.datalogger.login('admin'), '/allarmi');
  await other.getByRole('navigation').waitFor();
  await page.getByRole('button', { name: 'Chiudi le sessioni' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Questa sessione resta aperta/).waitFor();
  await dialog.getByLabel('Ho letto che cosa succede').check();
  await dialog.getByRole('button', { name: 'Chiudi le sessioni' }).click();
  await page.getByText('Sessioni chiuse.').waitFor();
  await other.waitForURL(`${plantOrigin}/auth`);
  await other.getByText(/^Un amministratore o un cambio di password ha chiuso la sessione/).waitFor();
  await logIn(other, 'admin');
  await other.waitForURL(`${plantOrigin}/allarmi`);
  expect(pathOf(page)).toBe('/config/account?id=1');
});

test('a cci user who opens exactly / is led to the inverters', async () => {
  const page = await stage.open('cci', '/');
  await page.waitForURL(`${plantOrigin}/impianto/inverters`);
});

test.each(['/stats%26reports', '/stats&reports', '/stats&reports/reports'])(
  '%s is a route, also on reload',
  async path => {
    const page = await stage.open('admin', path);
    await page.locator('#app > *').first().waitFor();
    await expect.poll(() => pathOf(page)).toBe(path);
    await page.reload();
    await page.locator('#app > *').first().waitFor();
    await expect.poll(() => pathOf(page)).toBe(path);
  },
);

const screens = Object.entries(routes)
  .filter(([, route]) => 'load' in route)
  .map(([path]) => path);
test.each(screens)('the screen at %s can be opened by its address and reloaded', async path => {
  const page = await stage.open('admin', path);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  await page.reload();
  await heading.waitFor();
  await expect.poll(() => pathOf(page)).toBe(path);
  await expect.poll(() => heading.textContent()).not.toBe('Not Found');
});

test.each(['/nowhere', '/config/altro', '/impianto/inverters/1/2/3'])(
  'unknown %s leads to /notfound',
  async path => {
    const page = await stage.open('admin', path);
    await page.waitForURL(`${plantOrigin}/notfound`);
    await page.getByRole('heading', { name: 'Not Found' }).waitFor();
    await page.getByText('Requested resource is not available.').waitFor();
    const links = page.getByRole('link');
    await expect
      .poll(() => links.evaluateAll(all => all.map(link => link.getAttribute('href'))))
      .toEqual(['/', '/', '/']);
  },
);

test('a screen that the role may not open says so, and asks the datalogger for nothing of it', async () => {
  const page = await stage.open('normal', '/config/setup-sistema');
  await page.locator('#app > *').first().waitFor();
  await expect.poll(() => pathOf(page)).toBe('/config/setup-sistema');
});

test('E12: over a host name plain http is left for https, with path, query and fragment, except on the two open pages', async () => {
  const page = await stage.newPage();
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await page.goto(`http://${namedHost}/stats&reports?a=1#b`).catch(() => undefined);
  await expect.poll(() => asked).toContainEqual(`https://${namedHost}/stats&reports?a=1`);

  const open = await stage.newPage();
  open.on('request', request => asked.push(request.url()));
  asked.length = 0;
  await open.goto(`http://${namedHost}/notfound`);
  await open.getByRole('heading', { name: 'Not Found' }).waitFor();
  expect(asked.filter(url => url.startsWith('https:'))).toEqual([]);
});
