import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InferOutput } from 'valibot';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { AuditPage as PageSchema } from '../../../../src/contract/audit';
import { everyAlarm, type MailBody, type NotificationBody } from '../../../../src/contract/mail';
import type { ScheduleAction } from '../../../../src/contract/schedules';
import type { Trial } from '../../../../src/contract/sharing';
import { openJobsDatabase } from '../../../../src/datalogger/storage/jobs/jobs-database';
import { startDatalogger, type TestDatalogger, type TestOptions } from '../../../support/datalogger';
import { exampleMail, exampleNotifications, exampleSchedule } from '../../../support/example-services';
import { freePort } from '../../../support/free-port';
import { localGuard } from '../../../support/local-guard';
import { type SmtpSink, smtpSink } from '../../../support/smtp-sink';
import { serviceCalls } from '../../api/routes/services-support';

type AuditPage = InferOutput<typeof PageSchema>;

let sink: SmtpSink;
let datalogger: TestDatalogger;
let calls: ReturnType<typeof serviceCalls>;

beforeEach(async () => {
  sink = await smtpSink();
});
afterEach(async () => {
  await datalogger.close();
  sink.close();
});

async function begin(options: TestOptions = {}, mail: Partial<MailBody> = {}): Promise<void> {
  datalogger = await startDatalogger({ guard: localGuard, ...options });
  calls = serviceCalls(datalogger);
  const settings = {
    ...exampleMail,
    server: '127.0.0.1',
    porta: sink.port,
    sicurezza: 'nessuna' as const,
    ...mail,
  };
  expect((await calls.put('sistema/posta', settings)).status).toBe(200);
}

async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 30) {
    await datalogger.run(Math.min(30, left));
    await datalogger.settled();
  }
}

const outcomes = (body: Trial) => body.passi.map(({ passo, esito }) => `${passo} ${esito}`).join(', ');
const failed = ({ passi }: Trial) => passi.find(({ esito }) => esito === 'fallito')?.passo;
const trial = () => calls.post('sistema/posta/prova', { email: 'servizio@example.net', lingua: 'de' });

describe('e-mail', () => {
  test('the trial arrives in the language of who gets it', async () => {
    await begin();
    const { body } = await trial();
    expect([body.motivo, outcomes(body)]).toEqual([
      null,
      'nome riuscito, connessione riuscito, tls saltato, accesso riuscito, invio riuscito',
    ]);
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]).toMatchObject({
      to: ['servizio@example.net'],
      subject: 'FV Cascina Bassa: Meridiana',
    });
    expect(sink.mails[0]?.parts[0]).toContain('Test-E-Mail: Der Versand funktioniert.');
    expect(sink.mails[0]?.raw).toMatch(/^From: FV Masseria <masseria@example.net>/m);
  });

  test('says why it fails, and never what the server said', async () => {
    await begin();
    sink.loginReply = '535 s3greta is wrong';
    const refused = await trial();
    expect(refused.body.motivo).toBe('credenziali');
    expect(failed(refused.body)).toBe('accesso');
    await calls.put('sistema/posta', { ...exampleMail, server: '127.0.0.1', porta: sink.port });
    expect(failed((await trial()).body)).toBe('tls');
    await calls.put('sistema/posta', { ...exampleMail, server: '127.0.0.1', porta: await freePort() });
    const { body } = await trial();
    expect([body.motivo, failed(body)]).toEqual(['rifiutata', 'connessione']);
    // As if it had been saved before it was refused.
    const { mail } = datalogger.config.services;
    mail.write({ ...mail.read().value, server: '127.0.0.9' }, null);
    const forbidden = (await trial()).body;
    expect([forbidden.motivo, failed(forbidden)]).toEqual(['indirizzo_vietato', 'nome']);
  });
});

