import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Language, languageCodes } from '../../../../src/contract/languages';
import type { ProofSheet, Proofs } from '../../../../src/contract/proofs';
import type { Report } from '../../../../src/contract/reports';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
beforeAll(async () => {
  datalogger = await startDatalogger({
    at: '2026-06-02T10:30:00+02:00',
    hasOneClock: true,
    historyDays: 34,
  });
});
afterAll(() => datalogger.close());

async function asked<T>(path: string): Promise<T> {
  const reply = await datalogger.request(`/api/${path}`, { token: datalogger.login('normal') });
  expect(reply.status, path).toBe(200);
  return reply.json();
}

const proofsIn = (lingua: Language, d = '2026-05') =>
  asked<Proofs>(`verifiche?tipo=mensile&d=${d}&lingua=${lingua}`);

const sheetOf = ({ fogli }: Proofs, name: string) => fogli.find(({ nome }) => nome === name);
const rowsOf = (sheet: ProofSheet | undefined) =>
  (sheet?.colonne[0]?.valori ?? []).map((_, row) => sheet?.colonne.map(({ valori }) => valori[row]));

test('the capacity of a month has its conditions, its uncertainty and what was left out', async () => {
  const rows = rowsOf(sheetOf(await proofsIn('en'), 'capacita'));
  expect(rows.map(row => row?.[0])).toEqual([
    'Reporting conditions',
    'Measured power',
    'Expected power',
    'Capacity ratio',
    'Regression',
    'Irradiance',
    'Energy and power',
    'Module temperature',
    'Quarter-hours left out',
  ]);
  expect(rows[0]?.[1]).toMatch(/^\d{3}\u00a0W\/m², [\d.]+\u00a0°C$/);
  expect(rows[3]?.[1]).toMatch(/^9\d\.\d\u00a0% ± \d\.\d\u00a0%$/);
  expect(rows[5]?.[2]).toMatch(/^Class A of ISO 9060/);
  expect(rows[6]?.[2]).toBe('Production meter of class 0.5S');
});

test('PR and EPI are those of the report, with their uncertainty', async () => {
  const { indici } = await asked<Report>('report?tipo=mensile&d=2026-05');
  const rows = rowsOf(sheetOf(await proofsIn('en'), 'incertezza'));
  expect(rows[0]?.[1]).toContain(`${indici.pr?.toFixed(1)}\u00a0% ± `);
  expect(rows[1]?.[1]).toContain(`${indici.epi?.toFixed(1)}\u00a0% ± `);
});

test('what was agreed stands beside what was measured, the energy corrected for the light', async () => {
  const { indici, perdite, budget } = await asked<Report>('report?tipo=mensile&d=2026-05');
  const rows = rowsOf(sheetOf(await proofsIn('en'), 'concordato'));
  if (!budget) throw new Error('no budget');
  expect(rows[0]?.[1]).toBe(`${perdite.disponibilita?.toFixed(2)}\u00a0%`);
  const wanted = (budget.p50 * (indici.resa_riferimento ?? 0)) / (budget.irraggiamento ?? 1);
  const shown = (kWh: number) => `${Math.round(kWh).toLocaleString('en')}\u00a0kWh`;
  expect(rows[2]?.slice(1, 3)).toEqual([shown(indici.energia ?? 0), shown(wanted)]);
});

test('too few days are no test, and the reason is said', async () => {
  const rows = rowsOf(sheetOf(await proofsIn('en', '2026-06'), 'capacita'));
  expect(rows[0]).toEqual(['No result', '–', expect.stringMatching(/are needed, there are \d+$/)]);
});

test.each(languageCodes)('every text is there: %s', async language => {
  const { fogli } = await proofsIn(language);
  expect(fogli.map(({ nome }) => nome)).toEqual(['concordato', 'capacita', 'incertezza']);
  const texts = fogli.flatMap(({ titolo, colonne }) => [
    titolo,
    ...colonne.flatMap(({ nome, valori }) => [nome, ...valori]),
  ]);
  expect(texts.filter(text => text === '' || /{{|undefined|NaN/.test(String(text)))).toEqual([]);
});

test('a period of another kind is refused', async () => {
  const path = '/api/verifiche?tipo=annuale&d=2026-05';
  expect((await datalogger.request(path, { token: datalogger.login('normal') })).status).toBe(400);
});
