import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { SyslogBody, WebhookBody } from '../../../../src/contract/push';
import type { Trial } from '../../../../src/contract/sharing';
import {
  logReceiver,
  type Received,
  unsignedCertificate,
  webReceiver,
} from '../../../support/alarm-receivers';
import { startDatalogger, type TestDatalogger, type TestOptions } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { exampleSyslog, exampleWebhook } from '../../../support/example-services';
import { freePort } from '../../../support/free-port';
import { localGuard } from '../../../support/local-guard';
import { serviceCalls } from '../../api/routes/services-support';

let datalogger: TestDatalogger;
let calls: ReturnType<typeof serviceCalls>;
const closers: (() => void)[] = [];

afterEach(async () => {
  await datalogger.close();
  for (const close of closers.splice(0)) close();
});

async function begin(options: TestOptions = {}): Promise<void> {
  datalogger = await startDatalogger({ guard: localGuard, ...options });
  calls = serviceCalls(datalogger);
  for (const code of ['DLG01', 'UPS01', 'UPS02']) {
    await calls.put(`config/allarmi/${code}`, { ritardo_on: 0, ritardo_off: 0 });
  }
}

async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 10) {
    await datalogger.run(Math.min(10, left));
    await datalogger.settled();
  }
}

const setHot = (isHot: boolean) => {
  datalogger.hardware.cpuTemperature = isHot ? 90 : 40;
};

async function acknowledgeAll(): Promise<void> {
  const { body } = await calls.get('allarmi?stato=da_riconoscere');
  await calls.post('allarmi/riconosci', { id: body.righe.map(({ id }: { id: number }) => id) });
}

const outcomes = ({ passi }: Trial) => passi.map(({ passo, esito, motivo }) => [passo, esito, motivo]);

async function webServer() {
  const server = await webReceiver();
  closers.push(server.close);
  return server;
}

async function logServer(trasporto: SyslogBody['trasporto']) {
  const { close, ...server } = await logReceiver(trasporto);
  closers.push(close);
  return server;
}

const settings = (url: string, change: Partial<WebhookBody> = {}): WebhookBody => ({
  ...exampleWebhook,
  url,
  priorita_minima: 3,
  ...change,
});

