import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InfluxBody } from '../../../../src/contract/feeds';
import type { Table } from '../../../../src/contract/measures';
import { sharedGroups } from '../../../../src/contract/sharing';
import { startDatalogger, type TestDatalogger, type TestOptions } from '../../../support/datalogger';
import { hasInflux, hasVictoria, influxDatabase, victoriaMetrics } from '../../../support/engines';
import { exampleInflux } from '../../../support/example-services';
import { localGuard } from '../../../support/local-guard';
import { serviceCalls } from '../../api/routes/services-support';

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

const noon = Date.parse('2026-06-10T12:00:00Z') / 1000;

async function begin(options: TestOptions = {}): Promise<void> {
  datalogger = await startDatalogger({
    dataFolder,
    keepsHistory: true,
    at: '2026-06-10T12:00:00Z',
    guard: localGuard,
    ...options,
  });
  calls = serviceCalls(datalogger);
}

const settings = (url: string, change: Partial<InfluxBody> = {}): InfluxBody => ({
  ...exampleInflux,
  url,
  utente: '',
  attesa: 5,
  contenuto: ['impianto', 'inverter', 'contatori', 'sensori', 'stringhe'],
  ...change,
});

/** Lets plant time and the device's time pass, and what is due be done. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 60) {
    datalogger.clock.advance(Math.min(60, left) * 1000);
    await datalogger.run(Math.min(60, left));
    await datalogger.settled();
  }
  // Past every wait after a failure.
  datalogger.clock.advance(300_000);
  await datalogger.run(1);
  await datalogger.settled();
}

const minutes = (count: number, from = noon) => Array.from({ length: count }, (_, n) => from + n * 60);
const state = async () => (await calls.get('condivisione-dati/flussi')).body.influx;

/** What the API says of the plant in each minute of the day. */
async function apiMinutes(): Promise<Table['colonne']> {
  return (await calls.get('dati_impianto/daily?m=impianto&d=2026-06-10&passo=1')).body.colonne;
}

describe.skipIf(!hasVictoria)('VictoriaMetrics', () => {
  test('has every minute once although it was away for ten and the datalogger was restarted meanwhile', async () => {
    const database = await victoriaMetrics();
    await database.start();
    await begin();
    expect((await calls.put('condivisione-dati/influx', settings(database.url))).status).toBe(200);
    await pass(300);
    await database.kill('SIGTERM');
    await pass(300);
    expect(await state()).toMatchObject({ motivo: 'rifiutata', prossimo: expect.any(Number) });
    await datalogger.close();
    await begin({ at: '2026-06-10T12:10:02Z' });
    await pass(300);
    await database.start();
    await pass(300);
    const { fino, motivo, prossimo } = await state();
    expect([motivo, prossimo]).toEqual([null, null]);
    const power = await database.samples('impianto_pac');
    const { t = [], 'impianto.pac': pac = [] } = await apiMinutes();
    const expected = t.flatMap((at, row) =>
      Number(at) >= noon && Number(at) < fino ? [[at, pac[row]] as const] : [],
    );
    expect(expected.length).toBeGreaterThanOrEqual(18);
    expect(power.map(({ t: at, value }) => [at, value])).toEqual(expected);
    await database.close();
  });

  test('has the numbers of the API: of the plant each minute, of the inverters in sum, and the alarms', async () => {
    const database = await victoriaMetrics();
    await database.start();
    await begin();
    await calls.put('condivisione-dati/influx', settings(database.url));
    await pass(1860);
    const all = await database.samples('{__name__!=""}');
    const serial = datalogger.config.installation.serial;
    expect(new Set(all.map(({ labels }) => labels.serial))).toEqual(new Set([serial]));
    const { t = [], ...columns } = await apiMinutes();
    const row = t.indexOf(noon + 600);
    for (const [column, values] of Object.entries(columns)) {
      const name = column.replace('.', '_');
      const found = all.find(sample => sample.name === name && sample.t === noon + 600);
      expect(found?.value ?? null, column).toBe(values[row]);
    }
    const day = await calls.get('dati_impianto/daily?m=inverter.2.eday,sensori.1.v&d=2026-06-10');
    const slot = day.body.colonne.t.indexOf(noon + 900);
    const energy = all.filter(
      ({ name, labels, t: at }) =>
        name === 'inverter_eday' && labels.device === '2' && at >= noon + 900 && at < noon + 1800,
    );
    const sum = energy.reduce((total, { value }) => total + value, 0);
    expect(sum).toBeCloseTo(day.body.colonne['inverter.2.eday'][slot], 6);
    const counted = new Set(all.map(({ name, labels, t: at }) => `${name} ${labels.device} ${at}`));
    expect(counted.size).toBe(all.length);
    expect(all.filter(({ name, t: at }) => name === 'allarmi_attivi' && at === noon + 600)).toHaveLength(1);
    await database.close();
  });

  test('gets the past that is asked for: quarters of an hour where the minutes are given up', async () => {
    const database = await victoriaMetrics();
    await database.start();
    await begin({ keepsHistory: false, historyDays: 3, dataFolder: null });
    await calls.put('condivisione-dati/influx', settings(database.url, { storia: 3 }));
    const powerOfPast = async () => (await database.samples('impianto_pac')).filter(({ t }) => t < noon);
    // Two days by the minute, one by the quarter of an hour (tests/support/datalogger.ts). What a busy machine does not take in time is
    // sent again.
    await expect
      .poll(async () => {
        await pass(60);
        return (await powerOfPast()).length;
      })
      .toBeGreaterThan(2 * 1440);
    const power = await powerOfPast();
    const covered = await database.samples('impianto_coperti');
    expect(new Set(covered.map(({ value }) => value))).toEqual(new Set([60, 900]));
    expect(new Set(power.map(({ t }) => t)).size).toBe(power.length);
    const { t = [], 'impianto.pac': pac = [] } = (
      await calls.get('dati_impianto/daily?m=impianto.pac&d=2026-06-08')
    ).body.colonne;
    const noonThen = noon - 2 * 86_400;
    const means = power.filter(({ t: at }) => at === noonThen);
    if (covered.find(({ t: at }) => at === noonThen)?.value === 900)
      expect(means[0]?.value).toBe(pac[t.indexOf(noonThen)]);
    await database.close();
  });
});

