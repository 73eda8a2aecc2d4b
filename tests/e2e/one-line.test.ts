import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { pathOf, setStage, signIn, stopClock } from '../support/browser';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:45:00+02:00', hasOneClock: true });

beforeAll(async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  await stage.datalogger.run(120);
});

const drawingOf = (page: Page) => page.getByRole('application', { name: 'Schema unifilare' });
const loadedCode = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /touched-.*js/.test(name)));
const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** The middle of a symbol of the drawing that is shown. */
async function middleOf(page: Page, symbol: string, index = 0) {
  const { x, y, width, height } = await boxOf(page.locator(`svg.sv:visible ${symbol}`).nth(index));
  return [x + width / 2, y + height / 2] as const;
}

test('a finger chooses an inverter of the drawing: it is marked everywhere, and one press from its details', async () => {
  const viewport = { width: 360, height: 800 };
  const page = await stage.open('normal', '/', { viewport, hasTouch: true });
  await drawingOf(page).scrollIntoViewIfNeeded();
  await page.locator('.alist li').first().waitFor();
  expect(await loadedCode(page)).toBe(false);
  const label = page.locator('svg.sldv text.t', { hasText: /^07$/ });
  const { x, y, width } = await boxOf(label);
  await page.touchscreen.tap(x + width + 6, y + 60);
  const card = page.getByRole('dialog', { name: 'INV 07' });
  await card.getByText(/Andamento di oggi: massimo/).waitFor();
  expect(await page.locator('a.tile[data-chosen]').innerText()).toContain('INV 07');
  expect(await page.locator('.alist li[data-chosen]').innerText()).toContain('Guasto a terra');
  const box = await boxOf(card);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
  for (const target of await card.locator('button, a').all())
    expect((await boxOf(target)).height).toBeGreaterThanOrEqual(44);
  await card.getByRole('button', { name: 'Dispositivo successivo' }).tap();
  await page.getByRole('dialog', { name: 'INV 08' }).getByRole('link').tap();
  await page.getByRole('heading', { level: 2, name: 'INV 08' }).waitFor();
  expect(pathOf(page)).toBe('/impianto/inverters?dispositivo=8');
});

test('the card moves along when the window grows so much that the menu stands beside the drawing', async () => {
  const page = await stage.newPage({ viewport: { width: 800, height: 360 } });
  await page.clock.install({ time: stage.datalogger.clock.now() });
  await signIn(page, stage.datalogger.login('normal'), '/');
  await page.locator('.foot dl').waitFor();
  await drawingOf(page).focus();
  await expect.poll(() => drawingOf(page).getAttribute('aria-describedby')).toBe('touch-keys');
  await page.keyboard.press('End');
  const card = page.locator('.dcard');
  await card.getByText(/massimo/).waitFor();
  // The next answer, which draws everything again, does not come.
  await stopClock(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect
    .poll(async () => {
      const { x, width } = await boxOf(card);
      return x + width;
    })
    .toBeLessThanOrEqual(1280);
});

test('with the mouse the card stands beside what it is about, and goes with a press elsewhere', async () => {
  const page = await stage.open('normal', '/');
  await page.locator('svg.sld .strong', { hasText: 'Wh' }).first().waitFor();
  const meter = await middleOf(page, 'text.strong', 0);
  await page.mouse.click(...meter);
  const card = page.getByRole('dialog', { name: 'M1 Produzione' });
  await card.getByText(/massimo/).waitFor();
  const [framed, told] = [await boxOf(page.locator('.frame')), await boxOf(card)];
  expect(Math.abs(framed.x + framed.width / 2 - meter[0])).toBeLessThan(2);
  expect(told.y).toBeGreaterThan(framed.y + framed.height);
  expect(told.y + told.height).toBeLessThan(760);
  await page.getByRole('heading', { level: 1 }).click();
  await card.waitFor({ state: 'detached' });
});

test('one press after the other is answered, also while the page draws what the first one brought', async () => {
  const page = await stage.open('normal', '/', { viewport: { width: 1280, height: 900 } });
  await page.locator('svg.sld .strong', { hasText: 'Wh' }).first().waitFor();
  for (let round = 0; round < 3; round += 1) {
    for (const [index, name] of ['M1 Produzione', 'M2 Scambio'].entries()) {
      await page.mouse.click(...(await middleOf(page, 'text.strong', index)));
      await page.getByRole('dialog', { name }).waitFor();
    }
  }
});

test('by keyboard the devices follow each other, and Enter opens the last one', async () => {
  const page = await stage.open('normal', '/');
  await drawingOf(page).focus();
  await expect.poll(() => drawingOf(page).getAttribute('aria-describedby')).toBe('touch-keys');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: 'INV 01' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  await page.getByRole('dialog', { name: 'Generale' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => pathOf(page)).toBe('/impianto/prot-interfaccia?dispositivo=1');
});