/** As a receiver checks it: over the time in the header, a point, and the body as it came. */
const signatureOf = ({ headers, body }: Received, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(`${headers['x-meridiana-time']}.${body}`).digest('hex')}`;

describe('webhook', () => {
  test('the trial says each step, and is signed', async () => {
    await begin();
    const { url, received } = await webServer();
    const trial = await calls.post('sistema/webhook/prova', settings(`${url}/allarmi`));
    expect(outcomes(trial.body)).toEqual([
      ['nome', 'riuscito', null],
      ['connessione', 'riuscito', null],
      ['tls', 'saltato', null],
      ['invio', 'riuscito', null],
    ]);
    const [first] = received;
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ evento: 'prova', allarmi: [] });
    expect(first?.headers['x-meridiana-signature']).toBe(first && signatureOf(first, 's3greta'));
  });

  test('alarms that were held back go in halves where the service refuses the message for its size', async () => {
    await begin();
    const { url, answer, received } = await webServer();
    await calls.put('sistema/webhook', settings(url, { abilitato: true, dopo: 0 }));
    answer.status = 503;
    setHot(true);
    datalogger.hardware.batteryContact = '0';
    await pass(30);
    expect(received.length).toBeGreaterThan(0);
    await pass(60);
    const alarmsIn = ({ body }: Received): number[] =>
      JSON.parse(body).allarmi.map(({ id }: { id: number }) => id);
    const [longest = 0] = received.map(({ body }) => body.length).sort((a, b) => b - a);
    received.length = 0;
    Object.assign(answer, { status: 200, longest: longest + 50 });
    datalogger.clock.advance(3_600_000);
    for (let minute = 0; minute < 5; minute++) {
      datalogger.clock.advance(60_000);
      await pass(60);
    }
    const ids = received.flatMap(alarmsIn);
    expect(ids.length).toBeGreaterThan(1);
    expect(received.map(each => alarmsIn(each).length)).toContain(1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the trial says at which step it fails and why, and never what the server said', async () => {
    await begin();
    const { url, answer } = await webServer();
    answer.status = 401;
    const refused = await calls.post('sistema/webhook/prova', settings(url));
    expect(outcomes(refused.body).at(-1)).toEqual(['invio', 'fallito', 'credenziali']);
    expect(refused.text).not.toContain('s3greta');
    const nobody = await calls.post(
      'sistema/webhook/prova',
      settings(`http://127.0.0.1:${await freePort()}`),
    );
    expect(outcomes(nobody.body)).toEqual([
      ['nome', 'riuscito', null],
      ['connessione', 'fallito', 'rifiutata'],
      ['tls', 'saltato', null],
      ['invio', 'saltato', null],
    ]);
  });

  test('an address of the device itself is refused, when tried and when saved', async () => {
    await begin();
    for (const host of ['127.0.0.9', '[::1]', 'localhost']) {
      const body = settings(`http://${host}/`);
      const saved = await calls.put('sistema/webhook', body);
      expect([host, saved.status, saved.body.codice]).toEqual([host, 422, 'forbidden_address']);
      const trial = await calls.post('sistema/webhook/prova', body);
      expect(outcomes(trial.body)[0]).toEqual(['nome', 'fallito', 'indirizzo_vietato']);
    }
  });

  test('the secret is no part of a name that others look up', async () => {
    await begin();
    for (const url of ['https://{segreto}.example.net/', 'https://example.net:{segreto}/'])
      expect((await calls.put('sistema/webhook', settings(url))).status).toBe(422);
  });

  test('a stored secret is never shown, and not sent to another address', async () => {
    await begin();
    const { url, received } = await webServer();
    expect((await calls.put('sistema/webhook', settings(url))).status).toBe(200);
    const read = await calls.get('sistema/webhook');
    expect(read.body.ha_password).toBe(true);
    expect(read.text).not.toContain('s3greta');
    const { password: _, ...other } = settings(`${url}/other`);
    expect((await calls.post('sistema/webhook/prova', other)).status).toBe(422);
    expect((await calls.put('sistema/webhook', other)).status).toBe(422);
    expect(received).toEqual([]);
  });

  test.each([
    ['ntfy', '/impianto', '/', { topic: 'impianto', priority: expect.any(Number) }],
    ['slack', '/services/{segreto}', '/services/T0/B0/x', { text: expect.stringContaining('DLG01') }],
    ['telegram', '/bot{segreto}/sendMessage', '/botT0/B0/x/sendMessage', { chat_id: '42' }],
  ] as const)('%s gets what it understands', async (formato, path, asked, body) => {
    await begin();
    const { url, received } = await webServer();
    const saved = settings(`${url}${path}`, { formato, chat: '42', password: 'T0/B0/x' });
    expect((await calls.put('sistema/webhook', saved)).status).toBe(200);
    setHot(true);
    await pass(20);
    expect(received.map(each => each.path)).toEqual([asked]);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject(body);
    expect(received[0]?.headers.authorization).toBe(formato === 'ntfy' ? 'Bearer T0/B0/x' : undefined);
  });

  test('never more than the limit per hour, then one that says how many', async () => {
    await begin();
    const { url, received } = await webServer();
    await calls.put('sistema/webhook', settings(url, { massimo_ora: 2 }));
    for (let n = 0; n < 5; n++) {
      setHot(true);
      await pass(20);
      setHot(false);
      await pass(20);
      await acknowledgeAll();
    }
    expect(received).toHaveLength(2);
    datalogger.clock.advance(3_600_000);
    await pass(20);
    expect(received).toHaveLength(3);
    const { titolo, allarmi } = JSON.parse(received[2]?.body ?? '');
    expect(titolo).toContain('(3)');
    expect(allarmi).toHaveLength(3);
  });

  test('only what nobody has acknowledged after the set minutes', async () => {
    await begin();
    const { url, received } = await webServer();
    await calls.put('sistema/webhook', settings(url, { dopo: 5 }));
    setHot(true);
    await pass(120);
    await acknowledgeAll();
    await pass(300);
    expect(received).toEqual([]);
    datalogger.hardware.batteryContact = '0';
    await pass(280);
    expect(received).toEqual([]);
    await pass(60);
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0]?.body ?? '').allarmi).toMatchObject([{ codice: 'UPS02' }]);
  });

  test('it waits for its hours, speaks its language, and leaves out lower priorities', async () => {
    await begin({ at: '2026-06-10T13:58:00+02:00' });
    const { url, received } = await webServer();
    const rule = { dalle: '14:00', alle: '20:00', lingua: 'de', priorita_minima: 1 } as const;
    await calls.put('sistema/webhook', settings(url, rule));
    setHot(true);
    datalogger.hardware.batteryContact = '0';
    await pass(60);
    expect(received).toEqual([]);
    await pass(120);
    expect(received).toHaveLength(1);
    const { titolo, allarmi } = JSON.parse(received[0]?.body ?? '');
    expect(titolo).toContain('USV-Batterie');
    expect(allarmi.map(({ codice }: { codice: string }) => codice)).toEqual(['UPS02']);
  });

  test('only alarms of the devices that it is for', async () => {
    await begin();
    const { url, received } = await webServer();
    await calls.put('sistema/webhook', settings(url, { gruppo: 'ups' }));
    setHot(true);
    await pass(30);
    expect(received).toEqual([]);
    datalogger.hardware.batteryContact = '0';
    await pass(30);
    expect(received.map(({ body }) => JSON.parse(body).allarmi[0].codice)).toEqual(['UPS02']);
  });

  test('what waits survives a restart, and the hour does not begin again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'push-'));
    closers.push(() => rmSync(folder, { recursive: true }));
    await begin({ dataFolder: folder });
    const { url, received } = await webServer();
    await calls.put('sistema/webhook', settings(url, { massimo_ora: 1 }));
    setHot(true);
    await pass(20);
    datalogger.hardware.batteryContact = '0';
    await pass(20);
    expect(received).toHaveLength(1);
    await datalogger.close();
    await begin({ dataFolder: folder, at: new Date(datalogger.plantClock.now()).toISOString() });
    await pass(20);
    expect(received).toHaveLength(1);
    datalogger.clock.advance(3_600_000);
    await pass(20);
    expect(JSON.parse(received[1]?.body ?? '').allarmi).toMatchObject([{ codice: 'UPS02' }]);
  });

  test('a service that is down gets it later', async () => {
    await begin();
    const { url, received, answer } = await webServer();
    answer.status = 500;
    await calls.put('sistema/webhook', settings(url));
    setHot(true);
    await pass(30);
    expect(received).toHaveLength(1);
    expect((await calls.get('sistema/webhook')).body.ultimo_invio).toBeNull();
    answer.status = 204;
    datalogger.clock.advance(60_000);
    await pass(20);
    expect(received).toHaveLength(2);
    expect((await calls.get('sistema/webhook')).body.ultimo_invio).toBe(datalogger.clock.now() / 1000);
  });
});

