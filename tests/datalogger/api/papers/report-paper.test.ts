import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languageCodes } from '../../../../src/contract/languages';
import { reportSections } from '../../../../src/contract/report-sections';
import type { Report } from '../../../../src/contract/reports';
import { pdfOf } from '../../../../src/datalogger/api/papers/pdf';
import { reportPaper } from '../../../../src/datalogger/api/papers/report-paper';
import { Writer } from '../../../../src/datalogger/api/papers/words';
import { numberText } from '../../../../src/datalogger/core/texts';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { exampleLogo } from '../../../support/example-logo';

/* Documents are read back by poppler, a reader of other people. */

let datalogger: TestDatalogger;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paper-'));
  datalogger = await startDatalogger({ historyDays: 50, at: '2026-06-20T12:00:00Z', size: 'medium' });
});
afterAll(async () => {
  await datalogger.close();
  rmSync(folder, { recursive: true });
});

async function ask(path: string, role: 'admin' | 'cci' = 'admin'): Promise<Response> {
  return datalogger.request(`/api/${path}`, { token: datalogger.login(role) });
}

/** The pages of a document as text in its layout. */
function pagesOf(base64: string): string[] {
  const file = join(folder, 'report.pdf');
  writeFileSync(file, Buffer.from(base64, 'base64'));
  const text = execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'], { encoding: 'utf8' });
  return text.split('\f').filter(page => page.trim() !== '');
}

async function paper(query: string): Promise<string[]> {
  const response = await ask(`report/pdf?${query}`);
  expect(response.status).toBe(200);
  return pagesOf((await response.text()).replaceAll('"', ''));
}

/** The standard fonts have no minus of their own, and no narrow space. */
const onPaper = (text: string) => text.replaceAll('−', '–').replaceAll(/[\u202f\u00a0]/g, ' ');
const plain = (pages: readonly string[]) => onPaper(pages.join('\n'));

test.each(languageCodes)(
  'in %s the document has the figures of the report, and its number on each page',
  async lingua => {
    const report: Report = await (await ask('report?tipo=mensile&d=2026-06')).json();
    const pages = await paper(`tipo=mensile&d=2026-06&lingua=${lingua}`);
    const text = plain(pages);
    const expectNumber = (value: number | null, decimals: number) =>
      expect(text).toContain(onPaper(numberText(value ?? Number.NaN, decimals, lingua)));
    expectNumber(report.indici.energia, 1);
    expectNumber(report.indici.disponibilita, 2);
    expectNumber(
      report.righe.ricavo.reduce<number>((sum, value) => sum + (value ?? 0), 0),
      2,
    );
    for (const value of report.righe.energia) if (value !== null) expectNumber(value, 2);
    for (const { nome, energia } of report.inverter) {
      expect(text).toContain(nome);
      expectNumber(energia, 2);
    }
    for (const { energia } of report.cascata?.termini ?? []) expectNumber(energia, 1);
    expectNumber(report.perdite.tutte.persa, 1);
    pages.forEach(
      (page, index) => void expect(page).toMatch(new RegExp(`\\b${index + 1} ?/ ?${pages.length}\\s*$`)),
    );
    // No text is missing, and none is a key of one.
    expect(text).not.toMatch(/undefined|NaN|\?|report\.|balance\./);
  },
);

test('devices, causes and the period to compare with have the columns of the printed page', async () => {
  const report: Report = await (await ask('report?tipo=mensile&d=2026-06')).json();
  const text = plain(await paper('tipo=mensile&d=2026-06&lingua=en'));
  const rowOf = (name: string, first: string) =>
    text.split('\n').find(line => line.includes(name) && line.includes(first)) ?? '';
  const number = (value: number | null | undefined, decimals: number) =>
    onPaper(numberText(value ?? Number.NaN, decimals, 'en'));
  const { dispositivi } = report.perdite.tutte;
  expect(dispositivi.length).toBeGreaterThan(1);
  for (const { id, nome, energia, copertura } of report.inverter) {
    const row = rowOf(nome, number(energia, 2));
    const lost = dispositivi.find(each => each.id === id);
    if (lost) expect(row).toContain(number(lost.persa, 1));
    expect(row).toContain(number(copertura, 1));
  }
  // Twenty days of June beside as many of May; the rows have the whole of it.
  expect(text).toContain('May 2026 to 20 May');
  const may = (report.confronto?.righe.energia ?? []).map(value => value ?? 0);
  expect(may).toHaveLength(31);
  expect(text).toContain(
    number(
      may.reduce((sum, value) => sum + value, 0),
      2,
    ),
  );
  expect(text).toMatch(report.sporcamento?.tasso === null ? /Soiling/ : /Dirt takes \d\.\d{3} %/);
});

