import { expect, test } from 'vitest';
import { setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';

const stage = setStage({ hasAccounts: false });

test('the first visit registers the administrator, once, and then logs in', async () => {
  const [page, second] = [await stage.newPage(), await stage.newPage()];
  await Promise.all([page, second].map(each => each.goto(`${plantOrigin}/`)));
  for (const each of [page, second]) await each.getByRole('heading', { name: 'Primo avvio' }).waitFor();

  await page.getByLabel('Nome e cognome').fill('Maria Ferrara');
  // The second letter is Cyrillic.
  await page.getByLabel('Utente').fill('mаria');
  await page.getByLabel('Nuova password').fill('mezzogiorno solare');
  await page.getByLabel('Ripeti la password').fill('mezzogiorno solare');
  await page.getByRole('button', { name: 'Crea amministratore' }).click();
  await page.getByText('Usa lettere di un solo alfabeto').waitFor();
  await page.getByLabel('Utente').fill('m.ferrara');
  await page.getByLabel('Nuova password').fill('corta');
  await page.getByLabel('Ripeti la password').fill('corta');
  await page.getByRole('button', { name: 'Crea amministratore' }).click();
  await page.getByText('La password ha meno di 8 caratteri').waitFor();
  await page.getByLabel('Nuova password').fill('mezzogiorno solare');
  await page.getByLabel('Ripeti la password').fill('mezzogiorno solare');
  await page.getByRole('button', { name: 'Crea amministratore' }).click();
  await page.getByText('Amministratore creato. Ora accedi.').waitFor();

  await second.getByLabel('Nome e cognome').fill('Luca Altro');
  await second.getByLabel('Utente').fill('l.altro');
  await second.getByLabel('Nuova password').fill('qualcos altro 77');
  await second.getByLabel('Ripeti la password').fill('qualcos altro 77');
  await second.getByRole('button', { name: 'Crea amministratore' }).click();
  await second.getByText('L’amministratore esiste già').waitFor();

  // The login begins with the new name, and with no error.
  await expect.poll(() => page.getByLabel('Utente').inputValue()).toBe('m.ferrara');
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect(await page.locator('.lgf .err').count()).toBe(0);
  await page.getByLabel('Password', { exact: true }).fill('mezzogiorno solare');
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.waitForURL(`${plantOrigin}/`);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('livello'))).toBe('0');
  expect(stage.datalogger.config.accounts.count()).toBe(1);
});
