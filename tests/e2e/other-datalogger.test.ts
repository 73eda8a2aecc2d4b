import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RoutePath, routeOf, routes } from '../../src/console/app/routes';
import { expectNoNonsense, follow, logIn, pathOf } from '../support/browser';
import { launchChromium, plantOrigin } from '../support/chromium';
import { testPassword } from '../support/datalogger';
import { type OtherDatalogger, startOtherDatalogger } from '../support/other-datalogger';
import { waitMs } from '../support/patience';

/*
 * The console on a datalogger of another maker, in another language, with the calls of the specification's section 7 and nothing else:
 * every screen opens, names in one sentence what is not provided, and keeps what is.
 */
let other: OtherDatalogger;
let browser: Browser;
const errors: string[] = [];
const pages: Page[] = [];

beforeAll(async () => {
  other = await startOtherDatalogger();
  browser = await launchChromium(other.port);
  const token = await authenticate('admin');
  const json = { nome: 'Operatore', user: 'operatore', password: testPassword, livello: '1' };
  expect((await send('POST', 'auth/register', token, json)).status).toBe(200);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map(page => page.context().close()));
  expect(errors.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await other?.stop();
});

const send = (method: string, path: string, token: string, json: object) =>
  fetch(new URL(`/api/${path}`, other.url), {
    method,
    headers: { Authorization: `Bearer ${token.slice(10)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  });

async function authenticate(user: string): Promise<string> {
  return (await send('POST', 'auth/authenticate', '', { user, password: testPassword })).text();
}

/** A page after a login with the form, and the paths that were refused with the number of times. */
async function open(role: 'admin' | 'normal') {
  const context = await browser.newContext({ locale: 'it-IT', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  pages.push(page);
  page.setDefaultTimeout(waitMs);
  page.on('pageerror', error => errors.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('404')) errors.push(message.text());
  });
  const refused = new Map<string, number>();
  page.on('response', response => {
    const { pathname } = new URL(response.url());
    if (response.status() === 404) refused.set(pathname, (refused.get(pathname) ?? 0) + 1);
    else if (response.status() >= 400) errors.push(`${response.status()} ${pathname}`);
  });
  await page.goto(`${plantOrigin}/`);
  await logIn(page, role);
  await page.locator('main h1').waitFor();
  return { page, refused };
}

/** What the screens say is not provided; the others are whole. */
const lacks: Partial<Record<RoutePath, RegExp>> = {
  '/allarmi': /Questo datalogger non offre allarmi/,
  '/impianto/prot-interfaccia': /non fornisce le tarature/,
  '/impianto/cci': /non fornisce i comandi/,
  '/stats&reports': /non fornisce i report di un periodo/,
  '/stats&reports/reports': /non fornisce i report di un periodo/,
  '/config/inverters': /non fornisce la configurazione degli inverter/,
  '/config/box-stringhe': /non fornisce la configurazione dei quadri di stringa/,
  '/config/trackers': /non fornisce la configurazione degli inseguitori/,
  '/config/sensori': /non fornisce la configurazione dei sensori/,
  '/config/digital-signals': /non fornisce la configurazione dei segnali digitali/,
  '/config/contatori': /non fornisce la configurazione dei contatori/,
  '/config/protezioni-interfaccia': /non fornisce la configurazione delle protezioni/,
  '/config/cci': /non fornisce la configurazione del controllore centrale/,
  '/config/pianificazioni': /non fornisce le pianificazioni/,
  '/config/condivisione-dati': /non fornisce la condivisione dei dati/,
  '/config/allarmi': /non fornisce le regole degli allarmi/,
  '/config/setup-sistema': /non fornisce le impostazioni di orologio e dati/,
};

/** Rows of a table of which every value is a dash. */
const rowsOfDashes = (page: Page) =>
  page.locator('main tbody tr').evaluateAll(
    rows =>
      rows.filter(row => {
        const texts = [...row.querySelectorAll('td')].map(cell => cell.textContent?.trim() ?? '');
        const values = texts.filter(text => text !== '');
        return values.length > 1 && values.every(text => text === '—');
      }).length,
  );

const isRoute = (path: string): path is RoutePath => Object.hasOwn(routes, path);
const paths = Object.keys(routes).filter(isRoute);

test.each(['admin', 'normal'] as const)(
  'every screen of %s opens and names what is not provided',
  async role => {
    const { page, refused } = await open(role);
    for (const path of paths.filter(each => routeOf(each).roles.includes(role))) {
      if (pathOf(page) !== path) await follow(page, path);
      const main = page.locator('main');
      const lacking = lacks[path];
      if (lacking) await expect.poll(() => main.innerText(), { message: path }).toMatch(lacking);
      else await expect.poll(() => main.getByRole('heading', { level: 1 }).innerText()).not.toBe('');
      await expect.poll(() => page.locator('main [aria-busy="true"]').count(), { message: path }).toBe(0);
      expect(await main.innerText(), path).not.toMatch(/Lettura…|In attesa da/);
      expect(await rowsOfDashes(page), path).toBe(0);
      await expectNoNonsense(page);
    }
    // A screen that asks again after 15 s is allowed; one that asks at every poll is not.
    expect([...refused].filter(([, times]) => times > 4)).toEqual([]);
  },
);

test('the screens show what the datalogger provides', async () => {
  const { page } = await open('normal');
  await page.locator('.tile:nth-child(3)').waitFor();
  await follow(page, '/impianto/inverters');
  await page.getByRole('row', { name: /inverter 3/ }).waitFor();
  await follow(page, '/stats&reports');
  await page.getByText(/Energia prodotta: /).waitFor();
  await page.goto(`${plantOrigin}/raw-data/plant`);
  await page.getByRole('table').first().waitFor();
  await expectNoNonsense(page);
});

test('the calls of the specification that write work from the screens', async () => {
  const { page } = await open('admin');
  await follow(page, '/config/impianto');
  await page.getByLabel('Nome', { exact: true }).fill('Impianto cambiato');
  await page
    .getByRole('button', { name: /^Salva/, disabled: false })
    .first()
    .click();
  await page.locator('footer').getByText('Impianto cambiato').waitFor();
  await follow(page, '/config/setup-sistema');
  const ups = page.getByRole('region', { name: 'UPS' });
  await ups.getByLabel('UPS presente').check();
  await ups.getByRole('button', { name: 'Salva' }).click();
  await expect.poll(async () => (await (await read('impianto/1')).json()).ups).toBe(true);
});

async function read(path: string): Promise<Response> {
  const token = await authenticate('admin');
  return fetch(new URL(`/api/${path}`, other.url), {
    headers: { Authorization: `Bearer ${token.slice(10)}` },
  });
}