/** Every minute for so long, the device's clock with the plant's. */
async function lasts(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    datalogger.clock.advance(60_000);
    await pass(10);
  }
}

const undelivered = async (service: 'webhook' | 'syslog') =>
  (await calls.get('sistema/consegne')).body[service];
const isAlarmed = async () => {
  const { body } = await calls.get('allarmi?stato=correnti&testo=DLG03');
  return body.righe.some(({ presente }: { presente: boolean }) => presente);
};

test('a webhook that refuses one message is named with it, alarmed after an hour, and clear once it takes it', async () => {
  await begin();
  const { url, answer } = await webServer();
  await calls.put('sistema/webhook', settings(url, { massimo_ora: 60, dopo: 0 }));
  answer.status = 422;
  setHot(true);
  await pass(30);
  expect(await undelivered('webhook')).toMatchObject([{ motivo: 'protocollo', gruppo: 'DLG01', righe: 1 }]);
  await lasts(30);
  expect(await isAlarmed()).toBe(false);
  await lasts(60);
  const [refused] = await undelivered('webhook');
  expect(refused.righe).toBeGreaterThan(2);
  expect(refused.ultimo - refused.da).toBeGreaterThan(3600);
  expect(await isAlarmed()).toBe(true);
  answer.status = 200;
  await lasts(70);
  expect(await undelivered('webhook')).toEqual([]);
  expect(await isAlarmed()).toBe(false);
});