test('a week is named by its days, and has a row for each', async () => {
  const report: Report = await (await ask('report?tipo=intervallo&d=2026-W23')).json();
  const text = plain(await paper('tipo=intervallo&d=2026-W23&lingua=it'));
  expect(text).toContain('Report, 1–7 giugno 2026');
  expect(text).toContain('25–31 maggio 2026');
  expect(report.righe.energia).toHaveLength(7);
  for (const value of report.righe.energia)
    expect(text).toContain(onPaper(numberText(value ?? Number.NaN, 2, 'it')));
  expect(text).not.toMatch(/undefined|NaN|report\.|balance\./);
});

test('what is wanted on it is on it, of every kind of report', async () => {
  const whole = plain(await paper('tipo=annuale&d=2026&lingua=en'));
  expect(whole).toMatch(
    /Key figures[\s\S]*From the light to the meter[\s\S]*Inverter comparison[\s\S]*Capacity test/,
  );
  const part = plain(await paper('tipo=annuale&d=2026&lingua=en&sezioni=indices,inverters'));
  expect(part).toMatch(/Key figures[\s\S]*Inverter comparison/);
  expect(part).not.toContain('From the light to the meter');
  const day = plain(await paper('tipo=giornaliero&d=2026-06-19&lingua=de'));
  expect(day).toMatch(/Tagesbericht[\s\S]*Kennzahlen/);
  expect((await paper('tipo=storico&lingua=fr')).length).toBeGreaterThan(0);
  expect((await ask('report/pdf?tipo=storico&lingua=fr&sezioni=none')).status).toBe(400);
  expect((await ask('report/pdf?tipo=storico&lingua=fr', 'cci')).status).toBe(403);
});

const order = (id: number, dispositivo: number, nome: string, costo: number | null) => ({
  ...{ id, gruppo: 'inverter' as const, dispositivo, nome, costo },
  ...{ titolo: 'Replace', persona: '', creato: 1_781_000_000, chiuso: 1_781_000_060 },
});

test('it has the losses by device, the causes of stops, limits, soiling, budget and how the alarms did', async () => {
  const example: Report = await (await ask('report?tipo=mensile&d=2026-06')).json();
  const [day, inverter] = [1_781_000_000, example.inverter[0]?.nome ?? ''];
  const report: Report = {
    ...example,
    limitazioni: [
      { inizio: day, fine: day + 5400, durata: 5400, limite: 37.5, persa: 812.3, valore: 81.23 },
      { inizio: day + 9000, fine: null, durata: 600, limite: null, persa: null, valore: null },
    ],
    sporcamento: {
      ...{ rapporto: 97.31, tasso: 0.05, conviene: null, da_pulizia: null },
      pulizie: [{ inizio: day, fine: null, causa: 'pioggia', rapporto: 97.31, persa: 456.7, valore: null }],
    },
    figure_allarmi: {
      ...{ volte: 61, al_giorno: 3.1, fascia: 4, priorita: [5, 20, 75], riconoscimento: 3600 },
      ...{ mttr: 7200, mtbf: null },
      peggiori: [
        {
          ...{ codice: 'INV01', gruppo: 'inverter', dispositivo: 1 },
          nome: inverter,
          volte: 9,
          durata: 5400,
        },
      ],
    },
    lavori: [
      order(1, 1, inverter, 120.5),
      { ...order(2, 0, '', 900), gruppo: 'impianto', dispositivo: null },
      order(3, 1, inverter, 80),
      order(4, 9, 'INV 09', null),
      // Another device of the same name.
      order(5, 7, inverter, 45),
    ],
    allarmi: [{ codice: 'INV01', priorita: 2, volte: 9, dispositivi: 3, durata: 5400 }],
    perdite: {
      ...example.perdite,
      cause: [{ causa: 'guasto', fermo: 7.25, persa: 11.1 }],
      tutte: {
        ...example.perdite.tutte,
        cause: [{ causa: 'guasto', persa: 12.3, valore: 1.28 }, ...example.perdite.tutte.cause],
      },
    },
    budget: { p50: 100_000, p90: null, irraggiamento: null, pr: 82, disponibilita: 98, p50_intero: 150_000 },
  };
  const cover = {
    plant: 'P',
    owner: '',
    address: '',
    logo: '',
    createdS: day,
    sections: reportSections,
    proofs: [],
  };
  const written = (of: Report) => pdfOf(reportPaper(of, cover, new Writer('en', 'Europe/Rome')));
  const text = plain(pagesOf((await written(report)).toString('base64')));
  const between = (from: string, to: string) => text.slice(text.indexOf(from), text.lastIndexOf(to));
  const byDevice = between('Energy lost by inverter', 'Longest downtimes');
  for (const { nome, cause } of report.perdite.tutte.dispositivi)
    for (const { persa } of cause) {
      expect(byDevice).toContain(nome);
      expect(byDevice).toContain(numberText(persa, 1, 'en'));
    }
  expect(byDevice).toContain(inverter);
  for (const { codice } of report.cause)
    expect(between('Causes of downtime', 'Curtailments received')).toContain(codice);
  expect(between('Curtailments received', 'Alarm performance')).toMatch(/37\.5\s+812\.3\s+81\.23/);
  expect(text).toMatch(
    new RegExp(`Plant +900\\.00\\s+${inverter} +200\\.50\\s+${inverter} +45\\.00\\s+Total +1,145\\.50`),
  );
  expect(text).toMatch(/High\s+9\s+3\s+1:30 h/);
  expect(text).toMatch(/Fault\s+7\.25\s+12\.3\s+1\.28/);
  expect(text).toMatch(/Rain\s+97\.31\s+456\.7/);
  const away = (100 * (report.indici.energia ?? 0)) / 100_000 - 100;
  expect(text).toMatch(
    new RegExp(`Energy \\(P50\\) .*100,000\\.0 kWh +${onPaper(numberText(away, 1, 'en'))}`),
  );
});

