import { parse } from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Report } from '../../../../src/contract/reports';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
let token: string;
beforeAll(async () => {
  datalogger = await startDatalogger({ historyDays: 12 });
  token = datalogger.login('normal');
});
afterAll(() => datalogger.close());

const ask = (query: string, etag?: string) =>
  datalogger.request(`/api/report?${query}`, {
    token,
    ...(etag === undefined ? {} : { headers: { 'If-None-Match': etag } }),
  });
const reportOf = async (query: string) => parse(Report, await (await ask(query)).json());

describe('an answer that the client has', () => {
  test('of a day that is over stays right while the next day goes on', async () => {
    const etag = (await ask('tipo=giornaliero&d=2026-06-08')).headers.get('etag') ?? '';
    await datalogger.run(120);
    datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
    await datalogger.run(20);
    const again = await ask('tipo=giornaliero&d=2026-06-08', etag);
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    datalogger.plant.clearFaults();
  });

  test('of today is right until the next minute', async () => {
    const etag = (await ask('tipo=giornaliero&d=2026-06-10')).headers.get('etag') ?? '';
    expect((await ask('tipo=giornaliero&d=2026-06-10', etag)).status).toBe(304);
    await datalogger.run(60);
    expect((await ask('tipo=giornaliero&d=2026-06-10', etag)).status).toBe(200);
  });

  test('is no longer right when the plant is described again: the formulae have other numbers', async () => {
    const admin = datalogger.login('admin');
    const before = await ask('tipo=mensile&d=2026-05');
    const { indici } = parse(Report, await before.json());
    const plant = await (await datalogger.request('/api/impianto/1', { token })).json();
    const { versione, ups: _ups, conteggi: _counts, ...fields } = plant;
    const saved = await datalogger.request('/api/impianto/1', {
      method: 'PUT',
      token: admin,
      json: { ...fields, fattore_co2: 0.5 },
      headers: { 'If-Match': `"${versione}"` },
    });
    expect(saved.status, await saved.clone().text()).toBe(200);
    expect((await ask('tipo=mensile&d=2026-05', before.headers.get('etag') ?? '')).status).toBe(200);
    const after = await reportOf('tipo=mensile&d=2026-05');
    expect(after.dati.co2).toEqual({ fattore: 0.5, anno: null });
    expect(after.indici.co2).toBe(Math.round((indici.energia ?? 0) * 0.5));
  });
});

test('a range is compared with as many days before; a wrong one is refused at its field', async () => {
  const range = await reportOf('tipo=intervallo&d=2026-06-05..2026-06-07');
  const days = ['05', '06', '07'].map(day => reportOf(`tipo=giornaliero&d=2026-06-${day}`));
  const energies = (await Promise.all(days)).map(({ indici }) => indici.energia ?? Number.NaN);
  const sum = energies.reduce((total, each) => total + each, 0);
  expect(range.indici.energia).toBeCloseTo(sum, 1);
  expect(range.confronto?.periodo.d).toBe('2026-06-02..2026-06-04');
  expect((await reportOf('tipo=intervallo&d=2026-W23')).confronto?.periodo.giorni).toBe(7);
  const wrong = [
    ['d=2026-06-07..2026-06-05', 'invalid', 'd'],
    ['d=2026-02-30..2026-03-05', 'invalid', 'd'],
    ['d=2026-W54', 'invalid', 'd'],
    ['d=2026-06', 'invalid', 'd'],
    ['d=2025-06-01..2026-06-02', 'too_long', 'd'],
    ['d=2026-06-11..2026-06-12', 'too_high', 'd'],
    ['d=2026-06-05..2026-06-07&con=2026-06-04..2026-06-02', 'invalid', 'con'],
  ] as const;
  for (const [query, codice, campo] of wrong) {
    const answer = await ask(`tipo=intervallo&${query}`);
    expect(answer.status, query).toBe(400);
    expect(await answer.json(), query).toMatchObject({ codice, campo });
  }
});

test('the same energy as everywhere else in the API', async () => {
  const { righe } = await reportOf('tipo=mensile&d=2026-06');
  const table = await datalogger.request('/api/dati_impianto/monthly?m=impianto.eday&d=2026-06', { token });
  const { colonne } = await table.json();
  expect(righe.energia.slice(0, 9)).toEqual(colonne['impianto.eday'].slice(0, 9));
});

test('a trip of an inverter is a standstill with its cause, its time and what was lost', async () => {
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 2, cause: 'ground' });
  await datalogger.run(1200);
  const { fermi, cause, allarmi, inverter, indici } = await reportOf('tipo=giornaliero&d=2026-06-10');
  const stop = fermi.find(({ dispositivo, durata }) => dispositivo === 2 && durata > 600);
  expect(stop).toMatchObject({ gruppo: 'inverter', codice: 'INV08', fine: null });
  expect(stop?.persa).toBeGreaterThan(5);
  expect(cause.map(({ codice }) => codice)).toContain('INV08');
  expect(allarmi.find(({ codice }) => codice === 'INV08')?.durata).toBeGreaterThanOrEqual(stop?.durata ?? 0);
  expect(inverter[1]?.fermo).toBeGreaterThan(0.2);
  expect(inverter[0]?.disponibilita).toBeGreaterThan(inverter[1]?.disponibilita ?? 100);
  expect(indici.disponibilita_energia).toBeLessThan(100);
  datalogger.plant.clearFaults();
});

test.each([
  ['tipo=giornaliero', 'd'],
  ['tipo=giornaliero&d=2026-06', 'd'],
  ['tipo=giornaliero&d=2026-02-29', 'd'],
  ['tipo=mensile&d=2026-13', 'd'],
  ['tipo=annuale&d=2026&con=2025-06', 'con'],
  ['tipo=storico&d=2026', 'd'],
  // Years that no plant has: JavaScript takes 50 as 1950.
  ['tipo=annuale&d=0050', 'd'],
  ['tipo=annuale&d=9999', 'd'],
  ['tipo=giornaliero&d=0050-06-10', 'd'],
  ['tipo=intervallo&d=0050-06-10..0050-06-12', 'd'],
  ['tipo=intervallo&d=0050-W23', 'd'],
  ['tipo=settimanale', 'tipo'],
])('%s is refused', async (query, campo) => {
  const reply = await ask(query);
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ campo });
});

test('a burst of reports of one account: others are answered in between, and what is too much is refused', async () => {
  const admin = datalogger.login('admin');
  const years = Array.from({ length: 24 }, (_, at) => ask(`tipo=annuale&d=2026&con=${1990 + at}`));
  const live = await datalogger.request('/api/dati_impianto/RT?m=impianto', { token: admin });
  expect(live.status).toBe(200);
  const answers = await Promise.all(years);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(16);
  expect(refused[0]?.headers.get('retry-after')).toBe('2');
});
