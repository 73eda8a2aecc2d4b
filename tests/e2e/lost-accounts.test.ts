import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';

/** What is left of a device that had accounts: the key of their sessions. */
const dataFolder = mkdtempSync(join(tmpdir(), 'lost-accounts-'));
writeFileSync(join(dataFolder, 'session.key'), 'a7'.repeat(32), { mode: 0o600 });
afterAll(() => rmSync(dataFolder, { recursive: true }));

const stage = setStage({ hasAccounts: false, dataFolder });

test('where accounts were lost, the administrator is created with the code of the device', async () => {
  const page = await stage.newPage();
  await page.goto(`${plantOrigin}/`);
  await page.getByRole('heading', { name: 'Utenti perduti' }).waitFor();
  const create = page.getByRole('button', { name: 'Crea amministratore' });
  await page.getByLabel('Nome e cognome').fill('Maria Ferrara');
  await page.getByLabel('Utente').fill('m.ferrara');
  await page.getByLabel('Nuova password').fill('mezzogiorno solare');
  await page.getByLabel('Ripeti la password').fill('mezzogiorno solare');
  await create.click();
  await page.locator('#login-code-fault').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('login-code');

  await page.getByLabel('Codice di avvio').fill('AAAAA-BBBBB-CCCCC');
  await create.click();
  await page.getByText('Non è il codice dell’ultimo avvio').waitFor();
  expect(stage.datalogger.config.accounts.count()).toBe(0);

  await page.getByLabel('Codice di avvio').fill(readFileSync(join(dataFolder, 'setup-code'), 'utf8').trim());
  await create.click();
  await page.getByText('Amministratore creato. Ora accedi.').waitFor();
  await page.getByLabel('Utente').fill('m.ferrara');
  await page.getByLabel('Password', { exact: true }).fill('mezzogiorno solare');
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL(`${plantOrigin}/`);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('livello'))).toBe('0');
});
