import { beforeAll, expect, test } from 'vitest';
import { sheetCsv, shown } from '../../../src/console/reporting/sheet';
import { indicesSheet, rowsSheet } from '../../../src/console/reporting/sheets';
import { trustWords } from '../../../src/console/reporting/trust';
import { formulaOf } from '../../../src/console/screens/statistics/formulas';
import { daysOfJune, exampleReport } from '../../support/example-report';
import { speakItalian } from '../../support/words';

beforeAll(() => speakItalian(['table', 'statistics']));

function reportWith(luce: number, more: object = {}) {
  const days = (first: number | null) => daysOfJune.map((_, day) => (day === 0 ? first : 90));
  return exampleReport({
    period: '2026-06',
    begin: '2026-06-01T00:00:00+02:00',
    end: '2026-07-01T00:00:00+02:00',
    starts: daysOfJune,
    indices: { energia: 900, resa_riferimento: 10, pr: 81.2, epi: null },
    columns: { pr: days(75), epi: days(95.5), copertura: days(100), copertura_luce: days(52) },
    span: { copertura: 100, copertura_luce: luce, copertura_temperatura: luce / 3 },
    more: { dati: { kwp: 100, riferimento: 1108.4, ...more } },
  });
}
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
const pr = (report: ReturnType<typeof reportWith>) => {
  const { columns } = indicesSheet(report, '');
  const [names, values] = columns.map(column => shown(column).cells);
  return plain(values?.[names?.indexOf('PR') ?? -1]);
};

test('with little of the light measured the PR is marked and says why; the limit is a setting of the plant', () => {
  const [whole, part] = [reportWith(85), reportWith(62.04)];
  expect([pr(whole), trustWords(whole, 'pr', whole)]).toEqual(['81,2', '']);
  expect([pr(part), plain(trustWords(part, 'pr', part))]).toEqual([
    '≈ 81,2',
    'Incerto: luce misurata per il 62,0 % dell’energia.',
  ]);
  expect(pr(reportWith(62, { copertura_certa: 60 }))).toBe('81,2');
  expect(plain(trustWords(part, 'epi', part))).toBe(
    'Misure insufficienti: luce e temperatura dei moduli misurate per il 20,7 % dell’energia.',
  );
  expect(trustWords(part, 'energia', part)).toBe('');
});

test('a row of which too little light was measured is marked, and its deviation is that of the measured time', () => {
  const cells = (label: string) =>
    rowsSheet(reportWith(90), '')
      .columns.map(shown)
      .find(column => column.label === label)
      ?.cells.slice(0, 2)
      .map(plain);
  expect(cells('PR')).toEqual(['≈ 75,0', '90,0']);
  expect(cells('Scarto')).toEqual(['≈ −4,5', '−10,0']);
});

test('the formula has values only where energy and light are of the same time', () => {
  expect(formulaOf(reportWith(100), 'pr')?.values).toBe('900,0 / 1.108,4');
  expect(formulaOf(reportWith(80), 'pr')).toEqual({ signs: 'E / Er', values: '' });
});

test('what a doubted counter counted is marked with its reason, in the table, and named in the file', () => {
  const incerti = { indici: ['energia'], righe: { epi: [1] } };
  const raw = exampleReport({
    period: '2026-06',
    begin: '2026-06-01T00:00:00+02:00',
    end: '2026-07-01T00:00:00+02:00',
    starts: daysOfJune,
    indices: { energia: 900, pr: 81.2 },
    columns: { epi: daysOfJune.map(() => 95.5), copertura: daysOfJune.map(() => 100) },
    span: { copertura: 100, copertura_luce: 100, copertura_temperatura: 100 },
    more: { incerti },
  });
  expect(trustWords(raw, 'energia', raw)).toBe('Incerto: contatore in dubbio o misure non valide.');
  expect(trustWords(raw, 'pr', raw)).toBe('');
  const lines = sheetCsv(rowsSheet(raw, ''), 'Europe/Rome').trim().split('\r\n');
  expect(lines[0]).toMatch(/contatore in dubbio o misure non valide$/);
  expect(lines[1]).toMatch(/;$/);
  expect(lines[2]).toMatch(/;EPI$/);
});
