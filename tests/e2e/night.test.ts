import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { measureBoxes } from '../support/boxes';
import { setStage } from '../support/browser';
import { expectGoodLooks } from '../support/looks';

const stage = setStage({
  size: 'medium',
  at: '2026-06-10T21:30:00+02:00',
  historyDays: 1,
  hasOneClock: true,
});

const night = (page: Page) => page.getByRole('region', { name: 'La giornata passata' });

async function open(options = {}): Promise<Page> {
  const page = await stage.open('admin', '/', options);
  await night(page).getByText('Alba').waitFor();
  await page.locator('.plot svg').first().waitFor();
  await page.locator('.tile:nth-child(11)').waitFor();
  return page;
}

test('the night is one row: alarms and chart are whole above it all at 1280x800, and axe finds nothing', async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  await stage.datalogger.run(60);
  const page = await open();
  await page.getByRole('button', { name: /^Riconosci/ }).waitFor();
  const bottomOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => element.getBoundingClientRect().bottom);
  const footer = await page.locator('.foot').evaluate(element => element.getBoundingClientRect().top);
  expect(await bottomOf('.plot svg')).toBeLessThanOrEqual(footer);
  expect(await bottomOf('.alist li')).toBeLessThanOrEqual(footer);
  const row = await night(page).boundingBox();
  expect(row?.height).toBeLessThan(100);
  await expectGoodLooks(page);
});

test.each([
  [360, 800],
  [768, 1024],
])(
  'with a finger at %s px every target is large enough, and nothing is cut or covered',
  async (width, height) => {
    const page = await open({ hasTouch: true, viewport: { width, height } });
    const { findings, checks } = await measureBoxes(page, true);
    expect(findings).toEqual([]);
    expect(checks).toBeGreaterThan(50);
  },
);

test('it is about now: a moment of the past has none of it', async () => {
  const page = await open();
  await page.getByRole('slider', { name: 'Momento mostrato' }).waitFor();
  const ruler = await page.locator('.mer').boundingBox();
  if (!ruler) throw new Error('there is no ruler');
  await page.mouse.click(ruler.x + (ruler.width * 17.25) / 18, ruler.y + 8);
  await page.getByRole('heading', { name: /^Storico 21:1\d – Notte/ }).waitFor();
  await night(page).waitFor({ state: 'detached' });
  await page.locator('.bar.past').getByRole('button').first().click();
  await night(page).waitFor();
});
