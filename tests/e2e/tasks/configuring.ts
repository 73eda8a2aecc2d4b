import { expect } from 'vitest';
import type { MailBody } from '../../../src/contract/mail';
import { logIn, type Stage } from '../../support/browser';
import { bodyOf } from '../../support/config-records';
import { exampleMail } from '../../support/example-services';
import { smtpSink } from '../../support/smtp-sink';
import type { Task } from '../../support/tasks';

const configuration = 'Configurazione impianto';

/** The plant's date and time: `2026-10-27 12:25:10`. */
const inPlant = (atMs: number) => new Date(atMs).toLocaleString('sv-SE', { timeZone: 'Europe/Rome' });

/** What is mailed in the next seconds of the plant, once there is a mail server. */
async function mailsWithin({ run, request, login }: Stage['datalogger'], seconds: number) {
  const sink = await smtpSink();
  const put = async (json: MailBody) => {
    const answer = await request('/api/sistema/posta', {
      method: 'PUT',
      token: login('admin'),
      headers: { 'If-Match': '*' },
      json,
    });
    expect(answer.status).toBe(200);
  };
  try {
    await put({ ...exampleMail, server: '127.0.0.1', porta: sink.port, sicurezza: 'nessuna' });
    await run(seconds);
    await expect.poll(() => sink.mails.length).toBeGreaterThan(0);
    return sink.mails;
  } finally {
    await put({ ...exampleMail, abilitata: false });
    sink.close();
  }
}

