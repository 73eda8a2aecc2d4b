import type { DecimalMark } from '../../../contract/config/tables';
import type { WorkbookBody } from '../../../contract/workbook';

/*
 * A table in the CSV of the console as a workbook. Numbers, times and units are read from the file, whose form is known
 * (contract/csv.ts): nothing is computed but the sums, which are formulas.
 */

export type Kind = 'number' | 'time' | 'text';

export interface Column {
  readonly head: string;
  /** What stands in brackets at the end of the head. */
  readonly unit: string;
  readonly kind: Kind;
  readonly decimals: number;
  /** Whether a sum of its rows means something: of energy or money in a table of periods or devices. */
  readonly isSummed: boolean;
}

/** Cells of a line, by the quotes of the file. */
export function rowsOfCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let [row, at]: [string[], number] = [[], 0];
  while (at < text.length) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? endOfQuoted(text, at + 1) : endOfPlain(text, at, separator);
    const cell = isQuoted ? text.slice(at + 1, end).replaceAll('""', '"') : text.slice(at, end);
    row.push(cell);
    at = end + (isQuoted ? 1 : 0);
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    }
    rows.push(row);
    row = [];
    while (text[at] === '\r' || text[at] === '\n') at += 1;
  }
  return rows;
}

function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? text.length : at;
}

function endOfPlain(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') at += 1;
  return at;
}

const numberForm = { ',': /^-?(0|[1-9]\d*)(,\d+)?$/, '.': /^-?(0|[1-9]\d*)(\.\d+)?$/ } as const;
const timeForm = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/;

/** A number as the file writes it; null for any other text. */
export const numberIn = (cell: string, mark: DecimalMark): number | null =>
  numberForm[mark].test(cell) ? Number(cell.replace(',', '.')) : null;

/** A wall-clock time of the plant as a spreadsheet keeps it, without a zone; null for any other text. */
export const timeIn = (cell: string): Date | null =>
  timeForm.test(cell) ? new Date(`${cell.replace(' ', 'T')}${cell.length > 10 ? '' : 'T00:00'}Z`) : null;

/** Tables of single moments or of what a meter shows: their rows do not add up. */
const isOfReadings = (name: string) =>
  /-(contatori|letture|dichiarazione|bus|audit|allarmi)\b|-\d{4}$/.test(name);
const addsUp = /^(k|M|G)?(Wh|varh|VAh)$|^(EUR|€|CHF|GBP|£|USD|\$)$/;

export function columnsOf(
  rows: readonly (readonly string[])[],
  { file, decimale }: Pick<WorkbookBody, 'file' | 'decimale'>,
): Column[] {
  const [heads = [], ...body] = rows;
  return heads.map((head, column) => {
    const cells = body.map(row => row[column] ?? '').filter(cell => cell !== '');
    const isAll = (test: (cell: string) => boolean) => cells.length > 0 && cells.every(test);
    const kind = isAll(cell => numberIn(cell, decimale) !== null)
      ? 'number'
      : isAll(cell => timeIn(cell) !== null)
        ? 'time'
        : 'text';
    const unit = /\[([^\]]+)\]$/.exec(head)?.[1] ?? '';
    const decimals =
      kind === 'number' ? Math.max(...cells.map(cell => cell.split(decimale)[1]?.length ?? 0)) : 0;
    return {
      head,
      unit,
      kind,
      decimals,
      isSummed: kind === 'number' && addsUp.test(unit) && !isOfReadings(file),
    };
  });
}

/** `A`, `Z`, `AA`. */
export const letterOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26);
