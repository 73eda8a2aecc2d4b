import type { Cell, SheetData } from 'write-excel-file/node';
import type { WorkbookBody } from '../../../contract/workbook';
import { type Column, columnsOf, letterOf, numberIn, rowsOfCsv, timeIn } from './workbook';
import { quantityOf, type WorkbookWords, workbookWords } from './workbook-words';

/** A spreadsheet has the apostrophe only in CSV, where a text would be run as a formula. */
const plainText = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** The workbook of a table: its data with the sums, and what each column is. */
export async function workbookOf(body: WorkbookBody): Promise<Buffer> {
  const { testo, decimale, lingua } = body;
  const words = await workbookWords(lingua);
  const rows = rowsOfCsv(testo, decimale === ',' ? ';' : ',');
  const columns = columnsOf(rows, body);
  // Loaded with the first workbook that somebody asks for: most boxes never need it.
  const { default: writeXlsx } = await import('write-excel-file/node');
  const data = [...dataOf(rows, columns, body), ...sumsOf(columns, rows.length, words.head.sum)];
  const widths = columns.map(({ head }, at) => ({ width: widthOf(head, rows, at) }));
  const sheets = [
    { sheet: words.data, data, columns: widths, stickyRowsCount: 1 },
    {
      sheet: words.columns,
      data: explanationOf(columns, words),
      columns: [{}, { width: 40 }, {}, { width: 30 }],
      stickyRowsCount: 1,
    },
  ];
  return writeXlsx(sheets).toBuffer();
}

const widthOf = (head: string, rows: readonly (readonly string[])[], at: number) =>
  Math.min(60, Math.max(head.length, ...rows.slice(1, 50).map(row => row[at]?.length ?? 0)) + 2);

const head = (text: string): Cell => ({ value: text, type: String, fontWeight: 'bold' });

const formatOf = ({ decimals }: Column) => (decimals > 0 ? `0.${'0'.repeat(decimals)}` : '0');

function dataOf(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  { decimale }: WorkbookBody,
): SheetData {
  const [, ...body] = rows;
  return [
    columns.map(column => head(column.head)),
    ...body.map(row =>
      columns.map((column, at): Cell => {
        const cell = row[at] ?? '';
        if (cell === '') return null;
        const value = column.kind === 'number' ? numberIn(cell, decimale) : null;
        if (value !== null) return { value, type: Number, format: formatOf(column) };
        const time = column.kind === 'time' ? timeIn(cell) : null;
        if (time)
          return { value: time, type: Date, format: cell.length > 10 ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd' };
        return { value: plainText(cell), type: String };
      }),
    ),
  ];
}

/** A last row with a formula below each column that adds up; none where there is no such column. */
function sumsOf(columns: readonly Column[], lines: number, word: string): SheetData {
  if (lines < 3 || !columns.some(({ isSummed }) => isSummed)) return [];
  const cell = (column: Column, at: number): Cell => {
    if (!column.isSummed) return at === 0 ? head(word) : null;
    const value = `SUM(${letterOf(at)}2:${letterOf(at)}${lines})`;
    return { value, type: 'Formula', format: formatOf(column), fontWeight: 'bold' };
  };
  return [columns.map(cell)];
}

function explanationOf(columns: readonly Column[], words: WorkbookWords): SheetData {
  const text = (value: string): Cell => (value === '' ? null : { value, type: String });
  return [
    Object.values(words.head).map(head),
    ...columns.map(({ head: name, unit, kind, isSummed }, at) => {
      const quantity = quantityOf(unit);
      return [
        ...[text(letterOf(at)), text(plainText(name)), text(unit)],
        ...[
          text(quantity ? words.quantity[quantity] : ''),
          text(words.kind[kind]),
          text(isSummed ? 'SUM' : ''),
        ],
      ];
    }),
  ];
}
