import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { expectNoNonsense, pathOf, setStage } from '../support/browser';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });
afterEach(() => stage.datalogger.plant.clearFaults());

/** Path, rows of the medium plant, and the group of the measures. */
const screens = [
  ['/impianto/contatori', 3, 'contatori'],
  ['/impianto/sensori', 8, 'sensori'],
  ['/impianto/digital-signals', 24, 'di'],
] as const;

const rows = (page: Page) => page.locator('.devs tbody tr');
const excessWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const useTheme = (page: Page, theme: string) =>
  page.evaluate(value => {
    localStorage.setItem('theme', value);
  }, theme);

test.each(screens)(
  '%s works by keyboard alone: open, read, close, and on in the same row',
  async (path, count) => {
    const page = await stage.open('normal', path);
    await rows(page)
      .nth(count - 1)
      .waitFor();
    const link = rows(page).nth(1).getByRole('link');
    const name = (await link.textContent()) ?? '';
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name }).waitFor();
    expect(pathOf(page)).toMatch(/\?dispositivo=\d+$/);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(pathOf(page)).toBe(path);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    await page.goBack();
    await page.getByRole('dialog', { name }).waitFor();
  },
);

test.each(screens)('%s shows a device that is silent as such, and names it', async (path, count, group) => {
  const page = await stage.open('normal', path);
  await rows(page)
    .nth(count - 1)
    .waitFor();
  stage.datalogger.plant.inject({ kind: 'override-silent', group, id: 1 });
  stage.datalogger.plantClock.advance(120_000);
  const name = await page.locator('#device-1').textContent();
  await expect.poll(() => page.locator('.head p').textContent()).toContain(`${name} non comunica da`);
  expect(await page.locator('tr.stale').count()).toBe(1);
  await expectAccessible(page);
});

test.each(
  screens.flatMap(screen => [
    [...screen, 'lara-light-blue', 1280] as const,
    [...screen, 'lara-dark-blue', 360] as const,
  ]),
)('%s is clean for axe with its drawer open', async (path, count, _, theme, width) => {
  const page = await stage.open('normal', '/notfound', { viewport: { width, height: 800 } });
  await useTheme(page, theme);
  await page.goto(`${new URL(page.url()).origin}${path}?dispositivo=1`);
  await page.getByRole('dialog').waitFor();
  await page.getByRole('heading', { name: 'Ultimi allarmi' }).waitFor();
  expect(await rows(page).count()).toBe(count);
  await expectAccessible(page);
  await expectNoNonsense(page);
  expect(await excessWidth(page)).toBe(0);
});

test.each(screens)('%s has no overflow at 360 px in any language', async (path, count) => {
  const page = await stage.open('normal', path, { viewport: { width: 360, height: 800 } });
  for (const language of ['it', 'en', 'de', 'es', 'fr']) {
    await page.evaluate(value => localStorage.setItem('lang', value), language);
    await page.reload();
    await rows(page)
      .nth(count - 1)
      .waitFor();
    expect(await excessWidth(page), language).toBe(0);
    await expectNoNonsense(page);
  }
});
