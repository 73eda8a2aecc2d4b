import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SharingBody, Transfer, TrialStep } from '../../../../src/contract/sharing';
import { createGuard } from '../../../../src/datalogger/integrations/outgoing/guard';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleSchedule, exampleSharing } from '../../../support/example-services';
import { freePort } from '../../../support/free-port';
import { type FtpServer, ftpServer, ftpUser, fullUser, hasFtpServer } from '../../../support/ftp-server';
import { localGuard } from '../../../support/local-guard';
import { serviceCalls } from '../../api/routes/services-support';

/** Without root there is no pure-ftpd to test against. */
const withServer = describe.skipIf(!hasFtpServer);

let server: FtpServer;
let datalogger: TestDatalogger;
let calls: ReturnType<typeof serviceCalls>;
let dataFolder: string;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(async () => {
  await datalogger.close();
  rmSync(dataFolder, { recursive: true });
});

async function begin(at = '2026-06-10T12:14:30Z'): Promise<void> {
  datalogger = await startDatalogger({ dataFolder, at, guard: localGuard });
  calls = serviceCalls(datalogger);
}

const settings = (change: Partial<SharingBody> = {}): SharingBody => ({
  ...exampleSharing,
  ...ftpUser,
  protocollo: 'ftps',
  host: '127.0.0.1',
  porta: server.port,
  impronta: server.fingerprint,
  cartella: '',
  attesa: 5,
  gzip: false,
  contenuto: ['inverter'],
  ...change,
});

/** Lets plant time pass until what it makes due is done with. */
async function pass(seconds: number): Promise<void> {
  await datalogger.run(seconds);
  await datalogger.settled();
  await datalogger.run(1);
  await datalogger.settled();
}

/** The device's clock: retries follow it. */
async function waitMinutes(minutes: number): Promise<void> {
  datalogger.clock.advance(minutes * 60_000);
  await pass(1);
}

async function log() {
  const { body } = await calls.get('condivisione-dati/registro');
  const transfers: Transfer[] = body.trasferimenti;
  return { transfers, waiting: body.in_attesa, next: body.prossimo };
}

const failedSteps = (steps: readonly TrialStep[]) =>
  steps.filter(({ esito }) => esito === 'fallito').map(({ passo, motivo }) => [passo, motivo]);

const serial = () => datalogger.config.installation.serial;

