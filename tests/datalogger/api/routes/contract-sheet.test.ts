import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languageCodes } from '../../../../src/contract/languages';
import type { Plant } from '../../../../src/contract/plant';
import type { Report } from '../../../../src/contract/reports';
import { statementOf } from '../../../../src/datalogger/analytics/contract/statement';
import { numberText } from '../../../../src/datalogger/core/texts';
import type { PlantFields } from '../../../../src/datalogger/storage/config/plant-config';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

/* Documents are read back by poppler, a reader of other people. */

let datalogger: TestDatalogger;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheet-'));
  datalogger = await startDatalogger({
    at: '2026-06-02T10:30:00+02:00',
    hasOneClock: true,
    historyDays: 34,
  });
});
afterAll(async () => {
  await datalogger.close();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, role: 'admin' | 'normal' | 'cci' = 'admin') =>
  datalogger.request(`/api/${path}`, { token: datalogger.login(role) });

/** The standard fonts have no minus of their own, and no narrow space. */
const onPaper = (text: string) => text.replaceAll('−', '–').replaceAll(/[\u202f\u00a0]/g, ' ');

/** The text of a document, lines of a paragraph joined. */
async function sheet(path: string): Promise<string> {
  const response = await ask(path);
  expect(response.status, path).toBe(200);
  const file = join(folder, 'sheet.pdf');
  writeFileSync(file, Buffer.from((await response.text()).replaceAll('"', ''), 'base64'));
  const text = execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'], { encoding: 'utf8' });
  return onPaper(text).replaceAll(/\s+/g, ' ');
}

async function readPlant() {
  const plant: Plant = await (await ask('impianto/1')).json();
  const { conteggi, rete, knx, dyn_dns, gruppo_continuita, ups, versione, ...body } = plant;
  return { body, versione };
}

async function plantOf(): Promise<PlantFields> {
  const { id, tariffa = null, ...fields } = (await readPlant()).body;
  return { ...fields, tariffa };
}

/** Changes the plant as an administrator does; the status, and the error where there is one. */
async function change(fields: Partial<Plant>) {
  const { body, versione } = await readPlant();
  const response = await datalogger.request('/api/impianto/1', {
    method: 'PUT',
    token: datalogger.login('admin'),
    headers: { 'If-Match': `"${versione}"` },
    json: { ...body, ...fields },
  });
  return { status: response.status, body: await response.json() };
}

const report = async (): Promise<Report> => (await ask('report?tipo=mensile&d=2026-05')).json();

test.each(languageCodes)(
  'in %s the sheet has the figures of the report, and each its source',
  async lingua => {
    expect((await change({ bonus: 500, malus: 700, disponibilita_inverter: 97, tempi: times })).status).toBe(
      200,
    );
    const { indici, perdite, budget } = await report();
    const text = await sheet(`contratto/pdf?d=2026-05&lingua=${lingua}`);
    const number = (value: number | null, digits: number) =>
      onPaper(numberText(value ?? Number.NaN, digits, lingua));
    expect(text).toContain(`${number(perdite.disponibilita, 2)} %`);
    expect(text).toContain(`${number(indici.pr, 2)} %`);
    expect(text).toContain(`${number(indici.energia, 0)} kWh`);
    expect(text).toContain(`${number(budget?.p50 ?? null, 1)} kWh`);
    expect(text).toContain('GET report?tipo=mensile&d=2026-05: perdite');
    expect(text).not.toMatch(/undefined|NaN|\?(?! ?(tipo|stato))|agreement\.|\{\{/);
  },
);

const times = [
  { priorita: 1, risposta: 1, riparazione: 8 },
  { priorita: 2, risposta: 4, riparazione: 24 },
];

test('the energy is compared with the budget corrected by hand', async () => {
  const { indici, budget, periodo } = await report();
  if (!budget || indici.resa_riferimento === null || budget.irraggiamento === null)
    throw new Error('no budget');
  const share = (periodo.copertura_luce ?? 0) / 100;
  const wanted = budget.p50 * (indici.resa_riferimento / budget.irraggiamento + 1 - share);
  const text = await sheet('contratto/pdf?d=2026-05&lingua=en');
  expect(text).toContain(`${Math.round(wanted).toLocaleString('en')} kWh`);
});

test('by energy, and without exclusions, the availability is another one, in the report as on the sheet', async () => {
  const before = await report();
  await change({ formula_disponibilita: 'energia', esclusioni: [] });
  const after = await report();
  const lost = after.perdite.cause.reduce((sum, { persa }) => sum + persa, 0);
  const made = after.indici.energia ?? 0;
  expect(after.perdite.disponibilita).toBeCloseTo((100 * made) / (made + lost), 1);
  expect(after.indici).toEqual(before.indici);
  expect(await sheet('contratto/pdf?d=2026-05&lingua=en')).toContain('(IEC TS 63019)');
  await change({
    formula_disponibilita: 'tempo',
    esclusioni: ['rete', 'interfaccia', 'forza_maggiore', 'concordata'],
  });
  expect((await report()).perdite.disponibilita).toBe(before.perdite.disponibilita);
});

test('a month that runs or was hardly measured has no bonus and no verdict', async () => {
  await change({ bonus: 500, malus: 700 });
  expect(await sheet('contratto/pdf?d=2026-06&lingua=en')).toContain('The month is not over');
  const empty = await sheet('contratto/pdf?d=2026-04&lingua=en');
  expect(empty).toMatch(/not certain|no result/);
  expect(empty).not.toMatch(/ (not )?kept /);
});

test('a table of hours with a mistake names its line', async () => {
  const row = Array.from({ length: 24 }, (_, hour) => (hour > 5 && hour < 19 ? '1,5' : '0')).join('\t');
  const rows = Array.from({ length: 12 }, () => row);
  const wrong = await change({
    budget_orario: rows.map((each, at) => (at === 6 ? row.replace('1,5', '1,5 €') : each)).join('\n'),
  });
  expect(wrong).toMatchObject({ status: 422, body: { codice: 'invalid', campo: 'budget_orario', da: '7' } });
  expect((await change({ budget_orario: rows.join('\n') })).status).toBe(200);
  expect(await sheet('contratto/pdf?d=2026-05&lingua=en')).toContain('by the hours of PVsyst');
  await change({ budget_orario: '' });
});

test('a month that was computed by hand', async () => {
  const { budget, incerti, ...example } = await report();
  const plant: PlantFields = { ...(await plantOf()), bonus: 500, malus: 700, disponibilita_inverter: 99.5 };
  const [inverter] = example.inverter;
  if (!budget || !inverter) throw new Error('no budget or no inverter');
  const { da, a } = example.periodo;
  const periodo = { ...example.periodo, inizio_dati: da, fine_dati: a, copertura: 100, copertura_luce: 80 };
  const given: Report = {
    ...example,
    periodo,
    budget: { ...budget, p50: 100_000, irraggiamento: 150, pr: 80, disponibilita: 98 },
    indici: { ...example.indici, energia: 90_000, resa_riferimento: 120, pr: 79 },
    inverter: [{ ...inverter, id: 1, energia: 1000, copertura: 100 }],
    perdite: {
      ...example.perdite,
      disponibilita: 96.4,
      inverter: [
        {
          id: 1,
          cause: [
            { causa: 'rete', fermo: 2, persa: 10 },
            { causa: 'guasto', fermo: 4, persa: 30 },
          ],
        },
      ],
    },
  };
  const month = {
    alarms: [],
    inverters: [{ id: 1, usefulS: 400 * 3600, stoppedS: 6 * 3600 }],
    lightShare: null,
  };
  const stated = (changed: Partial<Report>, terms: Partial<PlantFields> = {}) =>
    statementOf({ report: { ...given, ...changed }, month, plant: { ...plant, ...terms }, nowS: a });

  const whole = stated({});
  // 100 MWh x 120 / 150, and 20 % of it as planned.
  expect(whole.energy.agreed).toBeCloseTo(100_000, 6);
  expect([whole.energy.outcome, whole.ratio.outcome, whole.availability.outcome]).toEqual(
    Array(3).fill('missed'),
  );
  // 1.6 points are one whole step.
  expect(whole.premium).toMatchObject({ steps: -1, euro: -700, difference: expect.closeTo(-1.6, 9) });
  // 394 of 400 h, and the 2 h without grid.
  expect(whole.inverters).toMatchObject([{ value: 99, outcome: 'missed' }]);
  const byEnergy = stated({}, { formula_disponibilita: 'energia' });
  expect(byEnergy.inverters[0]?.value).toBeCloseTo(97.0874, 4);
  expect(stated({}, { premio_su: 'energia' }).premium).toMatchObject({ steps: -10, euro: -7000 });

  const dark = stated({ periodo: { ...periodo, copertura_luce: 69 } });
  expect([dark.energy.outcome, dark.ratio.outcome, dark.availability.outcome]).toEqual([
    'uncertain',
    'uncertain',
    'missed',
  ]);
  // The archive begins in the middle of the month.
  const half = stated({ periodo: { ...periodo, inizio_dati: (da + a) / 2 } });
  expect(half.covered).toEqual({ time: 50, light: 40 });
  expect([half.availability.outcome, half.premium]).toEqual(['uncertain', 'uncertain']);
});

test('the same month has the same bytes', async () => {
  const [one, other] = [
    await ask('contratto/pdf?d=2026-05&lingua=de'),
    await ask('contratto/pdf?d=2026-05&lingua=de'),
  ];
  expect(await one.text()).toBe(await other.text());
});

test.each(languageCodes)(
  'the week of the voltage says in %s what was measured and what was not',
  async lingua => {
    const text = await sheet(`tensione/pdf?d=2026-06-02&lingua=${lingua}`);
    expect(text).toContain('EN 50160');
    expect(text).toContain('spi.');
    expect(text).not.toMatch(/undefined|NaN|\?|voltage\.|\{\{/);
  },
);

test('the sheet has the ten-minute voltages and the frequency of each meter, from the first minutes on', async () => {
  await datalogger.run(2 * 3600);
  const text = await sheet('tensione/pdf?d=2026-06-02&lingua=en');
  expect(text).toMatch(/contatori\.1 in the archive/);
  expect(text).toMatch(/1[12] of 1008 means of 10 minutes/);
  expect(text).toMatch(/Single readings from [\d.,]+ V to [\d.,]+ V/);
  expect(text).toMatch(/means of 10 s from 49\.\d+ Hz to 50\.\d+ Hz; within ±1 %: 100\.00 %/);
  expect(text).toContain('not certain, too much was not measured');
});

test('other months, days and roles are refused', async () => {
  expect((await ask('contratto/pdf?d=2026&lingua=it')).status).toBe(400);
  expect((await ask('tensione/pdf?d=2026-02-30&lingua=it')).status).toBe(400);
  expect((await ask('contratto/pdf?d=2026-05&lingua=it', 'cci')).status).toBe(403);
  expect((await ask('tensione/pdf?d=2026-06-02&lingua=it', 'cci')).status).toBe(403);
});
