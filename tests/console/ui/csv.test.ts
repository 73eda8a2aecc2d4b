import { expect, test } from 'vitest';
import { csvText } from '../../../src/console/ui/csv';

test('a spreadsheet of the language opens the file as it is', () => {
  const rows = [
    ['Data', 'pac [kW]'],
    ['10/06/2026', { value: 1234.5, decimals: 1 }],
  ];
  expect(csvText(rows, ',')).toBe('\ufeffData;pac [kW]\r\n10/06/2026;1234,5\r\n');
  expect(csvText(rows, '.')).toBe('\ufeffData,pac [kW]\r\n10/06/2026,1234.5\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=cmd|"/c calc"!A1'])(
  'C08: a text that would run as a formula is defused: %j',
  text => {
    const cell = csvText([[text]], ',')
      .slice(1)
      .replaceAll('"', '');
    expect(cell.startsWith(`'${text.charAt(0)}`)).toBe(true);
  },
);

test('a negative number stays a number, a missing one is empty, never NaN', () => {
  const cells = [-3.14, null, Number.NaN].map(value => ({ value, decimals: 2 }));
  expect(csvText([cells], ',')).toBe('\ufeff-3,14;;\r\n');
});

test('separators, quotes and line ends stay inside their cell', () => {
  expect(csvText([['a;b', 'c"d', 'e\nf', 'g,h']], ',')).toBe('\ufeff"a;b";"c""d";"e\nf";g,h\r\n');
});
