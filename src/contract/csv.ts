/** A text, or a number with the count of decimals with which it is written. */
export type CsvCell = string | { readonly value: number | null; readonly decimals: number };

/** A spreadsheet runs a text that starts like this as a formula. */
const formulaStart = /^[=+\-@\t\r]/;
const byteOrderMark = '\ufeff';

/**
 * A CSV file in the form that the spreadsheets of the language open: UTF-8 with byte order mark; `;` between cells when the decimal
 * mark is a comma, else `,`; CRLF; no thousands separator. A text that a spreadsheet would run as a formula gets an apostrophe in front.
 */
export function csvText(rows: readonly (readonly CsvCell[])[], decimalMark: ',' | '.'): string {
  const separator = decimalMark === ',' ? ';' : ',';
  const line = (cells: readonly CsvCell[]) =>
    `${cells.map(cell => quoted(cellText(cell, decimalMark), separator)).join(separator)}\r\n`;
  return byteOrderMark + rows.map(line).join('');
}

function cellText(cell: CsvCell, decimalMark: string): string {
  if (typeof cell === 'string') return formulaStart.test(cell) ? `'${cell}` : cell;
  const { value, decimals } = cell;
  return value === null || !Number.isFinite(value) ? '' : value.toFixed(decimals).replace('.', decimalMark);
}

function quoted(text: string, separator: string): string {
  const isPlain = ![separator, '"', '\n', '\r'].some(special => text.includes(special));
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
