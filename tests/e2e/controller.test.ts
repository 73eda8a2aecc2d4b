import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { setStage } from '../support/browser';
import { expectGoodLooks } from '../support/looks';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });
const path = '/impianto/cci';

afterEach(() => stage.datalogger.plant.clearFaults());

async function shown(page: Page): Promise<void> {
  await page.locator('.fun tbody tr').first().waitFor();
  await page.locator('.pq .dot').first().waitFor();
}

test.each(['admin', 'cci'] as const)('limited, it looks right for %s', async role => {
  stage.datalogger.plant.inject({ kind: 'dso-limit', percent: 40 });
  const page = await stage.open(role, path);
  await shown(page);
  await expectGoodLooks(page);
});

test('the cci user has the reduced menu, and no command', async () => {
  const page = await stage.open('cci', path);
  await shown(page);
  const menu = page.getByRole('navigation').first();
  await expect.poll(() => menu.getByRole('link', { name: 'Stringhe' }).count()).toBe(0);
  await page.getByText('Solo lettura: solo gli amministratori possono inviare comandi.').waitFor();
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
  await dialog.getByText(/Eseguito: la misura lo conferma/).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
