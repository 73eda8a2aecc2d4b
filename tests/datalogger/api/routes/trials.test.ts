import { afterEach, beforeEach, expect, test } from 'vitest';
import { Trials } from '../../../../src/datalogger/api/support/trials';
import { type Guard, OutgoingError } from '../../../../src/datalogger/integrations/outgoing/guard';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleMail, exampleSchedule, exampleSharing } from '../../../support/example-services';
import { closedGuard } from '../../../support/local-guard';
import { serviceCalls } from './services-support';

let datalogger: TestDatalogger;
let calls: ReturnType<typeof serviceCalls>;
let asked: string[];
/** Lets what waits for an address go on. */
let goOn: (() => void)[];
let isSlow: boolean;

beforeEach(async () => {
  [asked, goOn, isSlow] = [[], [], false];
  const resolve = async (host: string): Promise<never> => {
    asked.push(host);
    if (isSlow) await new Promise<void>(done => goOn.push(done));
    return closedGuard.resolve(host) as Promise<never>;
  };
  const guard: Guard = { ...closedGuard, resolve, connect: resolve };
  datalogger = await startDatalogger({ guard });
  calls = serviceCalls(datalogger);
  await calls.put('sistema/posta', exampleMail);
});
afterEach(() => datalogger.close());

const share = () => calls.post('condivisione-dati/prova', exampleSharing);
const mail = () => calls.post('sistema/posta/prova', { email: 'a@example.net', lingua: 'it' });

test('D09: a limited number of trials a minute, whatever the service; beyond it nobody is asked', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) statuses.push((await (n % 2 === 0 ? share() : mail())).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  expect(asked).toHaveLength(10);
  const refused = await datalogger.request('/api/condivisione-dati/prova', {
    method: 'POST',
    token: datalogger.login('admin'),
    json: exampleSharing,
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await refused.json()).toMatchObject({ codice: 'throttled' });
  const rows = datalogger.config.audit.newest(20).filter(({ result }) => result === 'refused');
  expect(rows.map(({ action }) => action)).toEqual(['sharing.trial']);
  datalogger.clock.advance(60_000);
  expect((await share()).status).toBe(200);
});

test('D09: two at once, and the next when one of them has ended', async () => {
  isSlow = true;
  const [first, second] = [share(), share()];
  await expect.poll(() => goOn.length).toBe(2);
  expect((await mail()).status).toBe(429);
  goOn[0]?.();
  expect((await first).status).toBe(200);
  isSlow = false;
  expect((await mail()).status).toBe(200);
  goOn[1]?.();
  await second;
});

test('D09: devices are asked no more than once a second', async () => {
  const path = 'config/inverters/1/prova';
  const address = { protocollo: 'modbus-tcp', host: '10.0.0.7', porta: 502, unita: 1 };
  const statuses = new Set<number>();
  for (let n = 0; n < 60; n++) statuses.add((await calls.post(path, address)).status);
  expect([...statuses]).toEqual([200]);
  expect((await calls.post(path, address)).status).toBe(429);
});

test('D09, G27: an account that tries much, or whose servers say nothing, keeps nobody else from a trial', async () => {
  const trials = new Trials(datalogger.clock, { atOnce: 2, inAMinute: 10 }, { atOnce: 8, inAMinute: 40 });
  const silent = new Promise<void>(done => goOn.push(done));
  const refused: number[] = [];
  const tryAs = (accountId: number, work: () => Promise<void>) =>
    trials.run({ accountId }, work, () => refused.push(accountId)).then(() => 'tried');
  const held = [1, 2].map(() => tryAs(1, () => silent));
  await expect(tryAs(1, () => silent)).rejects.toMatchObject({ status: 429 });
  expect(await tryAs(2, async () => undefined), 'another account').toBe('tried');
  goOn[0]?.();
  await Promise.all(held);
  expect(refused).toEqual([1]);

  const path = 'config/inverters/1/prova';
  const address = { protocollo: 'modbus-tcp', host: '10.0.0.7', porta: 502, unita: 1 };
  for (let n = 0; n < 60; n++) await calls.post(path, address);
  expect((await calls.post(path, address)).status).toBe(429);
  expect((await serviceCalls(datalogger, 'cci').post(path, address)).status).toBe(200);
});

test('D09: a trial tells one of a few reasons, whatever the guard or a server says', async () => {
  const words = 'SSH-2.0-OpenSSH_9.2 10.0.0.7:22';
  await datalogger.close();
  const connect = () => Promise.reject(Object.assign(new Error(words), { code: words }));
  datalogger = await startDatalogger({ guard: { ...closedGuard, resolve: connect, connect } });
  calls = serviceCalls(datalogger);
  await calls.put('sistema/posta', exampleMail);
  const [shared, mailed] = [await share(), await mail()];
  expect(shared.body.passi[0]).toEqual({
    passo: 'nome',
    esito: 'fallito',
    motivo: 'protocollo',
    millisecondi: null,
  });
  expect(mailed.body.motivo).toBe('protocollo');
  expect(mailed.body.passi[1]).toEqual({ ...shared.body.passi[0], passo: 'connessione' });
  expect(shared.text + mailed.text).not.toMatch(/SSH|10\.0\.0\.7/);
});

test('G22: a mail server that says nothing takes no place of a trial, and a report asks it twice at most', async () => {
  await datalogger.close();
  const silences: (() => void)[] = [];
  const connect = (host: string): Promise<never> => {
    if (host !== exampleMail.server) return closedGuard.connect(host, 0, 0) as Promise<never>;
    return new Promise((_, reject) => silences.push(() => reject(new OutgoingError('attesa_scaduta'))));
  };
  datalogger = await startDatalogger({ guard: { ...closedGuard, connect }, historyDays: 3 });
  calls = serviceCalls(datalogger);
  await calls.put('sistema/posta', exampleMail);
  const destinatari = Array.from({ length: 10 }, (_, n) => ({ email: `n${n}@example.net`, lingua: 'it' }));
  const azione = { tipo: 'report_email', report: 'giornaliero', destinatari, allegato: false, pdf: false };
  const { body: made } = await calls.post('pianificazioni', { ...exampleSchedule, azione });
  const sends = [1, 2].map(() => calls.post(`pianificazioni/${made.id}/invia`));
  await expect.poll(() => silences.length).toBe(2);
  expect((await share()).status, 'a trial of another server').toBe(200);
  for (const silence of silences) silence();
  await expect.poll(() => silences.length).toBe(4);
  for (const silence of silences) silence();
  for (const { body } of await Promise.all(sends)) expect(body).toEqual({ motivo: 'invio_posta' });
  expect(silences).toHaveLength(4);
});