withServer('data sharing with a real FTP server', () => {
  beforeAll(async () => {
    server = await ftpServer();
  });
  afterAll(() => server.close());
  afterEach(async () => {
    for (const name of server.files()) rmSync(server.pathOf(name), { recursive: true });
    await server.kill();
  });

  test('sends each quarter of an hour over TLS under its final name, and nothing else', async () => {
    await server.start();
    await begin();
    await calls.put('condivisione-dati', settings());
    await pass(900);
    await pass(120);
    expect(server.files()).toEqual([
      `${serial()}_inverter_20260610_1200Z.csv`,
      `${serial()}_inverter_20260610_1215Z.csv`,
    ]);
    const text = server.read(`${serial()}_inverter_20260610_1215Z.csv`).toString();
    const [head = '', first = '', ...rest] = text.split('\r\n');
    expect(head).toBe(
      '\ufefft [UTC+02:00],id,pac [kW],pdc [kW],udc [V],eday [kWh],tcab [°C],tsnk [°C],eff [%],yday [kWh/kWp],dev [%]',
    );
    expect(first).toMatch(/^2026-06-10 14:15:00,1,\d+\.\d,/);
    expect(rest).toHaveLength(2);
    const { transfers, waiting, next } = await log();
    expect(transfers).toMatchObject([
      {
        file: `${serial()}_inverter_20260610_1215Z.csv`,
        esito: 'riuscito',
        tentativo: 1,
        byte: Buffer.byteLength(text),
      },
      { file: `${serial()}_inverter_20260610_1200Z.csv`, esito: 'riuscito', tentativo: 1 },
    ]);
    expect([waiting, next]).toEqual([{ file: 0, byte: 0 }, null]);
  });

  test('a file that the server refuses holds up no other, is given up after three attempts, and is an alarm', async () => {
    await server.start();
    await begin();
    const refused = `${serial()}_inverter_20260610_1200Z.csv`;
    // A folder of that name cannot be replaced by a file.
    mkdirSync(join(server.pathOf(refused), 'piena'), { recursive: true });
    await calls.put('condivisione-dati', settings());
    await pass(900);
    await pass(120);
    const next = `${serial()}_inverter_20260610_1215Z.csv`;
    for (let minutes = 1; minutes <= 15; minutes += 5) await waitMinutes(minutes);
    await pass(900);
    for (let minutes = 1; minutes <= 15; minutes += 5) await waitMinutes(minutes);
    await pass(900);
    for (let minutes = 1; minutes <= 15; minutes += 5) await waitMinutes(minutes);
    expect(server.files()).toContain(next);
    expect(server.files().filter(name => name.endsWith('.part'))).toEqual([]);
    const { transfers, waiting } = await log();
    expect(transfers.filter(({ file }) => file === refused).map(({ esito }) => esito)).toContain('scartato');
    expect(
      transfers.find(({ file, esito }) => file === refused && esito === 'scartato')?.motivo,
    ).not.toBeNull();
    expect(waiting.file).toBe(0);
    expect(JSON.stringify((await calls.get('allarmi?stato=correnti')).body)).toContain('DLG03');
  });

  test('writes JSON and gz, the Italian way, and into a folder that it makes', async () => {
    await server.start();
    await begin();
    await calls.put('condivisione-dati', settings({ formato: 'json', gzip: true, cartella: 'dati/2026' }));
    await pass(120);
    const json = JSON.parse(
      gunzipSync(server.read(`dati/2026/${serial()}_inverter_20260610_1200Z.json.gz`)).toString(),
    );
    expect(json).toMatchObject({ seriale: serial(), gruppo: 'inverter', unita: { pac: 'kW' } });
    expect(json.righe[0]).toMatchObject({ t: json.da, id: 1, pac: expect.any(Number) });
    await calls.put('condivisione-dati', settings({ scrittura: 'it' }));
    await pass(900);
    const csv = server.read(`${serial()}_inverter_20260610_1215Z.csv`).toString();
    expect(csv.split('\r\n')[1]).toMatch(/^2026-06-10 14:15:00;1;\d+,\d;/);
  });

  test('back-fills in order what could not be sent while the server was down, also after a restart', async () => {
    await begin();
    await calls.put('condivisione-dati', settings());
    await pass(1800);
    expect((await log()).waiting.file).toBe(2);
    const [last] = (await log()).transfers;
    expect(last).toMatchObject({ esito: 'fallito', motivo: 'rifiutata' });
    await datalogger.close();
    await begin('2026-06-10T12:46:00Z');
    await server.start();
    await waitMinutes(60);
    await pass(960);
    // While the datalogger was off only energy is known, from the counters.
    const quarters = ['1200', '1215', '1230', '1245'];
    expect(server.files().map(name => name.slice(-9, -5))).toEqual(quarters);
    const [, row = ''] = server.read(`${serial()}_inverter_20260610_1230Z.csv`).toString().split('\r\n');
    expect(row).toMatch(/^2026-06-10 14:30:00,1,,,,\d+\.\d,,,,/);
    const sent = (await log()).transfers.filter(({ esito }) => esito === 'riuscito');
    // Slots whose energy is known better now are sent again.
    expect([...new Set(sent.map(({ file }) => file.slice(-9, -5)).reverse())]).toEqual(quarters);
  });

  test('tries again after 1, 2, 5, 15, 30 and 60 minutes, then raises DLG03 until it succeeds', async () => {
    await begin();
    await calls.put('condivisione-dati', settings());
    const alarms = async () => {
      const { body } = await calls.get('allarmi?stato=correnti&testo=DLG03');
      return body.righe.length;
    };
    await pass(120);
    for (const [index, minutes] of [1, 2, 5, 15, 30, 60].entries()) {
      const { transfers, next } = await log();
      expect(transfers).toHaveLength(index + 1);
      expect(next).toBe(Math.round(datalogger.clock.now() / 1000) + minutes * 60);
      await waitMinutes(minutes - 0.1);
      expect((await log()).transfers).toHaveLength(index + 1);
      expect(await alarms()).toBe(0);
      await waitMinutes(0.1);
    }
    expect((await log()).transfers[0]).toMatchObject({ tentativo: 7, esito: 'fallito' });
    await pass(5);
    expect(await alarms()).toBe(1);
    await server.start();
    await waitMinutes(60);
    await pass(5);
    expect((await log()).waiting.file).toBe(0);
    const { body } = await calls.get('allarmi?stato=storico&testo=DLG03');
    expect(body.righe[0]).toMatchObject({ presente: false });
  });

  test('D04: never leaves half a file under the final name when the server is killed mid-upload', async () => {
    await server.start(1);
    await begin();
    await calls.put(
      'condivisione-dati',
      settings({ contenuto: ['impianto', 'inverter', 'contatori', 'sensori'] }),
    );
    await datalogger.run(120);
    const sending = datalogger.settled();
    await server.hasPart();
    await server.kill();
    await sending;
    expect(server.files().filter(name => !name.endsWith('.part'))).toEqual([]);
    expect((await log()).transfers[0]).toMatchObject({ esito: 'fallito', motivo: 'interrotta' });
    await server.start();
    await waitMinutes(1);
    expect(server.files()).toHaveLength(4);
    expect(server.files().filter(name => name.endsWith('.part'))).toEqual([]);
    expect(server.read(server.files()[0] ?? '').toString()).toMatch(/\r\n$/);
  });

  test.each([
    ['a wrong password', { password: 'sbagliata', attesa: 20 }, [['accesso', 'credenziali']]],
    ['a full disk', fullUser, [['scrittura', 'disco_pieno']]],
    ['another certificate', { impronta: 'AB'.repeat(32) }, [['tls', 'certificato']]],
    ['a certificate that nobody has signed', { impronta: '' }, [['tls', 'certificato']]],
    ['what works', {}, []],
    ['plain FTP', { protocollo: 'ftp' }, []],
  ] as const)('the trial says which step fails: %s', async (_, change, failed) => {
    await server.start();
    await begin();
    const { body, text } = await calls.post('condivisione-dati/prova', settings(change));
    expect(failedSteps(body.passi)).toEqual(failed);
    const last = body.passi.at(-1);
    expect(last.esito).toBe(failed.length === 0 ? 'riuscito' : 'saltato');
    expect(server.files()).toEqual([]);
    expect(text).not.toMatch(/girasole|sbagliata|Welcome|Pure/i);
  });

  test('a schedule sends at once what is complete, and says when sharing is off', async () => {
    await server.start();
    await begin('2026-06-10T12:14:30Z');
    const sendAt = (ora: string) =>
      calls.post('pianificazioni', {
        ...exampleSchedule,
        quando: { ricorrenza: 'giornaliera', ora },
        azione: { tipo: 'invio_ftp' },
      });
    await sendAt('14:15');
    await pass(60);
    const outcome = async () => (await calls.get('pianificazioni')).body[0].ultimo;
    expect(await outcome()).toMatchObject({ esito: 'fallita', motivo: 'condivisione_spenta' });
    await calls.put('condivisione-dati', settings({ frequenza: 60 }));
    await calls.put('pianificazioni/1', {
      ...exampleSchedule,
      quando: { ricorrenza: 'giornaliera', ora: '14:32' },
      azione: { tipo: 'invio_ftp' },
    });
    await pass(1020);
    expect(server.files()).toEqual([`${serial()}_inverter_20260610_1200Z.csv`]);
    expect(await outcome()).toMatchObject({ esito: 'riuscita' });
    await pass(1800);
    // The next one begins where this ended.
    expect(server.files().at(-1)).toBe(`${serial()}_inverter_20260610_1230Z.csv`);
  });

  test('a full disk waits for its retry and loses nothing', async () => {
    await server.start();
    await begin();
    await calls.put('condivisione-dati', settings(fullUser));
    await pass(120);
    expect(await log()).toMatchObject({ transfers: [{ motivo: 'disco_pieno' }], waiting: { file: 1 } });
  });
});

describe('a trial of an address without a server', () => {
  test('D01: this device itself is refused, whatever it is called, without a word of what answers there', async () => {
    server = Object.assign(server ?? {}, { port: await freePort(), fingerprint: '' });
    datalogger = await startDatalogger({ dataFolder, guard: createGuard() });
    calls = serviceCalls(datalogger);
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0.0.0.0',
      '169.254.1.1',
      '224.0.0.1',
      '0177.0.0.1',
    ]) {
      const { body } = await calls.post('condivisione-dati/prova', settings({ host, porta: server.port }));
      // A text that only looks like an address is refused before anything is tried.
      const said = body.passi ? failedSteps(body.passi) : [['nome', body.campo]];
      expect([
        [['nome', 'indirizzo_vietato']],
        [['nome', 'destinazione.host']],
        [['nome', 'host']],
      ]).toContainEqual(said);
    }
  });

  test('nobody listens', async () => {
    await begin();
    const { body } = await calls.post('condivisione-dati/prova', settings({ porta: await freePort() }));
    expect(failedSteps(body.passi)).toEqual([['connessione', 'rifiutata']]);
  });
});
