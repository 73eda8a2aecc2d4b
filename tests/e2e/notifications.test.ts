import { afterEach, describe, expect, test } from 'vitest';
import { webhookExamples } from '../../src/contract/push';
import { logReceiver, webReceiver } from '../support/alarm-receivers';
import { expectNoNonsense, setStage } from '../support/browser';
import { freePort } from '../support/free-port';
import { localGuard } from '../support/local-guard';
import { expectAccessibleIn, expectNoOverflow } from '../support/looks';
import { smtpSink } from '../support/smtp-sink';

const stage = setStage({ guard: localGuard });
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** The panel of a service, near the bottom of the system setup. */
async function panelOf(name: string) {
  const page = await stage.open('admin', '/config/setup-sistema');
  await page.getByRole('region', { name: 'Notifiche' }).scrollIntoViewIfNeeded();
  const panel = page.getByRole('region', { name, exact: true });
  await panel.getByLabel('Attivo').check();
  return { page, panel };
}

describe('webhook', () => {
  test('is tried step by step, and what is saved shows no secret', async () => {
    const { url, received, close } = await webReceiver();
    closers.push(close);
    const { page, panel } = await panelOf('Webhook');
    await panel.getByLabel('Indirizzo web').fill(`http://127.0.0.1:${await freePort()}/`);
    await panel.getByRole('button', { name: 'Prova connessione' }).click();
    await panel.getByText('Connessione: fallito, rifiutata').waitFor();
    await panel.getByText('Invio: saltato').waitFor();
    await panel.getByLabel('Indirizzo web').fill(`${url}/allarmi`);
    await panel.getByLabel('Segreto').fill('s3greta');
    await panel.getByRole('button', { name: 'Prova connessione' }).click();
    await panel.getByText('Invio: riuscito').waitFor();
    expect(received).toHaveLength(1);
    expect(received[0]?.headers['x-meridiana-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    await panel.getByRole('button', { name: 'Salva' }).click();
    await panel.getByText('Salvato: ').waitFor();
    expect(await panel.getByLabel('Segreto').inputValue()).toBe('');
    expect(stage.datalogger.config.services.webhook.read()).toMatchObject({
      value: { abilitato: true, url: `${url}/allarmi` },
      secret: 's3greta',
    });
    await expectNoNonsense(page);
  });

  test('of a service has its usual address filled in, and says where a secret would travel in clear', async () => {
    const { panel } = await panelOf('Webhook');
    for (const format of ['ntfy', 'slack', 'telegram'] as const) {
      await panel.getByLabel('Servizio').selectOption(format);
      await panel.getByRole('button', { name: 'Scrivi l’indirizzo abituale' }).click();
      expect(await panel.getByLabel('Indirizzo web').inputValue()).toBe(`https://${webhookExamples[format]}`);
    }
    const warning = panel.getByText('Il segreto viaggia in chiaro');
    expect(await warning.count()).toBe(0);
    await panel.getByLabel('Indirizzo web').fill('http://192.0.2.20/bot{segreto}/sendMessage');
    await warning.waitFor();
    await panel.getByRole('button', { name: 'Salva' }).click();
    await panel.getByText('Chat: Scrivi un valore.').waitFor();
  });
});

test('recipients follow each other where nobody acknowledges, each with own hours, also on a phone', async () => {
  const phone = { viewport: { width: 360, height: 800 } };
  const page = await stage.open('admin', '/config/setup-sistema', phone);
  const panel = page.getByRole('region', { name: 'Notifiche', exact: true });
  await panel.getByLabel('Attive').check();
  for (const [number, email, after] of [
    [1, 'anna@example.net', '0'],
    [2, 'bruno@example.net', '15'],
  ] as const) {
    await panel.getByRole('button', { name: 'Aggiungi' }).click();
    await panel.getByRole('textbox', { name: `E-mail ${number}` }).fill(email);
    await panel.getByRole('textbox', { name: `Se non riconosciuto dopo ${number}` }).fill(after);
  }
  await panel.getByRole('combobox', { name: 'Dispositivi 2' }).selectOption('Inverter');
  await panel.getByRole('textbox', { name: 'Dalle 2' }).fill('25:00');
  await panel.getByRole('button', { name: 'Salva' }).click();
  await panel.getByText('Formato: 07:30.').first().waitFor();
  await panel.getByRole('textbox', { name: 'Dalle 2' }).fill('20:00');
  await panel.getByRole('button', { name: 'Salva' }).click();
  await panel.getByText('Salvato: ').waitFor();
  expect(stage.datalogger.config.services.notifications.read().value.destinatari).toMatchObject([
    { email: 'anna@example.net', gruppo: 'tutti', dopo: 0 },
    { email: 'bruno@example.net', gruppo: 'inverter', dopo: 15, dalle: '20:00' },
  ]);
  await expectAccessibleIn(page);
  await expectNoOverflow(page);
});

test('mail is set up, tried step by step from the notifications, and says who sends through it before it is off', async () => {
  const sink = await smtpSink();
  closers.push(sink.close);
  const { notifications } = stage.datalogger.config.services;
  notifications.write({ ...notifications.read().value, abilitate: true }, null);
  const page = await stage.open('admin', '/config/setup-sistema');
  const told = page.getByRole('region', { name: 'Notifiche', exact: true });
  await told.getByText('La posta è spenta: nessuna notifica parte per e-mail.').waitFor();
  const mail = page.getByRole('region', { name: 'Posta', exact: true });
  await mail.getByLabel('Attiva').check();
  await mail.getByLabel('Server').fill('127.0.0.1');
  await mail.getByLabel('Porta').fill(String(sink.port));
  await mail.getByLabel('Sicurezza').selectOption('nessuna');
  await mail.getByLabel('Mittente', { exact: true }).fill('fv@example.net');
  await mail.getByRole('button', { name: 'Salva' }).click();
  await mail.getByText('Salvato: ').waitFor();
  await told.getByLabel('E-mail di prova a').fill('anna@example.net');
  await told.getByRole('button', { name: 'Invia una prova' }).click();
  await told.getByText('Inviata: il server l’ha accettata.').waitFor();
  expect(await told.getByRole('listitem').allInnerTexts()).toEqual([
    'Nome: riuscito',
    'Connessione: riuscito',
    'TLS: saltato',
    'Accesso: saltato',
    'Invio: riuscito',
  ]);
  expect(sink.mails.map(({ to }) => to)).toEqual([['anna@example.net']]);
  await expectAccessibleIn(page);
  await mail.getByLabel('Attiva').uncheck();
  await mail.getByText('Lo usano: Notifiche.').waitFor();
});

test('a log server is tried step by step and saved', async () => {
  const { received, porta, close } = await logReceiver('tcp');
  closers.push(close);
  const { page, panel } = await panelOf('Syslog');
  await panel.getByLabel('Server').fill('127.0.0.1');
  await panel.getByLabel('Porta').fill(String(porta));
  await panel.getByLabel('Trasporto').selectOption('tls');
  await panel.getByLabel('Impronta del certificato').waitFor();
  await panel.getByLabel('Trasporto').selectOption('tcp');
  await panel.getByRole('button', { name: 'Prova connessione' }).click();
  await panel.getByText('Invio: riuscito').waitFor();
  await expect.poll(() => received.length).toBe(1);
  await panel.getByRole('button', { name: 'Salva' }).click();
  await panel.getByText('Salvato: ').waitFor();
  expect(stage.datalogger.config.services.syslog.read().value).toMatchObject({ porta, trasporto: 'tcp' });
  await page.getByRole('region', { name: 'Registro delle modifiche' }).waitFor();
  await expectAccessibleIn(page);
  await expectNoOverflow(page);
});
