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

test('a dip opens the interface on the open screen, and the keyboard reaches each protection', async () => {
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
  // Between two of these ends an answer may arrive, and the chart may be drawn again.
  await expect
    .poll(async () => {
      const ends = ['svg', 'path.limit', 'path.measured', 'path.now'];
      const [grid = 0, limit = 0, voltage = 0, now = 0] = await Promise.all(
        ends.map(part => endOf(chart.locator(part).first())),
      );
      return [Math.abs(limit - grid) < 2, voltage <= now + 2, now < grid - 50];
    })
    .toEqual([true, true, true]);
});