describe('a report by e-mail', () => {
  const report = (allegato: boolean): ScheduleAction => ({
    tipo: 'report_email',
    report: 'giornaliero',
    destinatari: [
      { email: 'a@example.net', lingua: 'it' },
      { email: 'b@example.net', lingua: 'en' },
    ],
    allegato,
    pdf: allegato,
  });
  const atNoon = { ...exampleSchedule, quando: { ricorrenza: 'giornaliera', ora: '12:00' } } as const;

  test('G20: a report is sent at once ten times in an hour at most, by an account', async () => {
    await begin({ at: '2026-06-10T09:00:00+02:00', historyDays: 3 });
    const { body: made } = await calls.post('pianificazioni', { ...atNoon, azione: report(false) });
    const sent: number[] = [];
    for (let nth = 0; nth < 12; nth += 1) {
      // Ten seconds apart, which a burst of trials may be.
      datalogger.clock.advance(10_000);
      sent.push((await calls.post(`pianificazioni/${made.id}/invia`, undefined)).status);
    }
    expect(sent).toEqual([...Array(10).fill(200), 429, 429]);
    expect(sink.mails.length).toBe(20);
  });

  test('is sent at once where somebody asks for it, also while the schedule is off, and it is said what came of it', async () => {
    await begin({ at: '2026-06-10T09:00:00+02:00', historyDays: 3 });
    const off = { ...atNoon, abilitata: false };
    const { body: made } = await calls.post('pianificazioni', { ...off, azione: report(false) });
    const { body: other } = await calls.post('pianificazioni', atNoon);
    expect((await calls.post(`pianificazioni/${made.id}/invia`, undefined)).body).toEqual({ motivo: null });
    expect(sink.mails.map(({ to, subject }) => [to[0], subject.split(': ')[1]])).toEqual([
      ['a@example.net', 'Report giornaliero, 9 giugno 2026'],
      ['b@example.net', 'Daily report, 9 June 2026'],
    ]);
    const wrong = await calls.post(`pianificazioni/${other.id}/invia`, undefined);
    expect([wrong.status, wrong.body.codice]).toEqual([409, 'conflict']);
    sink.refused.add('b@example.net');
    const refused = await calls.post(`pianificazioni/${made.id}/invia`, undefined);
    expect(refused.body).toEqual({ motivo: 'invio_posta' });
    const { righe }: AuditPage = (await calls.get('registro')).body;
    const sent = righe.filter(({ azione }) => azione === 'schedule.send');
    expect(sent.map(({ modifiche }) => modifiche.map(({ nuovo }) => nuovo))).toEqual([
      ['a@example.net, b@example.net', 'invio_posta'],
      ['a@example.net, b@example.net'],
    ]);
  });

  test('is also of the week from Monday to Sunday, and of the quarter, that are over', async () => {
    await begin({ at: '2026-04-08T09:00:00+02:00', historyDays: 100 });
    for (const kind of ['settimanale', 'trimestrale'] as const) {
      const action = {
        ...report(true),
        pdf: false,
        report: kind,
        destinatari: [{ email: 'a@example.net', lingua: 'en' }],
      };
      const { body } = await calls.post('pianificazioni', { ...atNoon, azione: action });
      expect((await calls.post(`pianificazioni/${body.id}/invia`, undefined)).body).toEqual({ motivo: null });
    }
    const titles = sink.mails.map(({ subject }) => subject.split(': ')[1]);
    expect(titles[0]).toMatch(/, 30 March – 5 April 2026$/);
    expect(titles[1]).toMatch(/, 1 January – 31 March 2026$/);
    expect(sink.mails[0]?.raw).toContain('meridiana-range-2026-03-30_2026-04-05.csv');
    // Seven rows, a day each, below the heads.
    expect(sink.mails[0]?.parts[1]?.trim().split('\r\n')).toHaveLength(8);
  });

  test('carries yesterday, in the words and numbers of each language, with the whole as PDF and the rows as CSV', async () => {
    await begin({ at: '2026-06-10T11:59:50+02:00', historyDays: 3 });
    await calls.post('pianificazioni', { ...atNoon, azione: report(true) });
    await pass(30);
    const [italian, english] = sink.mails;
    expect(italian).toMatchObject({
      to: ['a@example.net'],
      subject: 'FV Cascina Bassa: Report giornaliero, 9 giugno 2026',
    });
    expect(italian?.parts[0]).toMatch(/Energia prodotta: \d+,\d\skWh/);
    expect(english).toMatchObject({
      to: ['b@example.net'],
      subject: 'FV Cascina Bassa: Daily report, 9 June 2026',
    });
    expect(english?.parts[0]).toMatch(/Energy produced: \d+\.\d\skWh/);
    expect(italian?.parts[1]).toMatch(/^%PDF-1\.7/);
    const rows = (italian?.parts[2] ?? '').split('\r\n');
    expect(rows[0]).toMatch(/^\ufeffOra \[UTC\+02:00\];Prodotta \[kWh\];/);
    expect(rows[1]).toMatch(/^2026-06-09 00:00:00;/);
    expect(rows.filter(row => row.startsWith('2026-06-09'))).toHaveLength(96);
    expect(english?.parts[2]).toMatch(/^\ufeff[\w ]+ \[UTC\+02:00\],Produced \[kWh\],/);
    const { body } = await calls.get('report?tipo=giornaliero&d=2026-06-09');
    const energy = body.indici.energia.toFixed(1).replace('.', ',');
    expect(italian?.parts[0]?.replaceAll('.', '')).toContain(`${energy}\u00a0kWh`);
    expect((await calls.get('pianificazioni')).body[0].ultimo).toMatchObject({ esito: 'riuscita' });
  });

  test('says that e-mail is off, fails, or has nothing to tell', async () => {
    await begin({ at: '2026-06-10T11:59:50+02:00' });
    const outcome = async () => {
      await pass(15);
      const { body } = await calls.get('pianificazioni');
      return body.at(-1).ultimo.motivo;
    };
    await calls.post('pianificazioni', { ...atNoon, azione: report(false) });
    expect(await outcome()).toBe('dati_mancanti');
    await calls.put('sistema/posta', { ...exampleMail, abilitata: false });
    await calls.post('pianificazioni', {
      ...atNoon,
      quando: { ricorrenza: 'giornaliera', ora: '12:01' },
      azione: report(false),
    });
    await pass(60);
    expect(await outcome()).toBe('posta_mancante');
    expect(sink.mails).toEqual([]);
  });
});