test('a chat service that answers 200 with ok: false has not taken the message', async () => {
  await begin();
  const { url, answer } = await webServer();
  Object.assign(answer, { status: 200, body: '{"ok":false,"error_code":403}' });
  await calls.put('sistema/webhook', settings(url));
  setHot(true);
  await pass(30);
  expect(await undelivered('webhook')).toMatchObject([{ motivo: 'rifiutato' }]);
  expect((await calls.get('sistema/webhook')).body.ultimo_invio).toBeNull();
});

test('a log server that is not there is named', async () => {
  await begin();
  const porta = await freePort();
  await calls.put('sistema/syslog', { ...exampleSyslog, server: '127.0.0.1', porta, trasporto: 'tcp' });
  setHot(true);
  datalogger.hardware.batteryContact = '0';
  await pass(60);
  expect(await undelivered('syslog')).toMatchObject([{ motivo: 'rifiutata', gruppo: null }]);
});

test('over TLS only the certificate that the settings name is taken', async () => {
  await begin();
  const { options, fingerprint } = unsignedCertificate();
  const received: string[] = [];
  const server = createHttpsServer(options, async (request, response) => {
    for await (const chunk of request) received.push(String(chunk));
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => server.close());
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const unknown = await calls.post('sistema/webhook/prova', settings(url));
  expect(outcomes(unknown.body)[2]).toEqual(['tls', 'fallito', 'certificato']);
  expect(received).toEqual([]);
  const known = await calls.post('sistema/webhook/prova', settings(url, { impronta: fingerprint }));
  expect(outcomes(known.body).map(([, outcome]) => outcome)).toEqual(Array(4).fill('riuscito'));
  expect(received).toHaveLength(1);
});

const form =
  /^<(\d+)>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([!-~]+) meridiana - ([!-~]{1,32}) (-|\[alarm@32473 .*?[^\\]"\]) \ufeff(.+)$/s;

describe.each(['udp', 'tcp', 'tls'] as const)('syslog over %s', trasporto => {
  const body = (to: Pick<SyslogBody, 'porta' | 'impronta'>): SyslogBody => ({
    ...exampleSyslog,
    server: '127.0.0.1',
    trasporto,
    priorita_minima: 3,
    ...to,
  });

  test('an alarm is one message of RFC 5424', async () => {
    await begin();
    const { received, ...to } = await logServer(trasporto);
    expect((await calls.put('sistema/syslog', body(to))).status).toBe(200);
    setHot(true);
    await pass(20);
    await eventually(() => expect(received).toHaveLength(1));
    const [, priority, time, , id, data, text] = form.exec(received[0] ?? '') ?? [];
    expect([priority, id]).toEqual([String(16 * 8 + 4), 'DLG01']);
    expect(Math.abs(Date.parse(time ?? '') - datalogger.plantClock.now())).toBeLessThan(60_000);
    expect(data).toContain('code="DLG01"');
    expect(text).toContain('FV Cascina Bassa');
  });

  test('the trial says each step', async () => {
    await begin();
    const { received, ...to } = await logServer(trasporto);
    const trial = await calls.post('sistema/syslog/prova', body(to));
    expect(outcomes(trial.body)).toEqual([
      ['nome', 'riuscito', null],
      ['connessione', trasporto === 'udp' ? 'saltato' : 'riuscito', null],
      ['tls', trasporto === 'tls' ? 'riuscito' : 'saltato', null],
      ['invio', 'riuscito', null],
    ]);
    await eventually(() => expect(received).toHaveLength(1));
    expect(received[0]).toMatch(form);
  });
});

test('a log server over TCP that is not there fails at the connection', async () => {
  await begin();
  const trial = await calls.post('sistema/syslog/prova', {
    ...exampleSyslog,
    server: '127.0.0.1',
    porta: await freePort(),
    trasporto: 'tcp',
  });
  expect(outcomes(trial.body)[1]).toEqual(['connessione', 'fallito', 'rifiutata']);
});
