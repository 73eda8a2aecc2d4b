import { beforeAll, expect, test } from 'vitest';
import { type Sheet, sheetCsv } from '../../../../src/console/reporting/sheet';
import { declarationSheet, readingsSheet } from '../../../../src/console/screens/reports/readings';
import { sectionsOf, tablesOf } from '../../../../src/console/screens/reports/sections';
import { epoch, exampleReport } from '../../../support/example-report';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['reports', 'statistics', 'balance', 'table']));

const year = (more: object) =>
  exampleReport({
    period: '2026',
    begin: '2026-01-01T00:00:00+01:00',
    end: '2027-01-01T00:00:00+01:00',
    starts: [epoch('2026-01-01T00:00:00+01:00')],
    more,
  });
const rowsOf = ({ columns }: Sheet) =>
  (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row]));
const meter = (id: number) => ({
  id,
  nome: `M${id}`,
  seriale: `A-${id}`,
  pod: 'IT001E00000001',
  rapporto: 40,
});

test('readings of a meter are beside what it moved in the month; the file has the reactive registers', () => {
  const reading = (id: number, month: number, e_imm: number, immessa: number | null) => {
    const t = epoch(`2026-0${month}-01T00:00:00+02:00`);
    const moved = { immessa, prelevata: null };
    return { ...meter(id), ...moved, t, presa: t, e_imm, e_prel: 10 * month, er: [1, 2, 3, 4] };
  };
  const letture = [
    reading(1, 5, 100, null),
    reading(2, 5, 7, null),
    reading(1, 6, 160, 60),
    reading(2, 6, 9, 2),
  ];
  const sheet = readingsSheet(year({ letture }));
  expect(rowsOf(sheet).map(row => [row[0], row[2], row[4], row[5]])).toEqual([
    ['M1', 100, null, null],
    ['M1', 160, 60, null],
    ['M2', 7, null, null],
    ['M2', 9, 2, null],
  ]);
  const [heads, first] = sheetCsv(sheet, 'Europe/Rome').split('\r\n');
  expect(heads).toContain('Contatore;Matricola;POD;Rapporto TA × TV;');
  expect(heads).toContain(';Q4 [kvarh]');
  expect(first).toMatch(/^M1;A-1;IT001E00000001;40;/);
});

test('the declaration of a year has each meter with its first and its last reading', () => {
  const [da, a] = [epoch('2026-01-01T00:00:00+01:00'), epoch('2027-01-01T00:00:00+01:00')];
  const exported = { imm_da: 1000, imm_a: 51_000, immessa: 50_000 };
  const imported = { prel_da: 5, prel_a: 3, prelevata: null };
  const report = year({ dichiarazione: [{ ...meter(1), da, a, ...exported, ...imported }] });
  expect(sectionsOf(report)).toContain('readings');
  expect(tablesOf('readings', report, '').map(({ title }) => title)).toContain('Dichiarazione annuale');
  const sheet = declarationSheet(report);
  expect(rowsOf(sheet)).toEqual([
    ['M1', 'A-1', 'IT001E00000001', 40, da, a, 1000, 51_000, 50_000, 5, 3, null],
  ]);
  const [heads, first] = sheetCsv(sheet, 'Europe/Rome').split('\r\n');
  expect(heads).toMatch(/^\ufeffContatore;Matricola;POD;Rapporto TA × TV;Inizio.*;Fine/);
  expect(first).toMatch(
    /^M1;A-1;IT001E00000001;40;2026-01-01 00:00:00;2027-01-01 00:00:00;1000,000;51000,000;/,
  );
  expect(rowsOf(declarationSheet(year({})))).toEqual([]);
});
