import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { setStage } from '../support/browser';

/** A plant whose inverters are drawn by their states, not singly. */
const stage = setStage({ size: 'large', at: '2026-06-10T13:45:00+02:00', hasOneClock: true });

beforeAll(async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-silent', inverter: 9 });
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  await stage.datalogger.run(400);
});

/** The labels of a drawing that lie on one of its symbols. */
const struckLabels = (page: Page) =>
  page.locator('svg.sld').evaluate(drawing => {
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const symbols = [...drawing.querySelectorAll('.k')].map(boxOf);
    const isOn = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top < a.bottom - 3;
    return [...drawing.querySelectorAll('text')]
      .filter(text => symbols.some(symbol => isOn(boxOf(text), symbol)))
      .map(text => text.textContent)
      .filter(text => text !== 'SPI' && text !== 'Wh');
  });

test.each(['it-IT', 'de-DE'])(
  'the states of many inverters are written beside the symbols, %s',
  async locale => {
    const page = await stage.open('admin', '/', { locale });
    await page.locator('svg.sld').waitFor();
    expect(await page.locator('svg.sld').textContent()).toMatch(/Senza comunicazione|Keine Kommunikation/);
    expect(await struckLabels(page)).toEqual([]);
  },
);

test.each(['it-IT', 'de-DE'])(
  'beside the high drawing of a tablet alarms are whole, and the events of today fill the room, %s',
  async locale => {
    const page = await stage.open('admin', '/', { locale, viewport: { width: 768, height: 1024 } });
    await page.getByText(/^(Eventi di oggi|Ereignisse von heute)$/).waitFor();
    const titles = page.locator('.alist .what > a');
    expect(await titles.count()).toBeGreaterThan(1);
    const cut = await titles.evaluateAll(links =>
      links.filter(
        link => link.scrollWidth > link.clientWidth && getComputedStyle(link).overflow === 'hidden',
      ),
    );
    expect(cut).toHaveLength(0);
  },
);
