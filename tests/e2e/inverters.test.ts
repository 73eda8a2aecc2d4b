import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { expectNoNonsense, pathOf, setStage } from '../support/browser';
import { excessWidth, expectGoodLooks, expectNoOverflow } from '../support/looks';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00', historyDays: 1 });

const rows = (page: Page) => page.locator('.devs tbody tr');

test('a cci user lands on the inverters, and finds them in the menu as Home', async () => {
  const page = await stage.open('cci', '/');
  await page.getByRole('heading', { level: 1, name: 'Tutti e 10 gli inverter in produzione' }).waitFor();
  await expect.poll(() => pathOf(page)).toBe('/impianto/inverters');
  await expect
    .poll(() => page.getByRole('navigation').getByRole('link').first().getAttribute('aria-current'))
    .toBe('page');
  await expect.poll(() => rows(page).count()).toBe(10);
  await expectNoNonsense(page);
});

test.each([360, 768])('nothing overflows at %i px, in the longest language', async width => {
  const options = { locale: 'de-DE', viewport: { width, height: 800 } };
  const page = await stage.open('normal', '/impianto/inverters', options);
  await page.getByRole('heading', { level: 1, name: /Wechselrichter/ }).waitFor();
  await rows(page).nth(9).waitFor();
  await expect.poll(() => excessWidth(page)).toBe(0);
  await expect.poll(() => page.getByLabel('Sortieren nach').isVisible()).toBe(width < 768);
  await expectAccessible(page);
  await expectNoNonsense(page);
});

test('list and drawer look right in both themes, narrow and in every language', async () => {
  const page = await stage.open('normal', '/impianto/inverters');
  await rows(page).nth(9).waitFor();
  await page.getByRole('application', { name: /Potenza specifica di oggi/ }).waitFor();
  await expectGoodLooks(page);
  await page.goto(new URL('/impianto/inverters?dispositivo=4', page.url()).href);
  await page.getByRole('heading', { name: 'Ultimi allarmi' }).waitFor();
  await expectNoOverflow(page);
});

test('at 1280 × 800 all ten are seen without scrolling, sorted by a press on a head', async () => {
  const page = await stage.open('normal', '/impianto/inverters');
  const roomBelow = async () => {
    const foot = await page.getByRole('contentinfo').boundingBox();
    const last = await rows(page).nth(9).boundingBox();
    return (foot?.y ?? 0) - (last?.y ?? Number.NaN) - (last?.height ?? 0);
  };
  await expect.poll(roomBelow).toBeGreaterThan(0);
  await page.getByRole('columnheader', { name: 'Inverter' }).getByRole('button').press('Enter');
  await expect.poll(() => rows(page).first().getByRole('rowheader').textContent()).toBe('INV 10');
});

test('the file of the table can be had', async () => {
  const page = await stage.open('cci', '/');
  await rows(page).nth(9).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Scarica CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^meridiana-inverter-2026-06-10-13\d\d\.csv$/);
});

test('a tile of the dashboard leads to the drawer of its inverter without loading the page again', async () => {
  const page = await stage.open('normal', '/');
  const tile = page.locator('a.tile').first();
  await tile.waitFor();
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  await tile.click();
  await rows(page).nth(9).waitFor();
  await expect.poll(() => pathOf(page)).toBe('/impianto/inverters?dispositivo=1');
  await page.getByRole('dialog', { name: 'INV 01' }).waitFor();
  await expect.poll(() => page.locator('body[data-same]').count()).toBe(1);
});

