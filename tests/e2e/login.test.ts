import { expect, test } from 'vitest';
import { logIn, pathOf, setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { testPassword } from '../support/datalogger';

const stage = setStage();

test('nothing of a secure context is there: the console is tested where it lives', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/auth`);
  await expect
    .poll(() => page.evaluate(() => [isSecureContext, typeof crypto.randomUUID]))
    .toEqual([false, 'undefined']);
});

test('the form is painted and takes typing from HTML and CSS alone, and what was typed is kept', async () => {
  const page = await stage.newPage();
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(/assets\/start-.*\.js/, async route => {
    await held;
    await route.continue();
  });
  await page.goto(`${plantOrigin}/auth`, { waitUntil: 'commit' });
  await page.getByLabel('Utente').pressSequentially('opera');
  await expect
    .poll(() => page.evaluate(() => document.querySelector('script[type=module]') !== null))
    .toBe(true);
  await expect.poll(() => page.title()).toBe('Meridiana');
  release();
  await page.waitForFunction(() => document.title.startsWith('Accesso'));
  await expect.poll(() => page.getByLabel('Utente').inputValue()).toBe('opera');
  await page.keyboard.type('tore');
  await expect.poll(() => page.getByLabel('Utente').inputValue()).toBe('operatore');
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${plantOrigin}/`);
});

test('the page is never without a form and what was typed into it, also where the address leads on to the login', async () => {
  const page = await stage.newPage();
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(/assets\/start-.*\.js/, async route => {
    await held;
    await route.continue();
  });
  await page.goto(`${plantOrigin}/`, { waitUntil: 'commit' });
  await page.getByLabel('Utente').fill('operatore');
  await page.getByLabel('Password', { exact: true }).fill('segreta');
  await page.evaluate(() => {
    const seen: string[] = [];
    const look = () => {
      const inputs = [...document.querySelectorAll<HTMLInputElement>('#app form input[name]')];
      seen.push(inputs.map(input => input.value).join(' '));
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { seen });
  });
  release();
  await page.waitForURL(/isSessioneExp=true/);
  await page.waitForFunction(() => document.title.startsWith('Accesso'));
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.length).toBeGreaterThan(1);
  expect([...new Set(seen)]).toEqual(['operatore segreta']);
});

test('a form that is sent before the application arrived is sent by it', async () => {
  const page = await stage.newPage();
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(/assets\/start-.*\.js/, async route => {
    await held;
    await route.continue();
  });
  await page.goto(`${plantOrigin}/auth`, { waitUntil: 'commit' });
  await logIn(page, 'normal');
  await expect.poll(() => pathOf(page)).toBe('/auth');
  release();
  await page.waitForURL(`${plantOrigin}/`);
});

test('the form speaks the browser’s language and has its theme before the application runs', async () => {
  const page = await stage.newPage({ locale: 'de-CH' });
  await page.route(/assets\/start-.*\.js/, route => route.abort());
  await page.addInitScript(() => localStorage.setItem('theme', 'lara-dark-blue'));
  await page.goto(`${plantOrigin}/auth`);
  await page.getByLabel('Benutzername').waitFor();
  await expect
    .poll(() => page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]))
    .toEqual(['de', 'dark']);
  await expect.poll(() => page.getByRole('switch', { name: 'Dunkles Design' }).isChecked()).toBe(true);
});

test('the first visit is light, whatever the system prefers, until another theme is chosen', async () => {
  const page = await stage.newPage({ colorScheme: 'dark' });
  const shown = () =>
    page.evaluate(() => [document.documentElement.dataset.theme, localStorage.getItem('theme')]);
  await page.route(/assets\/start-.*\.js/, route => route.abort());
  await page.goto(`${plantOrigin}/auth`);
  const dark = page.getByRole('switch', { name: 'Tema scuro' });
  await expect.poll(() => dark.isChecked()).toBe(false);
  await expect.poll(() => shown()).toEqual(['light', null]);
  await page.unroute(/assets\/start-.*\.js/);
  await page.reload();
  await logIn(page, 'admin');
  await page.locator('.fig b').first().waitFor();
  await expect.poll(() => shown()).toEqual(['light', null]);
  await dark.check();
  await expect.poll(() => shown()).toEqual(['dark', 'lara-dark-blue']);
  await page.reload();
  await page.locator('.fig b').first().waitFor();
  await expect.poll(() => dark.isChecked()).toBe(true);
});

test('in Italian, too, the switch of the first form says which theme it has', async () => {
  const page = await stage.newPage();
  await page.route(/assets\/start-.*\.js/, route => route.abort());
  await page.addInitScript(() => localStorage.setItem('theme', 'lara-dark-blue'));
  await page.goto(`${plantOrigin}/auth`);
  await expect.poll(() => page.getByRole('switch', { name: 'Tema scuro' }).isChecked()).toBe(true);
});

