import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { setStage } from '../support/browser';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00', historyDays: 1 });
const phone = { hasTouch: true, viewport: { width: 360, height: 800 } };

beforeAll(async () => {
  const { plant, plantClock } = stage.datalogger;
  plant.inject({ kind: 'tracker-stuck', tracker: 14 });
  plant.inject({ kind: 'override-silent', group: 'tracker', id: 5 });
  plant.inject({ kind: 'override-silent', group: 'di', id: 3 });
  plant.inject({ kind: 'string-open', string: 9 });
  plantClock.advance(2_400_000);
});

/** Pixels from the top of the page to its end, when the screen is drawn. */
async function lengthOf(page: Page): Promise<number> {
  await page.locator('.devs tbody tr').first().waitFor();
  const length = () => page.evaluate(() => document.documentElement.scrollHeight);
  let before = 0;
  await expect
    .poll(async () => {
      const [last, now] = [before, await length()];
      before = now;
      return now === last;
    })
    .toBe(true);
  return before;
}

const lines = (page: Page) => page.locator('.devs tbody tr');
const regular = (page: Page) => page.getByRole('button', { name: /regolari/ });

test.each([
  ['trackers', 1600, 2, 18],
  ['digital-signals', 1800, 1, 23],
] as const)(
  'the page of %s is at most %i px long: what needs attention first, the regular folded',
  async (name, most, exceptions, others) => {
    const page = await stage.open('admin', `/impianto/${name}`, phone);
    const length = await lengthOf(page);
    console.log(`${name}: ${length} px`);
    expect(length).toBeLessThanOrEqual(most);
    expect(await lines(page).count()).toBe(exceptions);
    await regular(page).getByText(String(others)).waitFor();
    await regular(page).click();
    await expect.poll(() => lines(page).count()).toBe(exceptions + others);
    await expectAccessible(page);
    for (const box of await lines(page).evaluateAll(rows => rows.map(row => row.getBoundingClientRect())))
      expect(Math.round(box.height)).toBeGreaterThanOrEqual(56);
    await regular(page).click();
    await expect.poll(() => lines(page).count()).toBe(exceptions);
  },
);

test('the whole line of a device opens all its values, and the search finds the folded ones', async () => {
  const page = await stage.open('admin', '/impianto/trackers', phone);
  await lengthOf(page);
  await page.getByRole('searchbox').fill('T1-02');
  await expect.poll(() => lines(page).allInnerTexts()).toEqual([expect.stringContaining('T1-02')]);
  await lines(page)
    .first()
    .click({ position: { x: 300, y: 50 } });
  const drawer = page.getByRole('dialog', { name: 'T1-02' });
  for (const fact of ['Modo', 'Posizione', 'Angolo', 'Obiettivo', 'Scarto', 'Motore', 'Batteria'])
    await drawer.locator('dt', { hasText: fact }).first().waitFor();
});

test.each([
  ['stringhe', '.dv'],
  ['sensori', 'b'],
])('%s are lines as well: name, class, value', async (name, value) => {
  const page = await stage.open('admin', `/impianto/${name}`, phone);
  await lengthOf(page);
  await lines(page).first().locator(value).waitFor();
  const heights = () => lines(page).evaluateAll(rows => rows.map(row => row.clientHeight));
  await expect.poll(async () => Math.max(...(await heights()))).toBeLessThanOrEqual(74);
  await expect.poll(async () => Math.min(...(await heights()))).toBeLessThanOrEqual(60);
});

test('inverters are lines of name, state, power and its level against the median', async () => {
  const page = await stage.open('admin', '/impianto/inverters', phone);
  await lengthOf(page);
  expect(await lines(page).count()).toBe(10);
  const heights = await lines(page).evaluateAll(rows => rows.map(row => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(60);
  expect(await lines(page).first().locator('.mai').isVisible()).toBe(true);
});

test('the first alarm is in sight without scrolling', async () => {
  const page = await stage.open('admin', '/allarmi', phone);
  const first = page.locator('.alm tbody th').first();
  await first.waitFor();
  const footer = page.getByRole('contentinfo');
  await expect
    .poll(async () => {
      const [alarm, foot] = [await first.boundingBox(), await footer.boundingBox()];
      return alarm && foot ? alarm.y + alarm.height <= foot.y : false;
    })
    .toBe(true);
});