describe.skipIf(!hasInflux)('InfluxDB', () => {
  test('is given every minute with a login; with a wrong one the trial says at which step it ends', async () => {
    const login = { utente: 'masseria', password: 'girasole-42' };
    const database = await influxDatabase(login);
    await database.begin();
    await begin();
    const right = settings(database.url, login);
    const trial = async (change: Partial<InfluxBody> = {}) => {
      const { body } = await calls.post('condivisione-dati/influx/prova', { ...right, ...change });
      return body.passi.map(({ passo, esito, motivo }: Record<string, string>) => [passo, motivo ?? esito]);
    };
    const before = [
      ['nome', 'riuscito'],
      ['connessione', 'riuscito'],
      ['tls', 'saltato'],
    ];
    expect(await trial()).toEqual([...before, ['accesso', 'riuscito'], ['scrittura', 'riuscito']]);
    const wrong = { password: 'sbagliata' };
    expect(await trial(wrong)).toEqual([...before, ['accesso', 'credenziali'], ['scrittura', 'saltato']]);
    const elsewhere = { archivio: 'altrove' };
    expect(await trial(elsewhere)).toEqual([...before, ['accesso', 'riuscito'], ['scrittura', 'permesso']]);
    await calls.put('condivisione-dati/influx', right);
    await pass(600);
    const { series } = await database.ask('SELECT pac FROM impianto', 'impianti');
    const times = series[0].values.map(([t]: number[]) => t);
    expect(times).toEqual(minutes(times.length));
    expect(times.length).toBeGreaterThanOrEqual(9);
    expect((await calls.get('condivisione-dati/flussi')).body.influx.motivo).toBeNull();
    await database.close();
  });

  test('that has a field as another type gets all other fields; the field is named, in an alarm after an hour (report 8)', async () => {
    const login = { utente: 'masseria', password: 'girasole-42' };
    const database = await influxDatabase(login);
    await database.begin();
    await begin();
    const headers = { Authorization: `Basic ${btoa(`${login.utente}:${login.password}`)}` };
    const others = { method: 'POST', headers, body: `inverter,device=9 pac=1i ${noon}` };
    expect((await fetch(`${database.url}/write?db=impianti&precision=s`, others)).status).toBe(204);
    const body = settings(database.url, login);
    await pass(120);
    const trial = await calls.post('condivisione-dati/influx/prova', body);
    expect(trial.body.passi.at(-1)).toMatchObject({ passo: 'scrittura', motivo: 'tipo_diverso' });
    await calls.put('condivisione-dati/influx', body);
    await pass(300);
    const { series } = await database.ask("SELECT eday, pac FROM inverter WHERE device = '1'", 'impianti');
    expect(series[0].values.length).toBeGreaterThanOrEqual(4);
    expect(series[0].values.every(([, eday, pac]: unknown[]) => eday !== null && pac === null)).toBe(true);
    const { motivo, rifiutati } = await state();
    expect(motivo).toBeNull();
    expect(rifiutati).toMatchObject([{ motivo: 'tipo_diverso', gruppo: 'inverter', campo: 'pac' }]);
    const before = rifiutati[0].righe;
    const alarms = async () => JSON.stringify((await calls.get('allarmi?stato=correnti')).body);
    expect(await alarms()).not.toContain('DLG03');
    for (let minute = 0; minute < 12; minute++) await pass(60);
    expect((await state()).rifiutati[0].righe).toBeGreaterThan(before);
    expect(await alarms()).toContain('DLG03');
    await database.close();
  });
});

