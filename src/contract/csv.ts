/** A text, or a number with the decimals it is written with. */
export type CsvCell = string | { readonly value: number | null; readonly decimals: number };

/** A spreadsheet runs what starts like this as a formula. */
const formulaStart = /^[=+\-@\t\r]/;
const byteOrderMark = '\ufeff';

/**
 * A CSV file as the spreadsheets of the language open it: UTF-8 with byte order mark, `;` between cells where the
 * decimal mark is a comma (or where it is asked for), CRLF, no thousands separator. Texts that would run as a formula get an
 * apostrophe in front.
 */
export function csvText(
  rows: readonly (readonly CsvCell[])[],
  decimalMark: ',' | '.',
  separator = decimalMark === ',' ? ';' : ',',
): string {
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
