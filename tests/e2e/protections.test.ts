import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { expectNoNonsense, setStage } from '../support/browser';

const stage = setStage({ size: 'xl', at: '2026-06-10T13:00:00+02:00' });
const path = '/impianto/prot-interfaccia';
const languages = ['it-IT', 'en-GB', 'de-DE', 'es-ES', 'fr-FR'];

afterEach(() => stage.datalogger.plant.clearFaults());

const excessWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const title = (page: Page, name: RegExp | string) =>
  page.getByRole('heading', { level: 1, name }).waitFor({ timeout: 20_000 });

async function shown(page: Page): Promise<void> {
  await page.locator('.thr tbody tr').first().waitFor();
  await page.locator('.bz').first().waitFor({ state: 'attached' });
}

test.each(languages.flatMap(locale => [[locale]]))('%s: nothing overflows at 360 px', async locale => {
  const page = await stage.open('cci', path, { locale, viewport: { width: 360, height: 760 } });
  await shown(page);
  expect(await excessWidth(page)).toBe(0);
  await expectNoNonsense(page);
});

test.each([
  [360, 'lara-light-blue'],
  [360, 'lara-dark-blue'],
  [1280, 'lara-light-blue'],
  [1280, 'lara-dark-blue'],
])('at %i px in %s a plant with a silent protection is clean for axe', async (width, theme) => {
  stage.datalogger.plant.inject({ kind: 'override-silent', group: 'spi', id: 2 });
  const page = await stage.open('normal', '/notfound', { viewport: { width, height: 800 } });
  await page.evaluate(value => localStorage.setItem('theme', value), theme);
  await page.goto(new URL(path, page.url()).href);
  await shown(page);
  await expectAccessible(page);
  await expectNoNonsense(page);
});

test('a dip opens the interface before the eyes of whoever watches, and the keyboard reaches each protection', async () => {
  const page = await stage.open('cci', path);
  await title(page, 'Tutte le 4 interfacce chiuse, nessuna soglia avviata');
  stage.datalogger.plant.inject({ kind: 'grid-dip', percent: 40 }, 3);
  await title(page, /^SPI 1: Interfaccia aperta, richiude tra /);
  const second = page.getByRole('button', { name: /^SPI 2/ });
  await second.focus();
  await page.keyboard.press('Enter');
  expect(await second.getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('rowheader', { name: 'Minima tensione (27)' }).waitFor();
});
