import { expect } from 'vitest';
import { pathOf } from '../../support/browser';
import { plantOrigin } from '../../support/chromium';
import type { Task } from '../../support/tasks';

/** What operators come for, and technicians of the controller. The plant stands at noon, two days after the clocks went back. */
export const watching: readonly Task[] = [
  {
    name: 'what is wrong; acknowledge, shelve, history, file',
    role: 'normal',
    most: { phone: 9, panel: 8 },
    work: async (hands, { datalogger }) => {
      const inverter = hands.device === 'phone' ? 7 : 6;
      datalogger.plant.inject({ kind: 'inverter-trip', inverter, cause: 'ground' });
      await datalogger.run(30);
      const ground = `INV 0${inverter}: Guasto a terra`;
      await hands.press(`Riconosci: ${ground}`);
      await hands.link(/^Tutti \(/);
      await hands.press(ground, hands.page.locator('.alm tbody'));
      await hands.sees('Causa probabile');
      await hands.press('Sospendi…');
      await hands.fill(/^Motivo/, 'Squadra in viaggio', hands.dialog);
      await hands.press(/^Sospendi/, hands.dialog);
      await hands.press(/^Storico/);
      if (hands.device === 'phone') await hands.press('Filtri');
      const file = await hands.save('Scarica CSV');
      expect(file.suggestedFilename()).toMatch(/^meridiana-allarmi-.*\.csv$/);
    },
  },
  {
    name: 'the worst string',
    role: 'normal',
    most: { phone: 4, panel: 3 },
    work: async hands => {
      await hands.menu('Stringhe', 'Dettaglio impianto');
      await hands.link(/^QS 03\.2 S03/, hands.page.locator('.devs tbody tr').first());
      await hands.dialog.getByRole('application', { name: /Correnti di oggi/ }).waitFor();
    },
  },
  {
    name: 'two inverters over a week, and closer',
    role: 'normal',
    most: { phone: 8, panel: 7 },
    work: async hands => {
      await hands.menu('Impianto', 'Statistiche e report');
      await hands.link('Analisi');
      await hands.choose('Periodo', 'Settimana scorsa', hands.region('Periodo'));
      for (const inverter of ['INV 01', 'INV 02']) {
        await hands.fill('Aggiungi una linea', `${inverter}: Potenza attiva`);
        await hands.page
          .getByRole('option', { name: `${inverter}: Potenza attiva` })
          .first()
          .waitFor();
        await hands.page.keyboard.press('Enter');
      }
      // Both lines have their mean: the week is drawn.
      const lines = hands.region('Linee').locator('tbody tr');
      await expect
        .poll(() => lines.allInnerTexts())
        .toEqual([expect.stringMatching(/\d,\d/), expect.stringMatching(/\d,\d/)]);
      await hands.spread(hands.page.getByRole('application'));
      await hands.page.getByRole('button', { name: 'Intero periodo' }).waitFor();
    },
  },
  {
    name: 'statistics of the day on which the clocks went back, and what a figure means',
    role: 'normal',
    most: { phone: 7, panel: 6 },
    work: async hands => {
      await hands.menu('Impianto', 'Statistiche e report');
      await hands.press('Giorno');
      await hands.press(/^Precedente: 26 ottobre/);
      await hands.press(/^Precedente: 25 ottobre/);
      const table = hands.region('Tabella');
      for (const offset of ['+02:00', '+01:00']) await hands.sees(`02:00${offset}`, table);
      await hands.press(/^PR$/, hands.region('Grandezze del periodo'));
      await hands.sees('Energia prodotta rispetto a quella che la luce misurata darebbe senza perdite.');
    },
  },
  {
    name: 'raw data, with and without a login',
    role: 'normal',
    most: { phone: 4, panel: 4 },
    work: async hands => {
      await hands.press(/^Utente /);
      await hands.link('Dati grezzi');
      await hands.press('Inverter');
      await hands.sees('INV 01');
      await hands.save('Scarica CSV');
      await hands.page.evaluate(() => sessionStorage.clear());
      await hands.page.reload();
      await hands.sees('pac');
      expect(await hands.page.getByText('INV 01').count()).toBe(0);
    },
  },
  {
    name: 'no network, and back again',
    role: 'normal',
    most: { phone: 0, panel: 0 },
    work: async ({ page }) => {
      await page.locator('.figs').waitFor();
      await page.context().setOffline(true);
      await expect.poll(() => page.title()).toMatch(/^Non aggiornato/);
      await page.context().setOffline(false);
      await expect.poll(() => page.title()).not.toMatch(/^Non aggiornato/);
    },
  },
  {
    name: 'links in new tabs, back, and out of all of them',
    role: 'normal',
    most: { phone: 2, panel: 2 },
    work: async hands => {
      const { page } = hands;
      const tab = await page.context().newPage();
      await tab.goto(`${plantOrigin}/allarmi?stato=storico`);
      await tab
        .getByRole('heading', { name: /allarm/i })
        .first()
        .waitFor();
      await hands.link(/^Tutti \(/);
      await page.waitForURL(/\/allarmi$/);
      await page.goBack();
      await page.locator('.figs').waitFor();
      expect(pathOf(page)).toBe('/');
      await hands.press('Esci');
      await tab.waitForURL(/\/auth\/login/);
    },
  },
  {
    name: 'the controller: what limits the plant, and another reactive power',
    role: 'cci',
    most: { phone: 6, panel: 5 },
    work: async (hands, { datalogger }) => {
      await hands.menu('Controllore centrale');
      await hands.sees('Nessuna limitazione in corso');
      await hands.press('Set-point Q…');
      await hands.fill(/^Potenza reattiva/, hands.device === 'phone' ? '20' : '30', hands.dialog);
      await hands.press('Continua', hands.dialog);
      await hands.press('Conferma comando', hands.dialog);
      await datalogger.run(30);
      await hands.sees(/Eseguito: la misura lo conferma/);
    },
  },
];
