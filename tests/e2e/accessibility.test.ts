import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { expectNoNonsense, setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { expectAccessibleIn, expectNoOverflow } from '../support/looks';

const stage = setStage({ size: 'medium' });

const ready = {
  login: (page: Page) => page.waitForFunction(() => document.title.startsWith('Accesso')),
  dashboard: (page: Page) => page.locator('.tile:nth-child(11)').waitFor(),
  notFound: (page: Page) => page.getByRole('heading', { name: 'Not Found' }).waitFor(),
  raw: (page: Page) => page.locator('td').first().waitFor(),
};

const widths = { light: [1280, 360], dark: [1440, 360] } as const;
const themes = [
  ['light', 'lara-light-blue'],
  ['dark', 'lara-dark-blue'],
] as const;

/** Screens that change their theme when another tab does. */
test.each([
  ['/auth/login?isSessioneExp=true', ready.login],
  ['/', ready.dashboard],
] as const)('%s is clean for axe in both themes, wide and narrow', async (path, isReady) => {
  const page = path === '/' ? await stage.open('admin', path) : await stage.newPage();
  if (path !== '/') await page.goto(plantOrigin + path);
  await isReady(page);
  for (const [theme] of themes)
    await expectAccessibleIn(
      page,
      widths[theme].map(width => [theme, width]),
    );
  await expectNoNonsense(page);
});

/** Screens that only begin in the theme that was chosen. */
test.each([
  ['/raw-data/plant', ready.raw],
  ['/notfound', ready.notFound],
] as const)('%s is clean for axe in both themes, wide and narrow', async (path, isReady) => {
  const page = await stage.open('admin', path);
  for (const [theme, name] of themes) {
    await page.evaluate(value => localStorage.setItem('theme', value), name);
    await page.reload();
    await isReady(page);
    for (const width of widths[theme]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
    }
  }
  await expectNoNonsense(page);
});

test('the dashboard scrolls sideways at no width and in no language', async () => {
  const page = await stage.open('admin', '/');
  await ready.dashboard(page);
  await expectNoOverflow(page, [320, 360, 768, 991, 992, 1280, 1920]);
  await expect.poll(() => page.locator('.tile').count()).toBeGreaterThan(10);
});
