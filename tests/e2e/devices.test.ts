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
    await expect.poll(() => pathOf(page)).toMatch(/\?dispositivo=\d+$/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => pathOf(page)).toBe(path);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
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
  await expect.poll(() => page.locator('tr.stale').count()).toBe(1);
  await expectAccessible(page);
});

/** After so long every alarm of these stands (MET02), s. */
const longestDelayS = 1000;
/** What goes wrong with a device, what the head says of it, and what its row. */
const faulty = [
  [
    '/impianto/contatori',
    1,
    'contatori',
    { p: 100, eday: 10 },
    /gli inverter non concordano: scarto/,
    /100,0/,
  ],
  ['/impianto/sensori', 1, 'sensori', { v: 2000 }, /fuori campo: 2\.000/, /fuori campo/],
  ['/impianto/digital-signals', 19, 'di', { v: 1 }, /Rilevazione fumi: attivo\./, /Attivo/],
] as const;

test.each(faulty)(
  '%s shows a device that is faulty: in the head, in its row with the sign of its alarm, and among its alarms',
  async (path, id, group, wrong, head, row) => {
    const page = await stage.open('normal', path);
    const device = rows(page).filter({ has: page.locator(`#device-${id}`) });
    await device.waitFor();
    for (const [point, value] of Object.entries(wrong))
      stage.datalogger.plant.inject({ kind: 'override', group, id, point, value });
    await stage.datalogger.run(longestDelayS);
    await expect.poll(() => page.locator('.head p').textContent()).toMatch(head);
    await expect.poll(() => device.textContent()).toMatch(row);
    await device.locator('.al').waitFor();
    // At most one more sign: of an input that was silent before, whose alarm waits for somebody.
    await expect.poll(() => page.locator('.devs tbody .al').count()).toBeLessThanOrEqual(2);
    if (group !== 'contatori') {
      const names = await page.locator('.devs tbody a').evaluateAll(links => links.map(link => link.id));
      expect(names.indexOf(`device-${id}`)).toBeLessThanOrEqual(1);
    }
    await page.locator(`#device-${id}`).click();
    const alarms = page.getByRole('dialog').locator('.alist');
    await alarms.locator('.al').first().waitFor();
    await expectAccessible(page);
  },
);

test.each(screens)('%s looks right in both themes, narrow and in every language', async (path, count) => {
  const page = await stage.open('normal', path);
  await rows(page)
    .nth(count - 1)
    .waitFor();
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(new URL(`${path}?dispositivo=1`, page.url()).href);
  await page.getByRole('heading', { name: 'Ultimi allarmi' }).waitFor();
  await expect.poll(() => rows(page).count()).toBe(count);
  await expectGoodLooks(page);
});