interface Request {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly lines: readonly string[];
  /** Of the body. */
  readonly bytes: number;
}

describe('any server', () => {
  /** A server that keeps what it was sent and answers as the test says. */
  async function recording(
    answer: (lines: readonly string[]) => { readonly status: number; readonly body?: string },
  ) {
    const requests: Request[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', chunk => chunks.push(chunk));
      request.on('end', () => {
        const sent = Buffer.concat(chunks);
        const lines = gunzipSync(sent).toString().trimEnd().split('\n');
        requests.push({ url: request.url ?? '', headers: request.headers, lines, bytes: sent.length });
        const { status, body = '' } = answer(lines);
        response.writeHead(status).end(body);
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    return { requests, url: `http://127.0.0.1:${port}`, close: () => server.close() };
  }

  test('is written to as v2 says, in gzip, with escaped tags', async () => {
    const server = await recording(() => ({ status: 204 }));
    await begin();
    const plant = datalogger.config.plantConfig.read();
    if (plant) datalogger.config.plantConfig.change({ fields: { ...plant.fields, nome: 'A=1, b\\c' } });
    const v2 = { protocollo: 'v2', organizzazione: 'enel & c', password: 'gettone' } as const;
    await calls.put('condivisione-dati/influx', settings(`${server.url}/insert/`, v2));
    await pass(120);
    const [first] = server.requests;
    expect(first?.url).toBe('/insert/api/v2/write?precision=s&bucket=impianti&org=enel+%26+c');
    expect(first?.headers).toMatchObject({ authorization: 'Token gettone', 'content-encoding': 'gzip' });
    const serial = datalogger.config.installation.serial;
    expect(first?.lines[0]).toMatch(
      new RegExp(`^impianto,plant=A\\\\=1\\\\,\\\\ b/c,serial=${serial},device=1 pac=\\d`),
    );
    server.close();
  });

  test('gets as many minutes at once as it is asked every, of the groups that are chosen', async () => {
    const server = await recording(() => ({ status: 204 }));
    await begin();
    const change: Partial<InfluxBody> = { frequenza: 5, contenuto: ['impianto'] };
    await calls.put('condivisione-dati/influx', settings(server.url, change));
    await pass(960);
    const minutesOf = (lines: readonly string[]) => new Set(lines.map(line => line.split(' ').at(-1))).size;
    expect(server.requests.length).toBeGreaterThan(1);
    expect(server.requests.slice(1).map(({ lines }) => minutesOf(lines))).toEqual(
      server.requests.slice(1).map(() => 5),
    );
    // Alarms go whatever groups are chosen.
    const measurements = new Set(
      server.requests.flatMap(({ lines }) => lines.map(line => line.split(',')[0])),
    );
    expect([...measurements].filter(name => name !== 'allarmi')).toEqual(['impianto']);
    server.close();
  });

  test('gets a minute of the largest plant, each string and tracker included, in 30 kB', async () => {
    const server = await recording(() => ({ status: 204 }));
    await begin({ size: 'xl', dataFolder: null, keepsHistory: false });
    await calls.put('condivisione-dati/influx', settings(server.url, { contenuto: [...sharedGroups] }));
    await pass(300);
    const minute = server.requests.filter(({ lines }) => lines.length > 2000).at(-1);
    const minuteCount = new Set(minute?.lines.map(line => line.split(' ').at(-1))).size;
    const raw = Buffer.byteLength(minute?.lines.join('\n') ?? '');
    console.log(
      `a minute of xl: ${minute?.lines.length} lines, ${raw} bytes, ${minute?.bytes} in gzip (${minuteCount} minutes)`,
    );
    expect(minuteCount).toBe(1);
    expect(minute?.bytes).toBeLessThan(30_000);
    server.close();
  });

  test('that refuses is asked again after 1 s, then ever later up to 5 min; what it gives up for good is not', async () => {
    let answer: { status: number; body?: string } = { status: 503 };
    const server = await recording(() => answer);
    await begin();
    await calls.put('condivisione-dati/influx', settings(server.url));
    await datalogger.run(125);
    await datalogger.settled();
    const waits: number[] = [];
    for (let tries = 0; tries < 11; tries++) {
      const asked = server.requests.length;
      let waited = 0;
      while (server.requests.length === asked) {
        datalogger.clock.advance(1000);
        waited++;
        await datalogger.run(1);
        await datalogger.settled();
      }
      waits.push(waited);
    }
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(waits.slice(-2)).toEqual([300, 300]);
    const last = server.requests.at(-1);
    answer = { status: 400, body: '{"error":"partial write: points beyond retention policy dropped=3"}' };
    await pass(60);
    expect((await state()).motivo).toBeNull();
    expect(server.requests.at(-1)?.lines).not.toEqual(last?.lines);
    server.close();
  });

  test.each([
    [422, 'failure writing points to database: partial write: '],
    [500, 'unexpected error writing points to database: '],
  ])(
    'that refuses a field with %i is written to without it; no line is lost (report 8)',
    async (status, said) => {
      const server = await recording(lines =>
        lines.some(line => /^inverter,.* (pac=|.*,pac=)/.test(line))
          ? {
              status,
              body: `{"error":"${said}field type conflict: input field \\"pac\\" on measurement \\"inverter\\" is type float, already exists as type integer dropped=3"}`,
            }
          : { status: 204 },
      );
      await begin();
      await calls.put('condivisione-dati/influx', settings(server.url));
      await pass(240);
      expect(await state()).toMatchObject({
        motivo: null,
        rifiutati: [{ motivo: 'tipo_diverso', gruppo: 'inverter', campo: 'pac' }],
      });
      const [whole, without] = server.requests;
      expect(without?.lines.length).toBe(whole?.lines.length);
      expect(without?.lines.filter(line => line.startsWith('impianto'))).toEqual(
        whole?.lines.filter(line => line.startsWith('impianto')),
      );
      server.close();
    },
  );

  test('behind a proxy that takes 400 bytes at once gets every line in smaller requests, and is asked no more than that again (report 9)', async () => {
    const taken: string[] = [];
    let refusals = 0;
    const server = await recording(lines => {
      if (gzipSync(`${lines.join('\n')}\n`).length <= 400) {
        taken.push(...lines);
        return { status: 204 };
      }
      refusals++;
      return { status: 413, body: '<html>413 Request Entity Too Large</html>' };
    });
    await begin();
    await calls.put('condivisione-dati/influx', settings(server.url, { contenuto: [...sharedGroups] }));
    await pass(300);
    expect(refusals).toBeGreaterThan(0);
    const learnt = refusals;
    expect(await state()).toMatchObject({ motivo: null, rifiutati: [] });
    await pass(600);
    expect(refusals - learnt).toBeLessThanOrEqual(1);
    const end = (await state()).fino;
    const times = new Set(
      taken.filter(line => line.startsWith('impianto,')).map(line => line.split(' ').at(-1)),
    );
    const first = Math.min(...[...times].map(Number));
    expect(times.size).toBe((end - first) / 60);
    expect(new Set(taken).size).toBe(taken.length);
    const { t = [], 'impianto.eday': eday = [] } = await apiMinutes();
    const right = eday.filter((_, row) => times.has(String(t[row])));
    const kwh = taken.flatMap(line => /^impianto,.*[ ,]eday=([\d.]+)/.exec(line)?.[1] ?? []);
    expect(kwh.map(Number)).toEqual(right);
    server.close();
  });

  test('that takes no single line is said to take no requests of that size', async () => {
    const server = await recording(() => ({ status: 413 }));
    await begin();
    await calls.put('condivisione-dati/influx', settings(server.url));
    await pass(120);
    expect(await state()).toMatchObject({ motivo: 'troppo_grande', prossimo: expect.any(Number) });
    server.close();
  });

  test('that was given up for an hour is an alarm', async () => {
    await begin();
    await calls.put('condivisione-dati/influx', settings('http://127.0.0.1:9'));
    for (let tries = 0; tries < 24; tries++) await pass(60);
    const { body } = await calls.get('allarmi?stato=correnti');
    expect(JSON.stringify(body)).toContain('DLG03');
  });

  test('is asked for nothing while the feed is off', async () => {
    const server = await recording(() => ({ status: 204 }));
    await begin();
    await calls.put('condivisione-dati/influx', settings(server.url, { abilitata: false }));
    await pass(180);
    expect(server.requests).toEqual([]);
    server.close();
  });
});