test('wrong credentials: one error under the form, the password emptied and in focus, the user name kept', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/auth/login`);
  await logIn(page, 'normal', 'sbagliata-1');
  await page.getByRole('alert').getByText('Nome utente o password non corretti').waitFor();
  const password = page.getByLabel('Password', { exact: true });
  await expect.poll(() => password.inputValue()).toBe('');
  await expect.poll(() => password.evaluate(element => element === document.activeElement)).toBe(true);
  await expect.poll(() => page.getByLabel('Utente').inputValue()).toBe('operatore');
  await expect.poll(() => pathOf(page)).toBe('/auth/login');
});

test('an empty field is named at the field, and nothing is sent', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/auth`);
  await page.waitForFunction(() => document.title.startsWith('Accesso'));
  let sent = 0;
  page.on('request', request => {
    if (request.url().includes('authenticate')) sent += 1;
  });
  await page.getByRole('button', { name: 'Accedi' }).click();
  await expect.poll(() => page.getByLabel('Utente').getAttribute('aria-invalid')).toBe('true');
  await page.getByText('Scrivi il nome utente.').waitFor();
  expect(sent).toBe(0);
});

test('the password can be shown and hidden again', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/auth`);
  await page.waitForFunction(() => document.title.startsWith('Accesso'));
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('visibile?');
  await page.getByRole('button', { name: 'Mostra' }).click();
  await expect.poll(() => password.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Nascondi' }).click();
  await expect.poll(() => password.getAttribute('type')).toBe('password');
  await expect.poll(() => password.inputValue()).toBe('visibile?');
});

test('a datalogger that does not answer is named, and what was typed stays', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/auth`);
  await page.route('**/api/auth/authenticate', route => route.abort());
  await logIn(page, 'normal');
  await page
    .getByText('Il datalogger non risponde. Controlla la rete e riprova: quello che hai scritto resta qui.')
    .waitFor();
  await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe(testPassword);
});

test.each([
  ['HTML', '<html>portal</html>', 'text/html'],
  ['a text that is no token', 'benvenuto', 'text/plain'],
  ['JSON', '{"token":1}', 'application/json'],
])('an answer that is %s is no login', async (_, body, contentType) => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/auth`);
  await page.route('**/api/auth/authenticate', route => route.fulfill({ status: 200, contentType, body }));
  await logIn(page, 'normal');
  await page.getByText('risposta non valida').waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('app.token'))).toBeNull();
});

test('after five wrong passwords the wait is counted down and even the right one has to wait', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/auth`);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await logIn(page, 'cci', `sbagliata-${attempt}`);
    if (attempt < 5) await page.getByText('non corretti').waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name=password]')?.value === '',
    );
  }
  await logIn(page, 'cci').catch(() => undefined);
  await page.getByText(/Troppi tentativi non riusciti\. Riprova tra \d+ second/).waitFor();
  const button = page.getByRole('button', { name: /Riprova tra \d+ s/ });
  await button.waitFor();
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  expect(await page.evaluate(() => sessionStorage.getItem('app.token'))).toBeNull();
});

test('a forgotten password is set again with a one-time code from an administrator', async () => {
  const { datalogger } = stage;
  const admin = datalogger.login('admin');
  const accounts = await (await datalogger.request('/api/account', { token: admin })).json();
  const { id } = accounts.find((account: { user: string }) => account.user === 'operatore');
  const answer = await datalogger.request(`/api/account/${id}/codice`, { token: admin, method: 'POST' });
  const { codice } = await answer.json();

  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/auth`);
  await page.getByRole('button', { name: 'Ho un codice monouso' }).click();
  await page.getByLabel('Utente').fill('operatore');
  await page.getByLabel('Codice monouso').fill('non-valido');
  await page.getByLabel('Nuova password').fill('tramonto-lungo-9');
  await page.getByLabel('Ripeti la password').fill('tramonto-lungo-8');
  await page.getByRole('button', { name: 'Cambia password' }).click();
  await page.getByText('Le due password sono diverse').waitFor();
  await page.getByLabel('Ripeti la password').fill('tramonto-lungo-9');

  const withoutHeader = page.waitForRequest('**/api/auth/reset-pwd');
  await page.getByRole('button', { name: 'Cambia password' }).click();
  expect((await withoutHeader).headers().authorization).toBeUndefined();
  await page.getByText('Utente o codice non validi').waitFor();
  await page.getByLabel('Codice monouso').fill(codice);
  await page.getByRole('button', { name: 'Cambia password' }).click();
  await page.getByText('Password cambiata. Ora accedi.').waitFor();
  await logIn(page, 'normal', 'tramonto-lungo-9');
  await page.waitForURL(`${plantOrigin}/`);
});

test('A16: nothing of the plant is served or shown before the login', async () => {
  const page = await stage.newPage();
  const bodies: string[] = [];
  page.on('response', async response => bodies.push(await response.text().catch(() => '')));
  await page.goto(`${plantOrigin}/auth`);
  await page.waitForFunction(() => document.title.startsWith('Accesso'));
  const everything = bodies.join() + (await page.content());
  expect(everything).not.toContain('FV Masseria');
  expect(everything).not.toContain(stage.datalogger.config.installation.serial);
});
