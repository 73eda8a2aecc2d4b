import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { setStage } from '../support/browser';
import { choose } from '../support/looks';

const stage = setStage();
const openUserMenu = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /^Utente/ })
    .click();
const sunlight = (page: Page) => page.getByRole('switch', { name: 'Leggibile al sole' });

/** What tells the looks apart: size of the text, ground, and how bold the power is. */
const looks = (page: Page) =>
  page.evaluate(() => ({
    base: getComputedStyle(document.documentElement).fontSize,
    ground: getComputedStyle(document.body).backgroundColor,
    bar: getComputedStyle(document.querySelector('.top') ?? document.body).backgroundColor,
    figure: Number(getComputedStyle(document.querySelector('.fig > b') ?? document.body).fontWeight),
  }));

const white = 'rgb(255, 255, 255)';
const sunlit = { base: '16px', ground: white, bar: white, figure: 600 };
const dark = { base: '14px', ground: 'rgb(25, 28, 30)', bar: 'rgb(15, 17, 18)', figure: 500 };

test('in sunlight the page is white, large and bold whatever theme is chosen, until it is turned off', async () => {
  const page = await stage.open('admin');
  await page.locator('.fig > b').first().waitFor();
  const theme = page.getByRole('switch', { name: 'Tema scuro' });
  await theme.check();
  await expect.poll(() => looks(page)).toEqual(dark);

  await openUserMenu(page);
  await sunlight(page).check();
  await expect.poll(() => looks(page)).toEqual(sunlit);
  await page.getByText('Sempre chiaro: il tema scelto torna alla disattivazione.').waitFor();
  // No switch that does nothing.
  expect(await theme.count()).toBe(0);

  await page.reload();
  await page.locator('.fig > b').first().waitFor();
  await expect.poll(() => looks(page)).toEqual(sunlit);
  // Chosen on the login in another tab.
  await choose(page, { kind: 'theme', theme: 'dark' });
  await choose(page, { kind: 'language', language: 'en' });
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
  expect(await looks(page)).toEqual(sunlit);
  await choose(page, { kind: 'language', language: 'it' });
  await expectAccessible(page);

  await openUserMenu(page);
  await expect.poll(() => sunlight(page).isChecked()).toBe(true);
  await sunlight(page).uncheck();
  await expect.poll(() => looks(page)).toEqual(dark);
  expect(await theme.isChecked()).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('sunlight'))).toBeNull();
});

test('the login, which has the switch of the theme, has its colours and sizes', async () => {
  const page = await stage.open('admin');
  await page.evaluate(() => {
    localStorage.setItem('sunlight', '1');
    localStorage.setItem('theme', 'lara-dark-blue');
  });
  await page.reload();
  await page.locator('.fig > b').first().waitFor();
  await expect.poll(() => looks(page)).toEqual(sunlit);
  await page.getByRole('button', { name: 'Esci' }).click();
  await page.getByLabel('Password', { exact: true }).waitFor();
  await expect.poll(() => looks(page)).toMatchObject({ base: dark.base, ground: dark.ground });
});

test('a reload in sunlight is never dark', async () => {
  const page = await stage.open('admin');
  await page.addInitScript(() => {
    localStorage.setItem('sunlight', '1');
    localStorage.setItem('theme', 'lara-dark-blue');
    const themes: (string | undefined)[] = [];
    Object.assign(window, { themes });
    new MutationObserver(() => themes.push(document.documentElement?.dataset.theme)).observe(document, {
      attributes: true,
      childList: true,
      subtree: true,
      attributeFilter: ['data-theme'],
    });
  });
  await page.reload();
  await page.locator('html[data-sunlight] .fig > b').first().waitFor();
  const themes = await page.evaluate(() => Reflect.get(window, 'themes'));
  expect(new Set(themes as string[])).toEqual(new Set(['light']));
});

test('other tabs follow; paper is as ever; an unknown value means off', async () => {
  const page = await stage.open('admin');
  await page.locator('.fig > b').first().waitFor();
  const before = await looks(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.evaluate(() => localStorage.setItem('sunlight', '1'));
  await expect.poll(() => looks(page)).toEqual(sunlit);

  await page.emulateMedia({ media: 'print' });
  const printed = await looks(page);
  await other.evaluate(() => localStorage.setItem('sunlight', 'yes'));
  await page.locator('html:not([data-sunlight])').waitFor();
  expect(await looks(page)).toEqual(printed);
  await page.emulateMedia({ media: 'screen' });
  expect(await looks(page)).toEqual(before);
});
