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
  await page
    .getByText('Solo lettura: i comandi spettano agli amministratori e ai tecnici che essi abilitano.')
    .waitFor();
});

test('a technician whom the administrator allowed commands has them, until they are taken away', async () => {
  const admin = await stage.open('admin', '/config/account');
  await admin.getByRole('link', { name: /Tecnico CCI/ }).click();
  await admin.getByLabel('Può inviare comandi').check();
  await admin.getByRole('button', { name: /^Salva/ }).click();
  const commands = () => stage.datalogger.config.accounts.findByKey('cci')?.comandi;
  await expect.poll(commands).toBe(true);
  const page = await stage.open('cci', path);
  await shown(page);
  await page.getByRole('button', { name: 'Set-point Q…' }).waitFor();
  await expectGoodLooks(page);
  await admin.getByLabel('Può inviare comandi').uncheck();
  await admin.getByRole('button', { name: /^Salva/ }).click();
  await expect.poll(commands).toBe(false);
  // Who lost a permission logs in again.
  await page.waitForURL(/\/auth$/);
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
