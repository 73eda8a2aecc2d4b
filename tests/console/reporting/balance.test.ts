import { beforeAll, expect, test } from 'vitest';
import {
  budgetSheet,
  costsSheet,
  moneySheet,
  notesSheet,
  waterfallSheet,
} from '../../../src/console/reporting/balance';
import { reportPlot } from '../../../src/console/reporting/report-plot';
import { type Sheet, sheetCsv } from '../../../src/console/reporting/sheet';
import { daysOfJune, epoch, exampleReport } from '../../support/example-report';
import { speakItalian } from '../../support/words';

beforeAll(() => speakItalian(['reports', 'statistics', 'balance', 'table']));

const june = (more: object, indices = {}) =>
  exampleReport({
    period: '2026-06',
    begin: '2026-06-01T00:00:00+02:00',
    end: '2026-07-01T00:00:00+02:00',
    starts: daysOfJune,
    more,
    indices,
  });
const rowsOf = ({ columns }: Sheet) =>
  (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row]));

const cascata = {
  riferimento: 1000,
  termini: [
    { termine: 'temperatura', causa: null, energia: 50 },
    { termine: 'fermi', causa: 'guasto', energia: 30 },
    { termine: 'vento', causa: null, energia: -5 },
  ],
  contatore: 925,
};

test('the waterfall goes from the light to the meter in kWh and in % of the light; a term of a newer datalogger has its name', () => {
  expect(rowsOf(waterfallSheet(june({ cascata })))).toEqual([
    ['Energia nella luce misurata', 1000, 100],
    ['Temperatura dei moduli', 50, 5],
    ['Fermi: Guasto', 30, 3],
    ['vento', -5, -0.5],
    ['Energia al contatore', 925, 92.5],
  ]);
  expect(rowsOf(waterfallSheet(june({})))).toEqual([]);
});

test('the budget stands beside what the time gave', () => {
  const budget = { p50: 200, p90: 180, irraggiamento: 210.5, pr: 82, disponibilita: 98, p50_intero: 400 };
  const given = { energia: 190, resa_riferimento: 200, pr: null, disponibilita: 99.1 };
  const rows = rowsOf(budgetSheet(june({ budget }, given)));
  expect(rows.map(([name, value, wanted]) => [name, value, wanted])).toEqual([
    ['Energia (P50)', 190, 200],
    ['Energia (P90)', 190, 180],
    ['Irradiazione', 200, 210.5],
    ['PR', null, 82],
    ['Disponibilità', 99.1, 98],
  ]);
  expect(rows[0]?.[3]).toBeCloseTo(-5, 6);
  expect(rows[3]?.[3]).toBeNull();
  expect(rowsOf(budgetSheet(june({ budget: null })))).toEqual([]);
});

test('money is shown by band, and what each cause of losses would have earned', () => {
  const economia = {
    a_fasce: true,
    ricavo: 30,
    persa: 2,
    fasce: [
      { fascia: 'F1', energia: 100, prezzo: 0.2, ricavo: 20 },
      { fascia: 'F3', energia: 100, prezzo: 0.1, ricavo: 10 },
    ],
    cause: [{ causa: 'limite_gestore', valore: 2 }],
  };
  const perdite = { cause: [{ causa: 'limite_gestore', fermo: 0, persa: 12 }] };
  expect(rowsOf(moneySheet(june({ economia, perdite })))).toEqual([
    ['Venduta in F1', 100, 0.2, 20],
    ['Venduta in F3', 100, 0.1, 10],
    ['Perdita: Limite del distributore', 12, null, 2],
  ]);
});

test('devices are ranked by what they lost by all causes; the file has the € of each cause too', () => {
  const cause = (causa: string, persa: number, valore: number) => ({ causa, persa, valore });
  const tutte = {
    persa: 170,
    valore: 17,
    cause: [cause('guasto', 100, 10), cause('stringhe', 70, 7)],
    dispositivi: [
      {
        id: 2,
        nome: 'INV 02',
        persa: 140,
        valore: 14,
        cause: [cause('guasto', 100, 10), cause('stringhe', 40, 4)],
      },
      { id: 3, nome: 'INV 03', persa: 30, valore: 3, cause: [cause('stringhe', 30, 3)] },
    ],
  };
  const sheet = costsSheet(june({ perdite: { tutte } }));
  expect(rowsOf(sheet)).toEqual([
    ['INV 02', 140, 14, 100, 40],
    ['INV 03', 30, 3, null, 30],
  ]);
  const [heads] = sheetCsv(sheet, 'Europe/Rome').split('\r\n');
  expect(heads).toMatch(/;Guasto \[kWh\];Guasto \[€\];Stringhe \[kWh\];Stringhe \[€\]$/);
});

test('a datalogger that knows only standstills has them by inverter', () => {
  const perdite = { inverter: [{ id: 3, cause: [{ causa: 'guasto', fermo: 1, persa: 5 }] }] };
  const report = june({
    perdite: { ...perdite, cause: [{ causa: 'guasto', fermo: 1, persa: 5 }] },
    inverter: [{ id: 3, nome: 'INV 03' }],
  });
  expect(rowsOf(costsSheet(report))).toEqual([['INV 03', null, null, 5]]);
});

const june2 = epoch('2026-06-02T10:00:00+02:00');
const note = { id: 1, nome: 'INV 03', da: june2, a: null, testo: 'Ventola', causa: 'guasto', autore: 'anna' };

test('notes are in the table and on the time axis', () => {
  const report = june({ note: [note, { testo: 'senza tempo' }] });
  expect(rowsOf(notesSheet(report))).toEqual([[june2, null, 'INV 03', 'Ventola', 'Guasto', 'anna']]);
  expect(reportPlot(report, '').marks).toEqual([{ at: 1.5, label: 'INV 03: Ventola' }]);
});
