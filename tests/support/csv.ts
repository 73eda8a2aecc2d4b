/**
 * Reads a file as a spreadsheet does: cells by line, without quotes. Throws if the file does not have the form of the console's files.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  if (!text.startsWith('\ufeff')) throw new Error('no byte order mark');
  if (!text.endsWith('\r\n')) throw new Error('the last line has no end');
  return text
    .slice(1, -2)
    .split('\r\n')
    .map(line => [...`;${line}`.matchAll(/;(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(cellOf));
}

function cellOf([, quoted, plain]: RegExpMatchArray): string {
  return quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"');
}

/** A number with a decimal comma; null for an empty cell. Throws if the cell is neither. */
export function csvNumber(cell: string | undefined): number | null {
  if (cell === '') return null;
  if (cell === undefined || !/^-?\d+(,\d+)?$/.test(cell)) throw new Error(`${cell} is no number`);
  return Number(cell.replace(',', '.'));
}
