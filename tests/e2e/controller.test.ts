import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { expectNoNonsense, setStage } from '../support/browser';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });
const path = '/impianto/cci';
const languages = ['it-IT', 'en-GB', 'de-DE', 'es-ES', 'fr-FR'];

afterEach(() => stage.datalogger.plant.clearFaults());

const excessWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function shown(page: Page): Promise<void> {
  await page.locator('.fun tbody tr').first().waitFor();
  await page.locator('.pq .dot').first().waitFor();
}

test.each(languages.map(locale => [locale]))('%s: nothing overflows at 360 px', async locale => {
  const page = await stage.open('admin', path, { locale, viewport: { width: 360, height: 760 } });
  await shown(page);
  expect(await excessWidth(page)).toBe(0);
  await expectNoNonsense(page);
});

test.each([
  [360, 'lara-light-blue', 'cci'],
  [360, 'lara-dark-blue', 'admin'],
  [1280, 'lara-light-blue', 'admin'],
  [1280, 'lara-dark-blue', 'cci'],
] as const)('at %i px in %s it is clean for axe, limited and for %s', async (width, theme, role) => {
  stage.datalogger.plant.inject({ kind: 'dso-limit', percent: 40 });
  const page = await stage.open(role, '/notfound', { viewport: { width, height: 800 } });
  await page.evaluate(value => localStorage.setItem('theme', value), theme);
  await page.goto(new URL(path, page.url()).href);
  await shown(page);
  await expectAccessible(page);
  await expectNoNonsense(page);
});

test('the cci user has the reduced menu, and no command', async () => {
  const page = await stage.open('cci', path);
  await shown(page);
  const menu = page.getByRole('navigation').first();
  expect(await menu.getByRole('link', { name: 'Stringhe' }).count()).toBe(0);
  await page.getByText('Solo lettura: i comandi sono degli amministratori.').waitFor();
});

test('a command by keyboard alone: select, see old and new, confirm, until it is measured', async () => {
  const page = await stage.open('admin', path);
  await shown(page);
  await page.getByRole('button', { name: 'Set-point Q…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Potenza reattiva/).fill('20');
  await page.keyboard.press('Enter');
  await dialog.getByText(/^Puoi confermare ancora per/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Conferma comando' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText(/Eseguito: la misura lo conferma/).waitFor({ timeout: 25_000 });
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
