import type { ConfigKind, Configuration } from '../../../contract/config/kinds';
import {
  type DecimalMark,
  mostTableColumns,
  mostTableRows,
  type RowProblem,
} from '../../../contract/config/tables';
import { inPieces } from '../../core/pieces';
import { ProblemError } from '../http/handler';
import { type Column, cellValue, columnsOf, fieldOf, idColumn, idNamed } from './fields';

/** What a row says of one record. */
export interface WantedRow {
  readonly number: number;
  /** The record that it is about; null for a new one. */
  readonly id: number | null;
  /** The values that it gives, by field, as they were understood. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly problems: readonly RowProblem[];
}

export interface WantedRows {
  readonly rows: readonly WantedRow[];
  /** Heads of columns that are no field. */
  readonly unknown: readonly string[];
}

/** Where a column of the file belongs; null for a column that is no field. */
type Place = Column | typeof idColumn | null;

/** Stands where a file was read in another encoding than it was written in. */
const lostSign = '\ufffd';
/** Lines of a text that are read: the rows of a table, and blank lines between them. */
const mostLines = 4 * mostTableRows;

/**
 * Reads a table of records. Throws 422 where it cannot be one: without a name for its records, with a head twice, with too many rows or
 * columns, or with signs that its encoding has lost. The work grows with the length of the text and no faster.
 */
export async function readTable(
  kind: ConfigKind,
  all: Configuration,
  text: string,
  mark: DecimalMark,
): Promise<WantedRows> {
  if (text.includes(lostSign))
    throw new ProblemError(422, 'invisible', 'Signs were lost: save it as UTF-8.', { campo: 'testo' });
  const [head, ...rows] = readSeparated(text);
  const columns = columnsOf(kind);
  const heads = (head?.cells ?? []).map(fieldOf);
  refuseHeads(heads);
  const places = heads.map(
    (name): Place => (name === idColumn ? idColumn : (columns.find(({ field }) => field === name) ?? null)),
  );
  if (rows.length > mostTableRows) throw tooManyRows();
  const reader = { kind, all, mark, places };
  return {
    rows: await inPieces(rows, row => readRow(reader, row)),
    unknown: (head?.cells ?? []).filter((cell, at) => places[at] === null && cell !== ''),
  };
}

const tooManyRows = () =>
  new ProblemError(422, 'too_long', 'More rows than are taken at once.', { campo: 'testo' });

function refuseHeads(heads: readonly string[]): void {
  if (heads[0]?.startsWith('pk\u0003\u0004'))
    throw new ProblemError(422, 'unsupported_type', 'A workbook: save it as CSV.', { campo: 'testo' });
  if (!heads.includes(idColumn) && !heads.includes('nome'))
    throw new ProblemError(422, 'required', 'The first row has no id and no nome.', { campo: 'nome' });
  if (heads.length > mostTableColumns)
    throw new ProblemError(422, 'too_high', 'More columns than a table can have.', { campo: 'testo' });
  const twice = heads.find((name, at) => name !== '' && heads.indexOf(name) < at);
  if (twice !== undefined)
    throw new ProblemError(422, 'in_use', 'Two columns have this head.', { campo: 'testo', da: twice });
}

interface Reader {
  readonly kind: ConfigKind;
  readonly all: Configuration;
  readonly mark: DecimalMark;
  readonly places: readonly Place[];
}

function readRow(reader: Reader, { number, cells }: Row): WantedRow {
  const { kind, all, mark, places } = reader;
  const given: Record<string, unknown> = {};
  let idCell = '';
  places.forEach((place, at) => {
    const cell = cells[at] ?? '';
    if (place === null) return;
    if (place === idColumn) idCell = cell;
    else {
      const value = cellValue(place, cell, mark, all);
      if (value !== undefined) given[place.field] = value;
    }
  });
  const named = typeof given.nome === 'string' ? idNamed(all, kind, given.nome) : null;
  if (idCell === '') return { number, id: named, given, problems: [] };
  // `1e0` and `0x1` are numbers, and no id that the datalogger has written.
  const id = /^\d+$/.test(idCell) ? Number(idCell) : Number.NaN;
  const isThere = all[kind].some(record => record.id === id);
  const problems: RowProblem[] = isThere ? [] : [{ campo: idColumn, codice: 'not_found', valore: idCell }];
  return { number, id: isThere ? id : null, given, problems };
}

/** The same values for several records. */
export function sameForAll(
  kind: ConfigKind,
  all: Configuration,
  ids: readonly number[],
  given: Readonly<Record<string, unknown>>,
): WantedRows {
  const rows = [...new Set(ids)].map((id, at): WantedRow => {
    const isThere = all[kind].some(record => record.id === id);
    const problems: RowProblem[] = isThere ? [] : [{ campo: idColumn, codice: 'not_found', valore: id }];
    return { number: at + 1, id: isThere ? id : null, given, problems };
  });
  return { rows, unknown: [] };
}

/** A row of a table; `number` counts from 1, as spreadsheets do. */
export interface Row {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Excel writes it in front of a file to say what separates its cells. */
const separatorNote = /^sep=(.)\r?\n/i;

/**
 * The rows of a text as spreadsheets write it or put it on the clipboard: cells between tabs, `;` or `,`, whichever the first row has,
 * with quotes where a cell holds one of them. Rows without any content are left out.
 */
function readSeparated(text: string): Row[] {
  const plain = text.replace(/^\ufeff/, '');
  const noted = separatorNote.exec(plain);
  const content = noted ? plain.slice(noted[0].length) : plain;
  const separator = noted?.[1] ?? separatorOf(content);
  return rowsOf(content, separator)
    .map((cells, index) => ({ number: index + 1, cells: cells.map(cell => cell.trim()) }))
    .filter(({ cells }) => cells.some(cell => cell !== ''));
}

function separatorOf(text: string): string {
  const head = text.trimStart().split('\n', 1)[0] ?? '';
  return ['\t', ';'].find(separator => head.includes(separator)) ?? ',';
}

function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    if (rows.length >= mostLines) throw tooManyRows();
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text.charAt(++at);
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r' || text[at + 1] !== '\n') cell += character;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
