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

/** How many labels the drawing has that is shown, and those of them that lie on another one. */
const labelsOf = (page: Page) =>
  page.locator('svg.sv').evaluateAll(drawings => {
    const labels = drawings
      .filter(drawing => getComputedStyle(drawing).display !== 'none')
      .flatMap(drawing => [...drawing.querySelectorAll('text')])
      .map(text => ({ words: text.textContent, box: text.getBoundingClientRect() }));
    const isOn = (a: DOMRect, b: DOMRect) =>
      a.left + 1 < b.right && b.left + 1 < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
    const struck = labels.filter(one => labels.some(other => other !== one && isOn(one.box, other.box)));
    return { hasMany: labels.length > 10, struck: struck.map(({ words }) => words) };
  });

test.each([768, 1024, 1180, 1181, 1280, 1440])(
  'at %i px no label of the drawing lies on another, and no figure is cut',
  async width => {
    for (const locale of ['it-IT', 'de-DE']) {
      const page = await stage.open('admin', '/', { locale, viewport: { width, height: 800 } });
      await page.locator('svg.sv').first().waitFor({ state: 'attached' });
      await expect.poll(() => labelsOf(page), { message: locale }).toEqual({ hasMany: true, struck: [] });
      const cut = () =>
        page
          .locator('.fig > b')
          .evaluateAll(all => all.filter(each => each.scrollWidth > each.clientWidth + 16).length);
      await expect.poll(cut, { message: locale }).toBe(0);
      await page.close();
    }
  },
);
