import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoNonsense, logIn, pathOf, setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import type { TestRole } from '../support/datalogger';
import { onlyRequired } from '../support/minimal-datalogger';

/*
 * The console beside a datalogger that has only the calls of the specification's section 7: every screen shows what it can,
 * says what is missing, and stays usable.
 */
const stage = setStage({ size: 'medium', historyDays: 2 }, onlyRequired);
/** Where what is missing is one column of a table: its cells are dashes, as those of every value that is not there. */
const leavesColumnsEmpty = ['/impianto/stringhe'];
/** Read where it is there, to propose a value. */
const proposals: Readonly<Record<string, string>> = { '/config/impianto': '/api/config/inverters' };
/** Asked for beside what a screen shows: the counts of the frame, the hints of fields, and the notes and marks on the axis of a chart, which has none then. */
const asides = [
  '/api/aiuti',
  '/api/allarmi/conteggi',
  '/api/diario',
  '/api/previsione',
  '/api/bilancio',
  '/api/verifiche',
  '/api/misure/invalide',
  '/api/schermi',
];
const saysMissing = /Questo datalogger non |non è disponibile/;
const roles: readonly TestRole[] = ['admin', 'normal', 'cci'];

/** ms without a request after which a screen has asked for everything. */
const quietMs = 300;

/** The paths that are answered with 404 from now on, and when nothing is on its way any more. */
function watchRequests(page: Page) {
  const missing = new Set<string>();
  const open = new Set<Request>();
  let changedMs = 0;
  const note = (request: Request, isOpen: boolean) => {
    isOpen ? open.add(request) : open.delete(request);
    changedMs = performance.now();
  };
  page.on('request', request => note(request, true));
  page.on('requestfailed', request => note(request, false));
  page.on('requestfinished', async request => {
    const { pathname } = new URL(request.url());
    if ((await request.response())?.status() === 404 && !asides.includes(pathname)) missing.add(pathname);
    note(request, false);
  });
  const isQuiet = () => open.size === 0 && performance.now() - changedMs > quietMs;
  return { missing, settled: () => expect.poll(isQuiet).toBe(true) };
}

/** Follows a link of the menu, wherever its group is folded. */
async function openFromMenu(page: Page, path: string): Promise<void> {
  await page
    .locator(`nav a[href="${path}"]`)
    .first()
    .evaluate(link => link instanceof HTMLElement && link.click());
  await expect.poll(() => pathOf(page)).toBe(path);
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await heading.waitFor();
  await expect.poll(() => heading.innerText(), { message: path }).not.toBe('');
}

test.each(roles)('every screen in the menu of %s shows what there is and says what is not', async role => {
  const page = await stage.open(role, '/impianto/inverters');
  const { missing, settled } = watchRequests(page);
  const links = page.getByRole('navigation').locator('a');
  await links.first().waitFor();
  const paths = await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) {
    missing.clear();
    await openFromMenu(page, path);
    await settled();
    await expect.poll(() => page.locator('main [aria-busy="true"]').count(), { message: path }).toBe(0);
    const says = () => page.getByRole('main').getByText(saysMissing).count();
    missing.delete(proposals[path] ?? '');
    if (missing.size > 0 && !leavesColumnsEmpty.includes(path)) {
      await expect.poll(says, { message: `${path} without ${[...missing]}` }).toBeGreaterThan(0);
    }
    await expectNoNonsense(page);
  }
});

test('the map of lost energy says that there is none to show', async () => {
  const page = await stage.open('normal', '/impianto/stringhe');
  await page.getByRole('button', { name: 'Energia persa', exact: true }).click();
  await page.getByText('Questo datalogger non fornisce l’energia persa di ogni stringa.').waitFor();
  await expectNoNonsense(page);
});

test('logging in works without the calls of the first start, and logging out without a call for it', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/`);
  await logIn(page, 'normal');
  await page.locator('.tile:nth-child(10)').waitFor();
  await page.getByRole('button', { name: 'Esci' }).click();
  await expect.poll(() => pathOf(page)).toBe('/auth/login');
  await page.getByLabel('Utente').waitFor();
  await expectNoNonsense(page);
});

test('the raw view shows the plant', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/raw-data/plant`);
  await page.getByRole('table').first().waitFor();
  await expectNoNonsense(page);
});
