import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { languageCodes } from '../../src/contract/languages';
import { follow, setStage } from '../support/browser';
import { longPatience, rounds } from '../support/long';
import { choose } from '../support/looks';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00', historyDays: 1 });

beforeAll(async () => {
  stage.datalogger.plant.inject({ kind: 'string-open', string: 23 });
  await stage.datalogger.run(600);
});

/** The languages with the longest words, in the long run all. */
const languages = rounds(['de', 'fr'], languageCodes);
const widths = rounds(
  [360, 768, 992, 1280],
  [360, 560, 767, 768, 830, 900, 991, 992, 1024, 1100, 1181, 1280, 1440],
);

/** Every cell of the lists of devices has two digits more than its value: ages, and numbers as large as they may become. */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.devs td:not(.draw)::after { content: "88" }');
    document.adoptedStyleSheets = [sheet];
  });

/** Tables that are wider than the box that they scroll in. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.scroll:has(.devs, .alm), .rows')]
      .filter(box => box.scrollWidth > box.clientWidth)
      .map(box => `${box.innerText.slice(0, 40)} ${box.scrollWidth - box.clientWidth} px`),
  );

const places = [
  ...['inverters', 'stringhe', 'trackers', 'contatori', 'sensori', 'digital-signals'].map(
    name => `/impianto/${name}`,
  ),
  '/allarmi',
  '/config/impianto',
  '/config/protezioni-interfaccia?id=1',
];

test(
  'with longer numbers too a list of devices, the alarms, and a table in a form, is nowhere wider than its box, in any language at any width',
  longPatience,
  async () => {
    const page = await stage.open('admin', '/');
    await page.locator('main h1').waitFor();
    await lengthen(page);
    for (const place of places) {
      await follow(page, place);
      await page.locator('.devs tbody a, .alm tbody button, .rows input').first().waitFor();
      for (const language of languages) {
        await choose(page, { kind: 'language', language });
        await page.waitForFunction(value => document.documentElement.lang === value, language);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await expect.poll(() => tooWide(page), { message: `${place} ${language} ${width}` }).toEqual([]);
        }
      }
      await choose(page, { kind: 'language', language: 'it' });
    }
  },
);

test('a window that is wide enough shows all columns, a narrower one those that matter, and the one that sorts', async () => {
  const page = await stage.open('admin', '/impianto/inverters', { viewport: { width: 1440, height: 900 } });
  const heads = page.locator('.devs thead th');
  await heads.first().waitFor();
  await expect.poll(() => heads.count()).toBe(15);
  const volts = heads.filter({ hasText: 'CC' }).filter({ hasText: /V$/ });
  await volts.getByRole('button').click();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect.poll(() => heads.count()).toBeLessThan(15);
  expect(await volts.getAttribute('aria-sort')).toBe('ascending');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => heads.count()).toBe(15);
});