describe('alarms by e-mail', () => {
  const hot = () => {
    datalogger.hardware.cpuTemperature = 90;
  };
  const cool = () => {
    datalogger.hardware.cpuTemperature = 40;
  };

  async function watching(change: Partial<NotificationBody> = {}, options: TestOptions = {}): Promise<void> {
    await begin(options);
    await calls.put('sistema/notifiche', { ...exampleNotifications, priorita_minima: 3, ...change });
    for (const code of ['DLG01', 'UPS01', 'UPS02']) {
      await calls.put(`config/allarmi/${code}`, { ritardo_on: 0, ritardo_off: 0 });
    }
    await datalogger.run(2);
  }

  test('what comes within seconds is one e-mail, the most urgent first', async () => {
    await watching();
    hot();
    datalogger.hardware.batteryContact = '0';
    await pass(60);
    expect(sink.mails).toHaveLength(1);
    const lines = sink.mails[0]?.parts[0]?.split('\r\n').filter(line => /[A-Z]{3}\d\d/.test(line)) ?? [];
    expect(lines.map(line => /[A-Z]{3}\d\d/.exec(line)?.[0])).toEqual(['UPS02', 'DLG01']);
    expect(lines[0]).toMatch(/^10\/06\/2026, 13:4\d {2}Critica {2}UPS02 {2}Batteria UPS scarica/);
    expect((await calls.get('sistema/notifiche')).body.ultimo_invio).toBe(datalogger.clock.now() / 1000);
    await pass(600);
    expect(sink.mails).toHaveLength(1);
  });

  test('gathers alarms of different cycles within 10 s in one e-mail', async () => {
    await watching();
    hot();
    await pass(4);
    datalogger.hardware.batteryContact = '0';
    await pass(60);
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]?.parts[0]).toMatch(/UPS02[\s\S]*DLG01/);
  });

  test('a lower priority than wanted is not sent', async () => {
    await watching({ priorita_minima: 2 });
    hot();
    await pass(60);
    expect(sink.mails).toEqual([]);
  });

  test('nothing leaves while a schedule keeps them silent, but what is more urgent', async () => {
    await watching();
    const silence: ScheduleAction = { tipo: 'silenzio_notifiche', da_priorita: 3, durata: 60 };
    await calls.post('pianificazioni', {
      ...exampleSchedule,
      quando: { ricorrenza: 'giornaliera', ora: '13:30' },
      azione: silence,
    });
    await datalogger.run(2);
    hot();
    await pass(60);
    expect(sink.mails).toEqual([]);
    datalogger.hardware.batteryContact = '0';
    await pass(60);
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]?.parts[0]).not.toContain('DLG01');
  });

  test('what is under maintenance is kept and not sent, but everything else', async () => {
    await watching();
    const azione: ScheduleAction = {
      tipo: 'manutenzione',
      inverter: null,
      quadro: null,
      tracker: null,
      segnale: null,
      codice: 'DLG01',
      motivo: 'Nuova ventola',
      concordata: false,
      durata: 60,
    };
    await calls.post('pianificazioni', {
      ...exampleSchedule,
      quando: { ricorrenza: 'giornaliera', ora: '13:30' },
      azione,
    });
    await datalogger.run(2);
    hot();
    datalogger.hardware.batteryContact = '0';
    await pass(60);
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]?.parts[0]).toContain('UPS02');
    expect(sink.mails[0]?.parts[0]).not.toContain('DLG01');
    const { body } = await calls.get('allarmi');
    expect(JSON.stringify(body.righe)).toContain('DLG01');
  });

  test('outside the active hours they wait for the first of them', async () => {
    await watching({ dalle: '14:00', alle: '20:00' });
    hot();
    await pass(120);
    expect(sink.mails).toEqual([]);
    await pass(1020);
    expect(sink.mails).toHaveLength(1);
  });

  test('never more than the limit per hour, and nothing is lost by that', async () => {
    await watching({ massimo_ora: 2 });
    for (let n = 0; n < 4; n++) {
      hot();
      await pass(30);
      cool();
      await pass(30);
      const { body } = await calls.get('allarmi?stato=da_riconoscere');
      await calls.post('allarmi/riconosci', { id: body.righe.map(({ id }: { id: number }) => id) });
    }
    expect(sink.mails).toHaveLength(2);
    datalogger.clock.advance(3_600_000);
    await pass(30);
    expect(sink.mails).toHaveLength(3);
    expect(sink.mails[2]?.subject).toContain('Allarmi (2)');
  });

  test('once a day a digest, and none when there was nothing', async () => {
    await watching({ immediata: false, riepilogo: true, ora_riepilogo: '13:50' });
    hot();
    await pass(60);
    expect(sink.mails).toEqual([]);
    await pass(600);
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]?.subject).toContain('Riepilogo allarmi (1)');
  });

  test('an alarm that nobody acknowledges is sent again, one that somebody did is not', async () => {
    await watching({ ripeti: 15 });
    hot();
    await pass(1000);
    expect(sink.mails).toHaveLength(2);
    const { body } = await calls.get('allarmi?stato=da_riconoscere');
    await calls.post('allarmi/riconosci', { id: body.righe.map(({ id }: { id: number }) => id) });
    await pass(1000);
    expect(sink.mails).toHaveLength(2);
  });

  const anna = { ...everyAlarm, email: 'anna@example.net', lingua: 'it' } as const;
  const bruno = { ...everyAlarm, email: 'bruno@example.net', lingua: 'it' } as const;
  const recipients = () => sink.mails.map(({ to }) => to[0]);

  test('a recipient that the server refuses is named and alarmed after an hour, though the others get theirs', async () => {
    await watching({ destinatari: [anna, bruno], massimo_ora: 20 });
    sink.refused.add(bruno.email);
    hot();
    await pass(60);
    expect(recipients()).toEqual([anna.email]);
    const refused = async () => (await calls.get('sistema/consegne')).body.posta;
    expect(await refused()).toMatchObject([{ motivo: 'permesso', gruppo: bruno.email, righe: 1 }]);
    const alarmed = async () => {
      const { body } = await calls.get('allarmi?stato=correnti&testo=DLG03');
      return body.righe.some(({ presente }: { presente: boolean }) => presente);
    };
    for (let minute = 0; minute < 100; minute++) {
      if (minute === 30) expect(await alarmed()).toBe(false);
      datalogger.clock.advance(60_000);
      await pass(10);
    }
    expect(await alarmed()).toBe(true);
    sink.refused.clear();
    for (let minute = 0; minute < 65; minute++) {
      datalogger.clock.advance(60_000);
      await pass(10);
    }
    expect(recipients()).toContain(bruno.email);
    expect(await refused()).toEqual([]);
    expect(await alarmed()).toBe(false);
  });

  test('one follows the other where nobody acknowledges in time, and not where somebody did', async () => {
    await watching({ destinatari: [anna, { ...bruno, dopo: 15 }] });
    hot();
    await pass(60);
    expect(recipients()).toEqual([anna.email]);
    await pass(900);
    expect(recipients()).toEqual([anna.email, bruno.email]);
    cool();
    await pass(60);
    const acknowledge = async () => {
      const { body } = await calls.get('allarmi?stato=da_riconoscere');
      await calls.post('allarmi/riconosci', { id: body.righe.map(({ id }: { id: number }) => id) });
    };
    await acknowledge();
    hot();
    await pass(60);
    expect(recipients()).toEqual([anna.email, bruno.email, anna.email]);
    await acknowledge();
    await pass(1200);
    expect(sink.mails).toHaveLength(3);
  });

  test('each recipient is notified of its devices and priorities, in its hours', async () => {
    await watching({
      destinatari: [
        { ...anna, gruppo: 'ups' },
        { ...bruno, priorita_minima: 1 },
        { ...everyAlarm, email: 'night@example.net', lingua: 'en', dalle: '20:00', alle: '06:00' },
      ],
    });
    hot();
    await pass(60);
    expect(recipients()).toEqual([]);
    // Critical, and of the UPS.
    datalogger.hardware.batteryContact = '0';
    await pass(60);
    expect(recipients()).toEqual([anna.email, bruno.email]);
    for (const { parts } of sink.mails) expect(parts[0]).not.toContain('DLG01');
  });

  test('the digest has what concerns each', async () => {
    const digest = { immediata: false, riepilogo: true, ora_riepilogo: '13:50' };
    await watching({ ...digest, destinatari: [{ ...anna, gruppo: 'ups' }, bruno] });
    hot();
    datalogger.hardware.batteryContact = '0';
    await pass(600);
    expect(sink.mails.map(({ to, subject }) => [to[0], /\(\d\)/.exec(subject)?.[0]])).toEqual([
      [anna.email, '(1)'],
      [bruno.email, '(2)'],
    ]);
  });

  test('a digest for which the hour has no room holds up no urgent alarm', async () => {
    const digest = { riepilogo: true, ora_riepilogo: '13:50', massimo_ora: 3 };
    await watching({ ...digest, destinatari: [anna, bruno] });
    hot();
    await pass(600);
    expect(recipients()).toEqual([anna.email, bruno.email]);
    datalogger.hardware.batteryContact = '0';
    await pass(30);
    expect(recipients()).toHaveLength(3);
    expect(sink.mails[2]?.subject).toContain('Batteria UPS scarica');
    datalogger.clock.advance(3_600_000);
    await pass(60);
    expect(sink.mails.filter(({ subject }) => subject.includes('Riepilogo'))).toHaveLength(2);
  });

  test('what an older version kept for all recipients reaches each of them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mail-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await begin({ dataFolder: folder });
    const settings = { ...exampleNotifications, destinatari: [anna, bruno] };
    await calls.put('sistema/notifiche', settings);
    await datalogger.close();
    const jobs = openJobsDatabase(join(folder, 'jobs.db'));
    const notice = { id: 1, code: 'UPS02', device: 'UPS', priority: 1, begin: 1_781_091_730 };
    const nothing = { digest: [], digestedTo: 0, sentMs: [], lastSentAt: null, told: {} };
    jobs.notes.write('notifications', { ...nothing, waiting: [notice], waitingSince: 0 });
    jobs.close();
    await begin({ dataFolder: folder });
    await pass(30);
    expect(recipients()).toEqual([anna.email, bruno.email]);
    expect(sink.mails[0]?.subject).toContain('Batteria UPS scarica');
  });

  test('an address that is refused does not keep the others from theirs, and gets its own later', async () => {
    await watching({ destinatari: [anna, bruno] });
    sink.refused.add(anna.email);
    hot();
    await pass(60);
    expect(recipients()).toEqual([bruno.email]);
    sink.refused.clear();
    datalogger.clock.advance(60_000);
    await pass(30);
    expect(recipients()).toEqual([bruno.email, anna.email]);
  });

  test('a mail server that is down gets them later', async () => {
    await watching();
    sink.loginReply = '535 no';
    hot();
    await pass(60);
    sink.loginReply = '235 in';
    await pass(30);
    expect(sink.mails).toEqual([]);
    datalogger.clock.advance(60_000);
    await pass(30);
    expect(sink.mails).toHaveLength(1);
  });
});
