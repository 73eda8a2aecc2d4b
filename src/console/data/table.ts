import { invalidAnswer } from './api-error';
import { isObject, numberOrNull, readArray, readObject, textOrNull, timeOrNull } from './read';

export type Cell = number | string | null;
export type Column = readonly Cell[];

/** A table of measurements: columns of equal length for one time (see contract/measures.ts). */
export interface MeasureTable {
  /** Epoch seconds of the snapshot, by the plant's clock. */
  readonly t: number;
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Column>;
}

/** Reads a table. A column of another length makes the whole answer invalid; a cell of another type counts as missing. */
export function readTable(raw: unknown): MeasureTable {
  const table = readObject(raw, 'a table');
  const t = timeOrNull(table.t);
  if (t === null || !isObject(table.colonne)) throw invalidAnswer('a table without time or columns');
  const columns = new Map(
    Object.entries(table.colonne).map(([name, cells]) => [name, readColumn(name, cells)]),
  );
  const lengths = new Set([...columns.values()].map(column => column.length));
  if (lengths.size > 1) throw invalidAnswer('columns of different lengths');
  return { t, rows: [...lengths][0] ?? 0, columns };
}

function readColumn(name: string, raw: unknown): Column {
  return readArray(raw, `column ${name}`).map(
    cell => numberOrNull(cell) ?? (typeof cell === 'string' ? cell : null),
  );
}

/** The number in a cell, or null. */
export function numberAt(table: MeasureTable, column: string, row: number): number | null {
  return numberOrNull(table.columns.get(column)?.[row]);
}

/** The time in a cell in epoch seconds, or null. */
export function timeAt(table: MeasureTable, column: string, row: number): number | null {
  return timeOrNull(table.columns.get(column)?.[row]);
}

/** The text in a cell, or null. */
export function textAt(table: MeasureTable, column: string, row: number): string | null {
  return textOrNull(table.columns.get(column)?.[row]);
}

/** The rows of one group in an answer that may contain several groups. */
export function rowsOf(table: MeasureTable, group: string): readonly number[] {
  const groups = table.columns.get('gruppo');
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  return groups ? rows.filter(row => groups[row] === group) : rows;
}
