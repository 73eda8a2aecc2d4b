import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { measureBoxes } from '../support/boxes';
import { pathOf, setStage } from '../support/browser';
import { expectGoodLooks } from '../support/looks';

const stage = setStage({
  size: 'medium',
  at: '2026-06-10T12:30:00+02:00',
  historyDays: 15,
  hasOneClock: true,
});

beforeAll(async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  await stage.datalogger.run(900);
});

const balance = (page: Page) => page.locator('.dayb');

async function open(options = {}): Promise<Page> {
  const page = await stage.open('admin', '/', options);
  await balance(page).getByRole('button').waitFor();
  await page.locator('.plot svg').first().waitFor();
  await page.locator('.tile:nth-child(11)').waitFor();
  return page;
}

test('at 1280x800 the balance is a line above it all, and leads by keyboard to the alarm that costs most', async () => {
  const page = await open();
  const sum = await balance(page).locator('small').first().innerText();
  expect(sum).toMatch(
    /^Prodotti [\d.]+\skWh · Mancano [\d.]+\skWh, [\d,]+\s€ · Ancora attesi [\d.]+\skWh \([\d.]+–[\d.]+\)$/,
  );
  const footer = await page.locator('.foot').evaluate(element => element.getBoundingClientRect().top);
  const tiles = await page
    .locator('.tile')
    .last()
    .evaluate(element => element.getBoundingClientRect().bottom);
  expect(tiles).toBeLessThanOrEqual(footer + 1);
  const button = balance(page).getByRole('button');
  expect(await button.innerText()).toMatch(/^Da fare \(\d\)/);
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  await button.press('Enter');
  const first = balance(page).locator('div:has(> h3:text-is("Da fare")) a').first();
  expect(await first.innerText()).toMatch(/^INV 07: /);
  await first.press('Enter');
  await expect.poll(() => pathOf(page)).toMatch(/^\/allarmi\?aperto=\d+$/);
  await page
    .getByRole('heading', { name: 'Guasto a terra' })
    .or(page.getByText('Guasto a terra'))
    .first()
    .waitFor();
});

test('in both themes and every language it looks well, closed and open, and axe finds nothing', async () => {
  await expectGoodLooks(await open());
  const page = await open();
  await balance(page).getByRole('button').click();
  await balance(page).locator('li').first().waitFor();
  await expectGoodLooks(page);
});

test.each([
  ['de-DE', 360, 800],
  ['de-DE', 1280, 800],
  ['fr-FR', 1920, 1080],
  ['de-DE', 2560, 1440],
])('nothing is cut or covered with causes and tasks open, %s at %i px', async (locale, width, height) => {
  const page = await open({ locale, hasTouch: width < 700, viewport: { width, height } });
  const button = balance(page).getByRole('button');
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await balance(page).locator('li').first().waitFor();
  const { findings, checks } = await measureBoxes(page, width < 700);
  expect(findings).toEqual([]);
  expect(checks).toBeGreaterThan(50);
});

test('on paper causes and tasks are there, and with little traffic the balance is not asked for', async () => {
  const page = await open();
  const why = balance(page).locator('.why');
  expect(await why.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await why.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => localStorage.setItem('traffico_ridotto', '1'));
  await page.reload();
  await page.getByRole('button', { name: 'Mostra grafico' }).waitFor();
  await page.locator('.tile:nth-child(11)').waitFor();
  expect(await balance(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Mostra grafico' }).click();
  await balance(page).getByRole('button').waitFor();
});
