import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { setStage } from '../support/browser';
import { expectGoodLooks } from '../support/looks';

const stage = setStage({ size: 'xl', at: '2026-06-10T13:00:00+02:00' });
const path = '/impianto/prot-interfaccia';

afterEach(() => stage.datalogger.plant.clearFaults());

const title = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function shown(page: Page): Promise<void> {
  await page.locator('.thr tbody tr').first().waitFor();
  await page.locator('.bz').first().waitFor({ state: 'attached' });
}

test('a plant with a silent protection looks right in both themes, narrow and in every language', async () => {
  stage.datalogger.plant.inject({ kind: 'override-silent', group: 'spi', id: 2 });
  const page = await stage.open('normal', path);
  await shown(page);
  await expectGoodLooks(page);
});

test('a dip opens the interface before the eyes of whoever watches, and the keyboard reaches each protection', async () => {
  const page = await stage.open('cci', path);
  await title(page, 'Tutti e 4 i DDI chiusi, nessuna soglia avviata');
  stage.datalogger.plant.inject({ kind: 'grid-dip', percent: 40 }, 3);
  await title(page, /^SPI 1: DDI aperto, richiude tra /);
  const second = page.getByRole('button', { name: /^SPI 2/ });
  await second.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => second.getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('rowheader', { name: 'Minima tensione (27)' }).waitFor();
});

test('the threshold beside the highest voltage goes over the whole day, the voltage up to now', async () => {
  const page = await stage.open('normal', path);
  const chart = page.locator('.highest .plot');
  const endOf = async (part: Locator) => {
    const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 };
    return x + width;
  };
  await chart.locator('path.limit').waitFor({ state: 'attached' });
  const [grid, limit, voltage, now] = await Promise.all(
    ['svg', 'path.limit', 'path.measured', 'path.now'].map(part => endOf(chart.locator(part).first())),
  );
  expect(Math.abs((limit ?? 0) - (grid ?? 0))).toBeLessThan(2);
  expect(voltage).toBeLessThanOrEqual((now ?? 0) + 2);
  expect(now).toBeLessThan((grid ?? 0) - 50);
});