test.each([
  [1280, 'normal'],
  [360, 'cci'],
] as const)(
  'at %i px an inverter opens its drawer at an address of its own, and Esc leads back',
  async (width, role) => {
    const page = await stage.open(role, '/impianto/inverters', { viewport: { width, height: 800 } });
    await page.getByRole('link', { name: 'INV 04' }).press('Enter');
    const drawer = page.getByRole('dialog', { name: 'INV 04' });
    await drawer.getByText('Ore di funzionamento').waitFor();
    await drawer.getByRole('heading', { name: 'Ultimi allarmi' }).waitFor();
    await expect.poll(() => drawer.locator('.mppt tbody tr').count()).toBe(4);
    await expect
      .poll(() => drawer.getByRole('link').allTextContents())
      .toEqual(
        role === 'cci'
          ? ['Allarmi di INV 04', 'Configura']
          : ['Apri in analisi', 'Stringhe di INV 04', 'Allarmi di INV 04'],
      );
    await expect.poll(() => pathOf(page)).toBe('/impianto/inverters?dispositivo=4');
    await expect.poll(() => excessWidth(page)).toBe(0);
    await expectAccessible(page);
    await expectNoNonsense(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('INV 04');
  },
);

test('the day of all is a chart in the first screen, who is apart in ink and named at the end of its line', async () => {
  const { plant } = stage.datalogger;
  plant.inject({ kind: 'inverter-derating', inverter: 4, percent: 40 });
  plant.inject({ kind: 'inverter-silent', inverter: 9 });
  await stage.datalogger.run(1800);
  const page = await stage.open('normal', '/impianto/inverters');
  const chart = page.getByRole('application', {
    name: /Potenza specifica di oggi. Lontani dalla mediana: INV 04 e INV 09\./,
  });
  await chart.waitFor();
  const drawing = page.locator('.curves .plot');
  await expect.poll(() => drawing.locator('text').allTextContents()).toEqual(['INV 04', 'mediana', 'INV 09']);
  await expect.poll(() => drawing.locator('.line.compared').count()).toBe(8);
  await expect.poll(() => drawing.locator('.line.l0').count()).toBe(2);
  await expect.poll(() => drawing.locator('circle').count()).toBe(1);
  const foot = await page.getByRole('contentinfo').boundingBox();
  const box = await drawing.boundingBox();
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThan(foot?.y ?? 0);
  await chart.focus();
  await page.keyboard.press('End');
  await expect
    .poll(() => chart.getByRole('status').textContent())
    .toMatch(/INV 04 \d,\d\d\skW\/kWp\..* mediana \d/);
  // The age of the silent one is seen without scrolling.
  const table = page.locator('.devs');
  expect(await table.evaluate(({ parentElement: box }) => box && box.scrollWidth - box.clientWidth)).toBe(0);
  plant.clearFaults();
});

test('the drawer of an inverter in fault says why', async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  stage.datalogger.plantClock.advance(60_000);
  const page = await stage.open('normal', '/impianto/inverters?dispositivo=7');
  await page.getByRole('dialog', { name: 'INV 07' }).getByText('guasto a terra', { exact: true }).waitFor();
  stage.datalogger.plant.clearFaults();
});

test('the drawer marks the input of an open string, and a silent inverter keeps what it said last', async () => {
  const { plant, plantClock } = stage.datalogger;
  plant.inject({ kind: 'string-open', string: 12 });
  plantClock.advance(60_000);
  const page = await stage.open('cci', '/impianto/inverters?dispositivo=2');
  const drawer = page.getByRole('dialog', { name: 'INV 02' });
  await drawer.locator('.mppt .dev').waitFor();
  await expect.poll(() => drawer.locator('.mppt .dev').count()).toBe(1);
  await expect
    .poll(() => drawer.locator('.mppt .dev').textContent())
    .toMatch(/^2.*oltre il 30\u00a0% sotto−\d\d,\d/);
  plant.inject({ kind: 'inverter-silent', inverter: 2 });
  plantClock.advance(120_000);
  await drawer.getByText('Il dispositivo non comunica.').waitFor();
  await expect.poll(() => drawer.locator('.mppt tbody tr').count()).toBe(4);
  await expectNoNonsense(page);
  plant.clearFaults();
  plantClock.advance(60_000);
});