/** What administrators come for. */
export const configuring: readonly Task[] = [
  {
    name: 'a report: on paper, as a file, and every month by e-mail',
    role: 'admin',
    most: { phone: 18, panel: 16 },
    work: async (hands, { datalogger }) => {
      await hands.menu('Report', 'Statistiche e report');
      await hands.save('Scarica CSV: Tabella');
      await hands.page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', '');
      });
      await hands.press('Stampa');
      await hands.page.locator('[data-printed]').waitFor();
      // What the printer gets: pages of A4, without the buttons of the screen.
      const paper = (await hands.page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(paper).toMatch(/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
      await hands.page.emulateMedia({ media: 'print' });
      await expect.poll(() => hands.page.getByRole('button', { name: 'Stampa' }).count()).toBe(0);
      await hands.page.emulateMedia({ media: 'screen' });
      await hands.menu('Pianificazioni', configuration);
      await hands.press('Aggiungi');
      await hands.fill('Nome', `Report del mese, ${hands.device}`);
      await hands.choose('Azione', 'Report per e-mail');
      await hands.choose('Report', 'del mese');
      await hands.press('Aggiungi', hands.page.getByRole('group', { name: 'Parametri' }));
      await hands.fill('E-mail 1', 'titolare@example.com');
      await hands.choose('Ricorrenza', 'ogni mese');
      const due = inPlant(datalogger.plantClock.now() + 3 * 60_000);
      await hands.fill('Ora', due.slice(11, 16));
      await hands.fill('Giorno del mese', due.slice(8, 10));
      await hands.press(/^Salva/);
      await hands.sees('Così non può riuscire');
      const [mail] = await mailsWithin(datalogger, 180);
      expect(mail?.to).toEqual(['titolare@example.com']);
      expect(mail?.subject).toContain('settembre 2026');
    },
  },
  {
    name: 'a device: a field, a conflict with a colleague, a draft through the end of the session',
    role: 'admin',
    most: { phone: 13, panel: 12 },
    work: async (hands, { datalogger }) => {
      const { page } = hands;
      const { accounts, devices, sessions } = datalogger.config;
      const id = hands.device === 'phone' ? 2 : 3;
      await hands.menu('Inverter', configuration);
      await hands.link(`INV 0${id}`);
      await hands.fill('Potenza nominale CA', '99');
      const record = devices.find('inverters', id);
      if (record) devices.change('inverters', id, { ...bodyOf(record), pn: 98 });
      await hands.press(/^Salva/);
      await hands.press('Salva così', hands.dialog);
      await hands.sees('Salvato: 1 campo.');
      await hands.fill('Posizione', 'Cabina A');
      sessions.endAllOf(accounts.findByKey('admin')?.id ?? 0);
      await hands.press(/^Salva/);
      await page.waitForURL(/\/auth$/);
      await logIn(page, 'admin');
      hands.steps += 3;
      await expect.poll(() => page.getByLabel(/^Posizione/).inputValue()).toBe('Cabina A');
      await hands.press(/^Salva/);
      await hands.sees('Salvato: 1 campo.');
    },
  },
  {
    name: 'network on trial, time servers, backup, restore, restart',
    role: 'admin',
    most: { phone: 20, panel: 19 },
    work: async (hands, { datalogger }) => {
      await hands.menu('Impostazioni di sistema', configuration);
      const network = hands.region('Rete');
      await hands.choose('Modalità', 'Indirizzo fisso', network);
      await hands.fill('Indirizzo IP', hands.device === 'phone' ? '192.168.1.20' : '192.168.1.21', network);
      await hands.fill('Maschera', '24', network);
      await hands.fill('Gateway', '192.168.1.1', network);
      await hands.press('Salva e passa alla nuova rete', network);
      await hands.press('Conferma la rete', network);
      await network.getByText(/^Rete in prova/).waitFor({ state: 'detached' });
      const backup = hands.region('Backup e ripristino');
      const file = await hands.save('Scarica', backup);
      const clock = hands.region('Orologio e dati');
      await hands.fill('Server NTP', 'ntp1.inrim.it', clock);
      await hands.press('Salva', clock);
      await hands.sees('Salvato: 1 campo.', clock);
      await hands.give('Ripristino da file…', file, backup);
      await hands.sees('1 differenza.', backup);
      await hands.press('Ripristina…', backup);
      await hands.flip('Ho letto che cosa succede', hands.dialog);
      await hands.press('Ripristina', hands.dialog);
      await hands.sees('Configurazione ripristinata.', backup);
      expect(datalogger.config.settings.read().value.ntp).not.toContain('ntp1.inrim.it');
      await hands.press('Riavvia…');
      await hands.flip('Ho letto che cosa succede', hands.dialog);
      await hands.press('Riavvia il datalogger', hands.dialog);
      await expect.poll(() => datalogger.system.actions.at(-1)?.action).toBe('reboot');
    },
  },
  {
    name: 'a colleague gets an account and a one-time code',
    role: 'admin',
    most: { phone: 10, panel: 9 },
    work: async hands => {
      await hands.menu('Account', configuration);
      await hands.press('Aggiungi');
      await hands.fill('Nome e cognome', `Anna ${hands.device}`);
      await hands.fill('Nome utente', `anna.${hands.device}`);
      await hands.choose('Ruolo', 'Utente');
      await hands.fill('Nuova password', 'tramontana-7');
      await hands.press(/^Salva/);
      await hands.press('Codice monouso');
      await hands.sees(/^Codice \S+, valido fino alle/);
    },
  },
  {
    name: 'why the FTP server is not reached',
    role: 'admin',
    most: { phone: 5, panel: 4 },
    work: async hands => {
      await hands.menu('Condivisione dati', configuration);
      await hands.fill('Indirizzo', 'ftp.example.com');
      await hands.press('Prova connessione');
      await hands.sees(/: fallito, nome sconosciuto/);
    },
  },
  {
    name: 'rules of alarms: a longer delay, and one that is not wanted',
    role: 'admin',
    most: { phone: 14, panel: 11 },
    work: async hands => {
      await hands.menu('Allarmi', configuration);
      await hands.link(/^INV07/);
      await hands.fill('Ritardo attivazione', hands.device === 'phone' ? '11' : '12');
      await hands.press(/^Salva/);
      await hands.sees('Salvato: 1 campo.');
      if (hands.device === 'phone') await hands.press('Elenco');
      await hands.link(hands.device === 'phone' ? /^INV16/ : /^INV15/);
      await hands.flip('Abilitato');
      await hands.press(/^Salva/);
      await hands.sees('Salvato: 1 campo.');
      if (hands.device === 'phone') await hands.press('Elenco');
      await hands.link(/^INV08/);
      await hands.flip('Abilitato');
      await hands.sees('Disabilitato, questo allarme non avvisa più nessuno.');
      await hands.press('Annulla modifiche');
    },
  },
  {
    name: 'a tracker goes into its safe position',
    role: 'admin',
    most: { phone: 7, panel: 6 },
    work: async (hands, { datalogger }) => {
      await hands.menu('Inseguitori', 'Dettaglio impianto');
      const name = hands.device === 'phone' ? /^T1-02/ : /^T1-03/;
      await hands.link(name, hands.page.locator('.tgrid'));
      await hands.press('Metti in sicurezza…', hands.dialog);
      await hands.press('Continua', hands.dialog);
      await hands.press('Conferma comando', hands.dialog);
      await hands.sees('Attendo che la misura lo confermi.');
      await datalogger.run(240);
      await hands.sees(/Eseguito: la misura lo conferma/);
    },
  },
];
