import { expect, test } from 'vitest';
import { csvText } from '../../../../src/contract/csv';
import { languageCodes } from '../../../../src/contract/languages';
import { columnsOf, letterOf, rowsOfCsv } from '../../../../src/datalogger/api/tables/workbook';
import { startDatalogger } from '../../../support/datalogger';
import { unzipped } from '../../../support/unzip';

/** June beside the June before, in the form of the console: texts with separators, quotes and formulas, gaps, numbers and times. */
const cells = [
  ['Giorno', 'Energia [kWh]', 'Giugno 2025 [kWh]', 'Irraggiamento [W/m²]', 'Inizio [UTC+02:00]', 'Nota'],
  ['2026-06-01', number(1234.5, 1), number(1000, 1), number(812, 0), '2026-06-01 05:31:00', 'uno; "due"'],
  ['2026-06-02', number(null, 1), number(500.25, 2), number(-3, 0), '', '=SUM(A1)'],
  ['2026-06-03', number(0.5, 1), number(null, 1), number(15, 0), '2026-06-03 05:30:00', '007'],
];
function number(value: number | null, decimals: number) {
  return { value, decimals };
}

const textOf = (mark: ',' | '.') => csvText(cells, mark).replace('\ufeff', '').replaceAll('\r', '').trim();

test.each([
  [',', ';'],
  ['.', ','],
] as const)('reads the file of a language with decimal mark %s as it was written', (mark, separator) => {
  const rows = rowsOfCsv(textOf(mark), separator);
  expect(rows).toHaveLength(4);
  expect(rows[1]?.at(-1)).toBe('uno; "due"');
  const columns = columnsOf(rows, { file: 'meridiana-2026-06-month', decimale: mark });
  expect(columns.map(({ kind, unit, decimals, isSummed }) => [kind, unit, decimals, isSummed])).toEqual([
    ['time', '', 0, false],
    ['number', 'kWh', 1, true],
    ['number', 'kWh', 2, true],
    ['number', 'W/m²', 0, false],
    ['time', 'UTC+02:00', 0, false],
    ['text', '', 0, false],
  ]);
  // What meters show at a moment does not add up.
  const readings = columnsOf(rows, { file: 'meridiana-2026-06-contatori', decimale: mark });
  expect(readings.some(({ isSummed }) => isSummed)).toBe(false);
  expect([0, 25, 26, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});

test('each role gets a workbook with numbers, times, sums as formulas and a sheet of its columns, in five languages', async () => {
  const datalogger = await startDatalogger();
  for (const lingua of languageCodes) {
    const response = await datalogger.request('/api/tabelle/xlsx', {
      method: 'POST',
      token: datalogger.login('normal'),
      json: { file: 'meridiana-2026-06-month', testo: textOf(','), decimale: ',', lingua },
    });
    const file = await response.text();
    const parts = unzipped(Buffer.from(file, 'base64'));
    const part = (name: string) => parts.get(name) ?? '';
    const data = part('xl/worksheets/sheet1.xml');
    expect(data).toContain('<v>1234.5</v>');
    expect(data).toContain('<f>SUM(B2:B4)</f>');
    expect(data).toContain('<f>SUM(C2:C4)</f>');
    expect(data.match(/<f>/g)).toHaveLength(2);
    // A text that looks like a formula stays a text.
    const texts = data + part('xl/sharedStrings.xml');
    expect(texts).toContain('=SUM(A1)');
    expect(texts).not.toContain('&apos;=SUM');
    expect(part('xl/worksheets/sheet2.xml').match(/<row /g)).toHaveLength(7);
  }
  await datalogger.close();
});
