import { afterEach, beforeEach, expect, test } from 'vitest';
import { webReceiver } from '../../../support/alarm-receivers';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleMail, exampleWebhook } from '../../../support/example-services';
import { localGuard } from '../../../support/local-guard';
import { type SmtpSink, smtpSink } from '../../../support/smtp-sink';
import { serviceCalls } from '../../api/routes/services-support';

let datalogger: TestDatalogger;
let sink: SmtpSink;
let web: Awaited<ReturnType<typeof webReceiver>>;
let calls: ReturnType<typeof serviceCalls>;

beforeEach(async () => {
  [sink, web] = await Promise.all([smtpSink(), webReceiver()]);
  datalogger = await startDatalogger({ guard: localGuard });
  calls = serviceCalls(datalogger);
  const server = { server: '127.0.0.1', porta: sink.port, sicurezza: 'nessuna' };
  await calls.put('sistema/posta', { ...exampleMail, ...server });
  await calls.put('sistema/webhook', { ...exampleWebhook, url: `${web.url}/lavori` });
});
afterEach(async () => {
  await datalogger.close();
  sink.close();
  web.close();
});

async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 10) {
    await datalogger.run(Math.min(10, left));
    await datalogger.settled();
  }
}

/** Gives an account an address and a language, and returns its id. */
function addressed(email: string, lingua: 'de' | 'it'): number {
  const [, second] = datalogger.config.accounts.all();
  if (!second) throw new Error('no account');
  datalogger.config.accounts.change(second.id, { email, lingua });
  return second.id;
}

const order = { titolo: 'Ventola INV 01', gruppo: 'inverter', dispositivo: 1, scadenza: '2026-06-12' };

test('the person who gets an order has an e-mail in their language, and the webhook the order; once, whatever else is changed', async () => {
  const assegnato = addressed('werk@example.net', 'de');
  const { body: made } = await calls.post('lavori', {
    ...order,
    assegnato,
    passi: [{ testo: 'Freischalten', fatto: false }],
  });
  await pass(30);
  expect(sink.mails).toHaveLength(1);
  expect(sink.mails[0]).toMatchObject({ to: ['werk@example.net'] });
  expect(sink.mails[0]?.subject).toContain('Arbeitsauftrag: Ventola INV 01');
  const text = sink.mails[0]?.parts[0] ?? '';
  for (const part of ['INV 01', 'Fällig bis 12.06.2026', '- Freischalten']) expect(text).toContain(part);
  expect(web.received).toHaveLength(1);
  const { evento, lavoro } = JSON.parse(web.received[0]?.body ?? '');
  expect(evento).toBe('lavoro');
  expect(lavoro).toMatchObject({ id: made.id, titolo: 'Ventola INV 01', scadenza: '2026-06-12' });
  const { titolo, passi, scadenza } = made;
  await calls.put(
    `lavori/${made.id}`,
    { titolo, passi, scadenza, assegnato, stato: 'in_corso' },
    `"${made.versione}"`,
  );
  await pass(30);
  expect([sink.mails.length, web.received.length]).toEqual([1, 1]);
});

test('what was refused is sent again, and nothing goes to nobody', async () => {
  await calls.post('lavori', order);
  await pass(30);
  expect([sink.mails.length, web.received.length]).toEqual([0, 0]);
  const assegnato = addressed('operai@example.net', 'it');
  sink.refused.add('operai@example.net');
  await calls.post('lavori', { ...order, assegnato });
  await pass(30);
  expect(sink.mails).toHaveLength(0);
  sink.refused.clear();
  datalogger.clock.advance(90_000);
  await pass(30);
  expect(sink.mails.map(({ to }) => to)).toEqual([['operai@example.net']]);
});
