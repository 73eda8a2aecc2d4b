import { expect } from 'vitest';
import { setStage } from '../../support/browser';
import { plantOrigin } from '../../support/chromium';
import { doTasks } from '../../support/tasks';

/* What somebody has to do before the first value is there, once in the life of a datalogger; and when the password is forgotten. */

const stages = { phone: setStage({ hasAccounts: false }), panel: setStage({ hasAccounts: false }) };

doTasks(
  device => stages[device],
  [
    {
      name: 'first start: the administrator; a password forgotten, a new one with the code of the device',
      role: null,
      most: { phone: 16, panel: 16 },
      work: async (hands, { datalogger }) => {
        const { page } = hands;
        await page.goto(`${plantOrigin}/`);
        await page.getByRole('heading', { name: 'Primo avvio' }).waitFor();
        await hands.fill('Nome e cognome', 'Maria Ferrara');
        await hands.fill('Utente', 'admin');
        await hands.fill('Nuova password', 'mezzogiorno solare');
        await hands.fill('Ripeti la password', 'mezzogiorno solare');
        await hands.press('Crea amministratore');
        await hands.sees('Amministratore creato. Ora accedi.');
        await hands.fill('Password', 'mezzogiorno solare');
        await hands.press('Accedi');
        await page.locator('.figs').waitFor();
        await hands.press('Esci');
        const path = '/api/account/1/codice';
        const token = datalogger.login('admin');
        const { codice } = await (await datalogger.request(path, { method: 'POST', token })).json();
        await hands.press('Ho un codice monouso');
        await hands.fill('Utente', 'admin');
        await hands.fill('Codice monouso', codice);
        await hands.fill('Nuova password', 'tramonto lungo 9');
        await hands.fill('Ripeti la password', 'tramonto lungo 9');
        await hands.press('Cambia password');
        await hands.sees('Password cambiata. Ora accedi.');
        await hands.fill('Password', 'tramonto lungo 9');
        await hands.press('Accedi');
        await page.locator('.figs').waitFor();
        expect(datalogger.config.accounts.count()).toBe(1);
      },
    },
  ],
);
