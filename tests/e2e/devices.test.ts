import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { pathOf, setStage } from '../support/browser';
import { expectGoodLooks, expectNoOverflow } from '../support/looks';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });
afterEach(() => stage.datalogger.plant.clearFaults());

/** Path, rows of the medium plant, and the group of the measures. */
const screens = [
  ['/impianto/contatori', 3, 'contatori'],
  ['/impianto/sensori', 8, 'sensori'],
  ['/impianto/digital-signals', 24, 'di'],
] as const;

const rows = (page: Page) => page.locator('.devs tbody tr');
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

test.each(screens)('%s looks right in both themes, narrow and in every language', async (path, count) => {
  const page = await stage.open('normal', path);
  await rows(page)
    .nth(count - 1)
    .waitFor();
  await expectNoOverflow(page);
  await page.goto(new URL(`${path}?dispositivo=1`, page.url()).href);
  await page.getByRole('heading', { name: 'Ultimi allarmi' }).waitFor();
  expect(await rows(page).count()).toBe(count);
  await expectGoodLooks(page);
});
