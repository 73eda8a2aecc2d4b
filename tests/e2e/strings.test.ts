import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { exampleAnswer } from '../console/screens/strings/example-strings';
import { expectAccessible } from '../support/axe';
import { expectNoNonsense, pathOf, setStage } from '../support/browser';
import { expectGoodLooks, expectNoOverflow } from '../support/looks';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });
const path = '/impianto/stringhe';
const title = '1 stringa senza corrente, 1 sotto la soglia';

beforeAll(() => {
  const { plant, plantClock } = stage.datalogger;
  plant.inject({ kind: 'string-open', string: 23 });
  plant.inject({ kind: 'string-drift', string: 40, percent: 27 });
  plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'isolation' });
  plant.inject({ kind: 'inverter-silent', inverter: 9 });
  plantClock.advance(120_000);
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const rows = (page: Page) => page.locator('.devs tbody tr');
const map = (page: Page) => page.getByRole('application', { name: /^Mappa di / });

async function openStrings(options = {}): Promise<Page> {
  const page = await stage.open('normal', path, options);
  await rows(page).first().waitFor();
  return page;
}

test('the title says what is the matter, the table has the worst first, and what is silent or stopped stands apart', async () => {
  const page = await openStrings();
  await heading(page, title).waitFor();
  await page.getByText('8 stringhe non valutate, inverter fermo: INV 07.').waitFor();
  await page.getByText('8 stringhe non comunicano: INV 09.').waitFor();
  await expect
    .poll(() => rows(page).getByRole('rowheader').allTextContents())
    .toEqual(['QS 03.2 S03', 'QS 05.2 S04']);
  await page.getByLabel('Classe in tabella').selectOption('Senza comunicazione');
  await expect.poll(() => rows(page).count()).toBe(8);
  await expect.poll(() => rows(page).first().getAttribute('class')).toBe('stale');
  await page.getByLabel('Classe in tabella').selectOption('Tutte le classi');
  await page.getByLabel('Inverter').selectOption('INV 03');
  await expect.poll(() => rows(page).count()).toBe(8);
  await expectNoNonsense(page);
});

test('by keyboard alone: the map is read cell by cell, a box is opened from it and closed again', async () => {
  const page = await openStrings();
  await map(page).focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'End', 'ArrowLeft'])
    await page.keyboard.press(key);
  await expect.poll(() => map(page).getByRole('status').textContent()).toContain('QS 03.2 S03, INV 03');
  await expect.poll(() => map(page).getByRole('status').textContent()).toContain('Corrente a zero');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'QS 03.2' });
  await drawer.getByRole('application', { name: /Correnti di oggi/ }).waitFor();
  await expect.poll(() => pathOf(page)).toBe(`${path}?dispositivo=23`);
  await expect
    .poll(() => drawer.locator('tr[aria-selected]').getByRole('rowheader').textContent())
    .toBe('S03');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(() => pathOf(page)).toBe(path);
});

test('the pointer finds its cell, and a double click opens the box', async () => {
  const page = await openStrings();
  const cell = await map(page).locator('path.hx').boundingBox();
  if (!cell) throw new Error('the open string is not drawn');
  await page.mouse.move(cell.x + cell.width / 2, cell.y + cell.height / 2);
  await page.locator('.tip', { hasText: 'QS 03.2 S03' }).waitFor();
  await page.mouse.dblclick(cell.x + cell.width / 2, cell.y + cell.height / 2);
  await page.getByRole('dialog', { name: 'QS 03.2' }).waitFor();
});

test('a reload keeps what was chosen: current, an inverter, all classes; a drawer leaves it in the address', async () => {
  const page = await openStrings();
  await page.getByRole('button', { name: 'Corrente', exact: true }).click();
  await page.getByLabel('Inverter').selectOption('INV 03');
  await page.getByLabel('Classe in tabella').selectOption('Tutte le classi');
  await expect.poll(() => pathOf(page)).toBe(`${path}?vista=current&inverter=3&classe=all`);
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'Corrente, A' }).waitFor();
  await expect.poll(() => rows(page).count()).toBe(8);
  await rows(page).first().getByRole('link').click();
  await expect.poll(() => pathOf(page)).toBe(`${path}?vista=current&inverter=3&classe=all&dispositivo=23`);
  await page.locator('.drawer tbody tr').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Per scarto' }).click();
  await page.getByLabel('Evidenzia oltre').fill('30');
  await expect
    .poll(() => pathOf(page))
    .toBe(`${path}?vista=current&inverter=3&classe=all&righe=rank&soglia=30`);
  await page.reload();
  await expect.poll(() => page.getByLabel('Evidenzia oltre').inputValue()).toBe('30');
  await page.getByRole('button', { name: 'Energia persa' }).click();
  await page.getByRole('heading', { level: 2, name: /^Persa oggi/ }).waitFor();
  await expectAccessible(page);
});

test('a string that has been open for long tells since when', async () => {
  const page = await openStrings();
  stage.datalogger.plantClock.advance(900_000);
  await expect
    .poll(() => rows(page).filter({ hasText: 'QS 03.2 S03' }).locator('td').nth(5).textContent())
    .toMatch(/^13:\d\d$/);
});

test('the file has the rows of the table', async () => {
  const page = await openStrings();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Scarica CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^meridiana-stringhe-2026-06-10-13\d\d\.csv$/);
});

test('list and box look right in both themes, narrow and in every language', async () => {
  const page = await openStrings();
  await expectGoodLooks(page);
  await page.goto(new URL(`${path}?dispositivo=23`, page.url()).href);
  await page.locator('.drawer tbody tr').first().waitFor();
  await expectNoOverflow(page);
});

test('4,800 strings are drawn as blocks with their exceptions, in pages of 100', async () => {
  const page = await stage.newPage();
  await page.route('**/api/dati_impianto/RT?m=stringhe*', route =>
    route.fulfill({ json: exampleAnswer(100, 3, 16, { 5: 'open', 4000: 'poor' }) }),
  );
  await page.goto('http://192.168.1.10/notfound');
  const token = stage.datalogger.login('normal');
  await page.evaluate(text => sessionStorage.setItem('app.token', text), token);
  await page.goto(`http://192.168.1.10${path}`);
  await heading(page, title).waitFor();
  // Two inverters have a string that is not regular; the others are folded, and nothing of them is drawn.
  const folded = page.getByRole('button', { name: '+4.704 regolari' });
  await folded.waitFor();
  expect(await map(page).locator('text').allTextContents()).toEqual(
    expect.arrayContaining(['INV 1', 'INV 84']),
  );
  expect(await map(page).locator('text', { hasText: /^INV/ }).count()).toBe(2);
  const heightOf = async () => (await map(page).boundingBox())?.height ?? 0;
  const low = await heightOf();
  await folded.click();
  expect(await folded.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(heightOf).toBeGreaterThan(2 * low);
  await page.getByLabel('Classe in tabella').selectOption('Tutte le classi');
  await page
    .getByText('Pagina 1 di 48, 4.800 righe')
    .or(page.getByText('Pagina 1 di 48, 4800 righe'))
    .waitFor();
  await expect.poll(() => rows(page).count()).toBe(100);
  // One or two paths for each of the hundred lines, not one for each string.
  await expect.poll(() => map(page).locator('svg path').count()).toBeLessThan(210);
});
