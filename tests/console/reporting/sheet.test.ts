import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '../../../src/console/i18n/translate';
import { type Sheet, sheetCsv, shown } from '../../../src/console/reporting/sheet';
import { invertersSheet, rowsSheet } from '../../../src/console/reporting/sheets';
import { daysOfJune, epoch, exampleReport, quarters } from '../../support/example-report';
import { speakItalian } from '../../support/words';

const rome = 'Europe/Rome';

beforeAll(() => speakItalian(['table', 'statistics']));

const energy: Sheet = {
  name: 'prova',
  title: 'Prova',
  columns: [
    { label: 'Ora', unit: '', decimals: 0, isTime: true, values: [epoch('2026-06-10T13:00:00+02:00')] },
    { label: 'Prodotta', unit: 'kWh', decimals: 2, values: [84_620.3] },
    { label: 'Nome', unit: '', decimals: 0, values: ['=1+1'] },
    { label: 'Scarto', unit: '%', decimals: 1, values: [-3.7] },
    { label: 'PR', unit: '%', decimals: 1, values: [null] },
  ],
};

test('a file has byte order mark, semicolons, units and the offset in the head, the numbers of the datalogger, and no formula', () => {
  expect(sheetCsv(energy, rome)).toBe(
    "\ufeffOra [UTC+02:00];Prodotta [kWh];Nome;Scarto [%];PR [%]\r\n2026-06-10 13:00:00;84620,300;'=1+1;-3,7;\r\n",
  );
});

test('in English the decimal mark is a dot and a comma separates', async () => {
  await setLanguage('en');
  expect(sheetCsv(energy, rome)).toContain('2026-06-10 13:00:00,84620.300,');
  await setLanguage('it');
});

test('on the screen a large energy is in MWh, all of a column alike; what is missing is a dash', () => {
  const values = [84_620.3, 950, null];
  expect(shown({ label: '', unit: 'kWh', decimals: 2, values })).toMatchObject({
    unit: 'MWh',
    cells: ['84,62', '0,95', '—'],
  });
  expect(shown({ label: '', unit: 'kWh', decimals: 2, values: [950] })).toMatchObject({
    unit: 'kWh',
    cells: ['950,00'],
  });
});

test('a day that is to come is no row of the table, but one of the file; other periods stand beside it in one unit', () => {
  const june = {
    period: '2026-06',
    begin: '2026-06-01T00:00:00+02:00',
    end: '2026-07-01T00:00:00+02:00',
    starts: daysOfJune,
    span: { in_corso: true, fine_dati: epoch('2026-06-10T13:42:00+02:00') },
  };
  const energia = daysOfJune.map((_, day) => (day < 10 ? 8000 : null));
  const others = daysOfJune.slice(0, 28);
  const report = exampleReport({
    ...june,
    columns: { energia, attesa: energia },
    more: {
      confronto: {
        periodo: { d: '2026-05', da: 0, a: 1, inizio_dati: 0 },
        indici: {},
        righe: { t: others, energia: others.map(() => 12_000) },
      },
    },
  });
  const sheet = rowsSheet(report, 'maggio 2026');
  expect(sheet.rowsToCome).toBe(20);
  expect(
    sheet.columns
      .map(shown)
      .slice(0, 4)
      .map(({ label, unit, cells }) => [label, unit, cells[9], cells[29]]),
  ).toEqual([
    ['Giorno', '', '10 giugno', '30 giugno'],
    ['Prodotta', 'MWh', '8,00', '—'],
    ['Attesa', 'MWh', '8,00', '—'],
    ['maggio 2026', 'MWh', '12,00', '—'],
  ]);
  const lines = sheetCsv(sheet, rome).split('\r\n');
  expect(lines[0]).toBe('\ufeffGiorno [UTC+02:00];Prodotta [kWh];Attesa [kWh];Prodotta, maggio 2026 [kWh]');
  expect(lines[10]).toBe('2026-06-10 00:00:00;8000,000;8000,000;12000,000');
  expect(lines).toHaveLength(1 + 30 + 1);
});

test('a day of 25 hours has 100 rows, of which the file tells the repeated ones apart', () => {
  const [begin, end] = ['2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'];
  const starts = quarters(begin, end);
  const columns = { energia: starts.map(() => 1) };
  const file = sheetCsv(
    rowsSheet(exampleReport({ period: '2026-10-25', begin, end, starts, columns }), ''),
    rome,
  );
  const times = file
    .split('\r\n')
    .slice(1, -1)
    .map(line => line.split(';')[0]);
  expect(times).toHaveLength(100);
  expect(new Set(times).size).toBe(100);
  expect(times.slice(8, 13)).toEqual([
    '2026-10-25 02:00:00+02:00',
    '2026-10-25 02:15:00+02:00',
    '2026-10-25 02:30:00+02:00',
    '2026-10-25 02:45:00+02:00',
    '2026-10-25 02:00:00+01:00',
  ]);
});

test('an inverter without a value has a dash, a difference its sign', () => {
  const report = exampleReport({
    period: '2026-06',
    begin: '2026-06-01T00:00:00+02:00',
    end: '2026-07-01T00:00:00+02:00',
    starts: daysOfJune,
    more: {
      inverter: [{ id: 7, nome: 'INV 07', energia: 8200, resa: 82.1, scarto: 1.24, disponibilita: null }],
    },
  });
  const cells = invertersSheet(report)
    .columns.map(shown)
    .map(({ cells: [cell] }) => cell);
  expect(cells.slice(0, 5)).toEqual(['INV 07', '8.200,0', '82,10', '+1,2', '—']);
});
