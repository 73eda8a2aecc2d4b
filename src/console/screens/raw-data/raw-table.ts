import { sensorKinds } from '../../../contract/codes';
import { type Group, type Point, points } from '../../../contract/points';
import { type MeasureTable, numberAt, textAt } from '../../data/table';

/** One value as received. */
export type RawCell =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'number';
      readonly value: number | null;
      readonly decimals: number;
      readonly unit: string;
    };

export interface RawColumn {
  readonly code: string;
  /** Empty if the column has no unit, or if each row has its own. */
  readonly unit: string;
}

export interface RawTable {
  /** The group has one device: the table is transposed, with one row for each value. */
  readonly isOneDevice: boolean;
  readonly columns: readonly RawColumn[];
  readonly rows: readonly (readonly RawCell[])[];
}

/** The columns that every row has, with their units; all others are points of the group. */
const common: Readonly<Record<string, Point>> = {
  id: ['', 0, 'state'],
  stato: ['', 0, 'state'],
  eta: ['s', 0, 'state'],
  q: ['', 0, 'state'],
  valido: ['s', 0, 'state'],
};
/** Decimals of a point that is not in the contract, because other dataloggers may send more points. */
const unknownDecimals = 3;

function pointOf(group: Group, code: string): Point {
  const known: Readonly<Record<string, Point>> = { ...points[group], ...common };
  return known[code] ?? ['', unknownDecimals, 'mean'];
}

/** Reads an answer about one group, cell by cell, with unit and decimals. */
export function readRawTable(table: MeasureTable, group: Group): RawTable {
  const codes = [...table.columns.keys()].filter(code => code !== 'gruppo');
  const isSensorValue = (code: string) => group === 'sensori' && code === 'v';
  return {
    isOneDevice: table.rows === 1,
    columns: codes.map(code => ({ code, unit: isSensorValue(code) ? '' : pointOf(group, code)[0] })),
    rows: Array.from({ length: table.rows }, (_, row) =>
      codes.map(code =>
        readCell(table, code, row, isSensorValue(code) ? sensorPoint(table, row) : pointOf(group, code)),
      ),
    ),
  };
}

/** Unit and decimals of a sensor depend on its kind. */
function sensorPoint(table: MeasureTable, row: number): Point {
  const kind = sensorKinds[numberAt(table, 'tipo', row) ?? -1];
  return [kind?.[1] ?? '', kind?.[2] ?? unknownDecimals, 'mean'];
}

function readCell(table: MeasureTable, code: string, row: number, [unit, decimals]: Point): RawCell {
  const text = table.columns.get(code)?.[row];
  if (typeof text === 'string') return { kind: 'text', text: textAt(table, code, row) ?? '' };
  return { kind: 'number', value: numberAt(table, code, row), decimals, unit };
}

/** The rows in which a text or code contains the typed text; a table of one device is searched by its columns. */
export function filterRaw(table: RawTable, typed: string): RawTable {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return table;
  if (table.isOneDevice) {
    const kept = table.columns.map(({ code }) => code.toLowerCase().includes(wanted));
    return {
      ...table,
      columns: table.columns.filter((_, index) => kept[index]),
      rows: table.rows.map(row => row.filter((_, index) => kept[index])),
    };
  }
  const isFound = (row: readonly RawCell[]) =>
    row.some(cell => cell.kind === 'text' && cell.text.toLowerCase().includes(wanted));
  return { ...table, rows: table.rows.filter(isFound) };
}