test('tiles are there for few inverters too, each with its power, and open the drawer', async () => {
  const page = await stage.open('normal', '/impianto/inverters', { viewport: { width: 360, height: 800 } });
  await page.getByRole('button', { name: 'Schede' }).click();
  const tile = page.locator('a.tile').nth(3);
  await expect.poll(() => tile.textContent()).toMatch(/^INV 04 .*kW/);
  await expect.poll(() => excessWidth(page)).toBe(0);
  await tile.click();
  await page.getByRole('dialog', { name: 'INV 04' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^INV 04/);
});

test('a row stays where it was pressed when the drawer narrows the list, and is marked', async () => {
  const page = await stage.open('normal', '/impianto/inverters');
  const link = page.getByRole('link', { name: 'INV 06', exact: true });
  await page.locator('.curves .plot svg').first().waitFor();
  const topOf = async () => (await link.boundingBox())?.y ?? Number.NaN;
  const before = await topOf();
  await link.click();
  await page.getByRole('dialog', { name: 'INV 06' }).waitFor();
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(2);
  await expect
    .poll(() =>
      page.locator('tr[aria-selected="true"] > th').evaluate(head => getComputedStyle(head).boxShadow),
    )
    .not.toBe('none');
});

test.each([
  ['a finger', true],
  ['a mouse', false],
] as const)('a row is as high as %s needs, and no higher', async (_, hasTouch) => {
  const page = await stage.open('normal', '/impianto/inverters', { hasTouch });
  const height = async () => (await rows(page).nth(4).boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThan(hasTouch ? 43 : 24);
  await expect.poll(height).toBeLessThan(hasTouch ? 48 : 34);
});

test('a fault tells the alarm behind it with its value and since when; its row stays in place and is marked', async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'isolation' });
  await stage.datalogger.run(150);
  const page = await stage.open('cci', '/impianto/inverters', { viewport: { width: 1280, height: 700 } });
  const row = rows(page).filter({ hasText: 'INV 07' });
  await row.getByText('Guasto').waitFor();
  await row.scrollIntoViewIfNeeded();
  const topOf = async () => (await row.boundingBox())?.y ?? Number.NaN;
  const before = await topOf();
  await row.getByRole('link').click();
  const cause = page.locator('.cause');
  await cause
    .getByText(/^Guasto: Isolamento basso \d+\skΩ, dal 10\/06\/?\d* 13:\d\d, da \d+\s(s|min)$/)
    .waitFor();
  expect(Math.abs((await topOf()) - before)).toBeLessThan(2);
  expect(await row.getAttribute('aria-selected')).toBe('true');
  const colourOf = (index: number) =>
    rows(page)
      .nth(index)
      .evaluate(each => getComputedStyle(each).backgroundColor);
  await page.mouse.move(0, 0);
  expect(await colourOf(6)).not.toBe(await colourOf(5));
  const [sign, words] = [await cause.locator('.al').boundingBox(), await cause.locator('b').boundingBox()];
  // The ring is 4 px outside of the sign.
  expect((words?.x ?? 0) - (sign?.x ?? 0) - (sign?.width ?? 0)).toBeGreaterThan(6);
});

test('a wall of ten fills the window, and says by how much and when one was apart', async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-derating', inverter: 4, percent: 40 });
  await stage.datalogger.run(1800);
  const page = await stage.open('normal', '/impianto/inverters', { viewport: { width: 1440, height: 900 } });
  await page.getByRole('button', { name: 'Schede' }).click();
  await expect.poll(() => page.locator('.print .own[d^="M"]').count()).toBe(10);
  const apart = page.locator('a.tile').filter({ has: page.locator('.apart') });
  await expect.poll(() => apart.filter({ hasText: 'INV 04' }).innerText()).toMatch(/−\d\d\s%, 1\d:\d\d/);
  const [last, foot] = [page.locator('a.tile').last(), page.getByRole('contentinfo')];
  const [tile, block] = [await last.boundingBox(), await foot.boundingBox()];
  const edge = (tile?.y ?? 0) + (tile?.height ?? 0);
  expect(edge).toBeGreaterThan(0.7 * (block?.y ?? Number.NaN));
  expect(edge).toBeLessThanOrEqual(block?.y ?? Number.NaN);
  await expect.poll(() => excessWidth(page)).toBe(0);
  stage.datalogger.plant.clearFaults();
});
