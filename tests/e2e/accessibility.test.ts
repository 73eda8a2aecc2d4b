import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { languageCodes } from '../../src/contract/languages';
import { expectAccessible } from '../support/axe';
import { expectNoNonsense, setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { excessWidth } from '../support/looks';

const stage = setStage({ size: 'medium' });

const ready = {
  login: (page: Page) => page.waitForFunction(() => document.title.startsWith('Accesso')),
  dashboard: (page: Page) => page.locator('.tile:nth-child(11)').waitFor(),
  notFound: (page: Page) => page.getByRole('heading', { name: 'Not Found' }).waitFor(),
  raw: (page: Page) => page.locator('td').first().waitFor(),
};

const screens: readonly (readonly [string, (page: Page) => Promise<unknown>, boolean])[] = [
  ['/auth/login?isSessioneExp=true', ready.login, false],
  ['/', ready.dashboard, true],
  ['/raw-data/plant', ready.raw, true],
  ['/notfound', ready.notFound, false],
];
const looks = [
  ['lara-light-blue', 1280],
  ['lara-light-blue', 360],
  ['lara-dark-blue', 1440],
  ['lara-dark-blue', 360],
] as const;
const cases = screens.flatMap(screen => looks.map(look => [...screen, ...look] as const));

/** Opens the path in the theme, logged in where the screen needs it. */
async function show(path: string, isLoggedIn: boolean, theme: string, width: number): Promise<Page> {
  const options = { viewport: { width, height: 800 } };
  if (isLoggedIn) {
    const page = await stage.open('admin', '/notfound', options);
    await page.evaluate(value => localStorage.setItem('theme', value), theme);
    await page.goto(plantOrigin + path);
    return page;
  }
  const page = await stage.newPage(options);
  await page.addInitScript(value => localStorage.setItem('theme', value), theme);
  await page.goto(plantOrigin + path);
  return page;
}

test.each(cases)('%s is clean for axe', async (path, isReady, isLoggedIn, theme, width) => {
  const page = await show(path, isLoggedIn, theme, width);
  await isReady(page);
  await expectAccessible(page);
  await expectNoNonsense(page);
});

describe('nothing scrolls sideways', () => {
  test.each([320, 360, 768, 991, 992, 1280, 1920])('at %i px, in any language', async width => {
    const page = await show('/', true, 'lara-light-blue', width);
    await ready.dashboard(page);
    for (const language of languageCodes) {
      await page.evaluate(value => localStorage.setItem('lang', value), language);
      await page.reload();
      await ready.dashboard(page);
      await page.waitForFunction(value => document.documentElement.lang === value, language);
      await expect.poll(() => excessWidth(page), { message: language }).toBe(0);
    }
  });
});
