import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoNonsense, setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { type LanguageFile, portuguese } from '../support/example-language';

/* An administrator adds a language on the device, a visitor chooses it, and numbers and dates are written in a way of their own. */

const stage = setStage({ size: 'small', historyDays: 2, at: '2026-06-10T12:20:00+02:00', isRunning: true });

const shownLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang);
const languagePanel = (page: Page) => page.getByRole('region', { name: 'Lingue' });
async function bring(page: Page, file: LanguageFile): Promise<void> {
  await languagePanel(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'pt.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
}
async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /M\. Ferrara/ }).click();
}

test('a file with a fault is refused by its line; a whole one is offered at once and speaks', async () => {
  const page = await stage.open('admin', '/config/setup-sistema');
  await languagePanel(page).scrollIntoViewIfNeeded();
  const base = { ...portuguese.parole.base, login: { needed: 'Inicie sessão para {{lugar}}.' } };
  await bring(page, { ...portuguese, parole: { base } });
  await languagePanel(page)
    .getByText(/base login\.needed: /)
    .waitFor();
  expect(await languagePanel(page).getByText('Português').count()).toBe(0);

  await bring(page, portuguese);
  await languagePanel(page).getByText('Português').waitFor();
  await languagePanel(page)
    .getByText(/Console 9 \/ \d\.\d{3}, datalogger 0 \/ \d{3}/)
    .waitFor();
  expect(await languagePanel(page).getByRole('status').innerText()).toBe('');

  await openUserMenu(page);
  await page.getByRole('combobox', { name: 'Lingua' }).selectOption({ label: 'Português' });
  await page.getByRole('link', { name: 'Início' }).waitFor();
  expect(await shownLanguage(page)).toBe('pt');
  // What the file has not is English, and nothing is without words.
  await page.getByRole('heading', { level: 1, name: 'System settings' }).waitFor();
  await expectNoNonsense(page);
  await page.reload();
  await page.getByRole('link', { name: 'Início' }).waitFor();
  await page.context().close();
});

test('the login offers it, and its form is in it before any script has loaded', async () => {
  const page = await stage.newPage({ locale: 'pt-PT' });
  await page.goto(`${plantOrigin}/auth`);
  // The browser prefers it, and nobody has chosen another.
  await page.getByRole('button', { name: 'Entrar' }).waitFor();
  expect(await shownLanguage(page)).toBe('pt');
  await page.route(/assets\/start-.*\.js/, route => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Entrar' }).waitFor();
  await page.getByLabel('Palavra-passe').waitFor();
  await page.unroute(/assets\/start-.*\.js/);
  await page.reload();
  await page.waitForFunction(() => document.title !== 'Meridiana');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByText('Indique o nome de utilizador.').waitFor();
  await page.context().close();
});

test('who has chosen a language that was removed gets one of the program', async () => {
  const admin = await stage.open('admin', '/config/setup-sistema');
  await languagePanel(admin).scrollIntoViewIfNeeded();
  await languagePanel(admin).getByRole('button', { name: 'Rimuovi' }).click();
  await admin.getByRole('dialog').getByRole('switch').click();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /Português/ })
    .click();
  await languagePanel(admin).getByText('Português').waitFor({ state: 'detached' });
  const page = await stage.newPage({ locale: 'de-DE' });
  await page.goto(`${plantOrigin}/auth`);
  await page.evaluate(() => localStorage.setItem('lang', 'pt'));
  await page.reload();
  await page.waitForFunction(() => document.title !== 'Meridiana');
  await expect.poll(() => shownLanguage(page)).toBe('de');
  await Promise.all([admin.context().close(), page.context().close()]);
});

test('numbers and dates are written in another way than the language, in fields as well, until it is taken back', async () => {
  const page = await stage.open('admin', '/stats&reports/reports?periodo=2026-06-09');
  const paper = page.getByRole('article');
  await expect.poll(() => paper.innerText()).toMatch(/\d,\d\skWp/);
  await openUserMenu(page);
  const ways = page.getByRole('combobox', { name: 'Numeri e date' });
  expect(await ways.locator('option').first().innerText()).toBe('12.345,6  31/12/2026');
  await ways.selectOption({ label: '12,345.6  2026-12-31' });
  await expect.poll(() => paper.innerText()).toMatch(/\d\.\d\skWp/);
  // The words stay those of the language.
  await page.getByRole('heading', { level: 1, name: /9 giugno 2026/ }).waitFor();
  await page.reload();
  await expect.poll(() => paper.innerText()).toMatch(/\d\.\d\skWp/);
  await page.goto(`${plantOrigin}/config/impianto`);
  await expect.poll(() => page.getByLabel(/Albedo/).inputValue()).toMatch(/^0\.\d+$/);
  await openUserMenu(page);
  await ways.selectOption('');
  await expect.poll(() => page.getByLabel(/Albedo/).inputValue()).toMatch(/^0,\d+$/);
  await page.context().close();
});