test('the head of each document has the logo, the owner and the address of the plant', async () => {
  const send = (immagine: string) =>
    datalogger.request('/api/impianto/1/logo', {
      method: 'PUT',
      token: datalogger.login('admin'),
      json: { immagine },
    });
  const picturesOf = async (path: string) => {
    const file = join(folder, 'logo.pdf');
    writeFileSync(file, Buffer.from(await (await ask(path)).text(), 'base64'));
    return execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' })
      .split('\n')
      .slice(2)
      .filter(Boolean);
  };
  const documents = [
    'report/pdf?tipo=mensile&d=2026-06&lingua=en',
    'contratto/pdf?d=2026-05&lingua=en',
    'tensione/pdf?d=2026-06-10&lingua=en',
  ];
  for (const path of documents) expect(await picturesOf(path), path).toEqual([]);
  expect((await send(exampleLogo)).status).toBe(200);
  for (const path of documents)
    expect(await picturesOf(path), path).toEqual([expect.stringMatching(/16 +8 +rgb/)]);
  const { nome, titolare, indirizzo, cap, comune, provincia } =
    datalogger.config.plantConfig.read()?.fields ?? {};
  const [first = ''] = await paper('tipo=mensile&d=2026-06&lingua=en');
  expect(plain([first]).replaceAll(/\s+/g, ' ')).toContain(
    [nome, titolare, indirizzo, `${cap} ${comune} (${provincia})`].filter(Boolean).join(', '),
  );
  // A picture that no reader can show costs its place, not the document.
  datalogger.config.logo.write({ immagine: Buffer.from('no picture').toString('base64') }, null);
  for (const path of documents) expect(await picturesOf(path), path).toEqual([]);
});

test('long tables go over pages with their head, and names of any letters are readable', async () => {
  const example: Report = await (await ask('report?tipo=mensile&d=2026-06')).json();
  const [inverter] = example.inverter;
  if (!inverter) throw new Error('the example has no inverter');
  const names = ['Łódź 1', 'Φωτοβολταϊκό', 'Невод', 'a'.repeat(300), 'x\ny', '☀'];
  const report: Report = {
    ...example,
    inverter: Array.from({ length: 120 }, (_, id) => ({ ...inverter, id, nome: names[id] ?? `INV ${id}` })),
  };
  const cover = {
    plant: 'Młyn',
    owner: 'Żaneta',
    address: '',
    logo: '',
    createdS: 1_781_956_800,
    sections: reportSections,
    proofs: [],
  };
  const pages = pagesOf(
    (await pdfOf(reportPaper(report, cover, new Writer('en', 'Europe/Rome')))).toString('base64'),
  );
  const heads = pages.filter(page => page.includes('Inverter comparison') && page.includes('INV '));
  expect(heads.length).toBeGreaterThan(1);
  const text = plain(pages);
  // What the standard fonts do not have loses its accent, or is a question mark.
  expect(text).toContain('?ódz 1');
  // A name that is too long for a line goes on below.
  expect([...text.matchAll(/a{5,}/g)].join('').length).toBeGreaterThan(280);
  expect(text).toContain('INV 119');
});
