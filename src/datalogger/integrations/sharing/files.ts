import { gzipSync } from 'node:zlib';
import { type CsvCell, csvText } from '../../../contract/csv';
import type { Table } from '../../../contract/measures';
import { points } from '../../../contract/points';
import type { sharedGroups } from '../../../contract/sharing';
import { stampHead, wallStamp } from '../../core/time/wall-stamp';
import type { SharingSettings } from '../../storage/config/service-settings';

export type SharedGroup = (typeof sharedGroups)[number];

/** A file to be sent. */
export interface SharedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The measurements of a group over a time. */
export interface Measured {
  readonly group: SharedGroup;
  /** [from, to) in epoch seconds. */
  readonly from: number;
  readonly to: number;
  /** The plant's zone. */
  readonly zone: string;
  /** The columns of the group for all days of that time. */
  readonly tables: readonly Table[];
  /** Whether a device is marked as invalid at `t`, epoch seconds. */
  readonly isInvalid?: (id: number, t: number) => boolean;
}

/** One slot of one device. */
interface Row {
  readonly t: number;
  readonly id: number;
  readonly values: readonly (number | null)[];
  /** Whether energies of it may be wrong. */
  readonly isUncertain: boolean;
}

type Format = Pick<SharingSettings, 'formato' | 'gzip' | 'scrittura'>;

/** The file of these measurements, named by serial, group and start of the time; null if absent. */
export function fileOf(serial: string, measured: Measured, format: Format): SharedFile | null {
  const names = Object.keys(points[measured.group]).filter(point =>
    measured.tables.some(({ colonne }) => Object.keys(colonne).some(column => column.endsWith(`.${point}`))),
  );
  const rows = rowsOf(measured, names);
  if (rows.length === 0) return null;
  const text =
    format.formato === 'csv' ? csvOf(measured, names, rows, format) : jsonOf(serial, measured, names, rows);
  const bytes = Buffer.from(text);
  const stamp = new Date(measured.from * 1000).toISOString().replace(/\D/g, '');
  const name = `${serial}_${measured.group}_${stamp.slice(0, 8)}_${stamp.slice(8, 12)}Z.${format.formato}`;
  return format.gzip ? { name: `${name}.gz`, bytes: gzipSync(bytes) } : { name, bytes };
}

/** Rows by time, then by device. Rows without any value are left out, but for what is marked: a row that was sent before is taken back. */
function rowsOf({ group, from, to, tables, isInvalid }: Measured, names: readonly string[]): Row[] {
  const rows: Row[] = [];
  for (const { colonne, incerti = {} } of tables) {
    const ids = new Set(Object.keys(colonne).flatMap(column => idOf(group, column)));
    (colonne.t ?? []).forEach((t, index) => {
      if (typeof t !== 'number' || t < from || t >= to) return;
      for (const id of ids) {
        const values = names.map(point => numberAt(colonne[columnOf(group, id, point)], index));
        const isMarked = isInvalid?.(id, t) ?? false;
        const isUncertain =
          isMarked || names.some(point => incerti[columnOf(group, id, point)]?.includes(index));
        if (isMarked || values.some(value => value !== null)) rows.push({ t, id, values, isUncertain });
      }
    });
  }
  return rows;
}

const columnOf = (group: SharedGroup, id: number, point: string) =>
  group === 'impianto' ? `${group}.${point}` : `${group}.${id}.${point}`;

function idOf(group: SharedGroup, column: string): number[] {
  if (column === 't') return [];
  return group === 'impianto' ? [1] : [Number(column.split('.')[1])];
}

function numberAt(column: Table['colonne'][string] | undefined, index: number): number | null {
  const value = column?.[index];
  return typeof value === 'number' ? value : null;
}

const pointOf = ({ group }: Measured, name: string): readonly [unit: string, decimals: number] => {
  const table: Readonly<Record<string, readonly [string, number, string]>> = points[group];
  const [unit = '', decimals = 0] = table[name] ?? [];
  return [unit, decimals];
};

/** Ends a row whose energies may be wrong, or are marked as invalid: then it has none. */
const uncertainMark = 'incerti';

/**
 * Times are those of the plant, the begins of the slots. Their offset and the units stand in the header. The last column is there only where
 * energies of a row may be wrong, which has 1 in it.
 */
function csvOf(
  measured: Measured,
  names: readonly string[],
  rows: readonly Row[],
  { scrittura }: Format,
): string {
  const { zone } = measured;
  const times = rows.map(({ t }) => t);
  const hasMark = rows.some(({ isUncertain }) => isUncertain);
  const head = [
    stampHead('t', times, zone),
    'id',
    ...names.map(name => titleOf(name, pointOf(measured, name)[0])),
    ...(hasMark ? [uncertainMark] : []),
  ];
  const lines = rows.map(({ t, id, values, isUncertain }): CsvCell[] => [
    wallStamp(t, zone),
    String(id),
    ...values.map((value, index) => ({ value, decimals: pointOf(measured, names[index] ?? '')[1] })),
    ...(hasMark ? [isUncertain ? '1' : ''] : []),
  ]);
  return csvText([head, ...lines], scrittura === 'it' ? ',' : '.');
}

const titleOf = (name: string, unit: string) => (unit === '' ? name : `${name} [${unit}]`);

function jsonOf(serial: string, measured: Measured, names: readonly string[], rows: readonly Row[]): string {
  const units = Object.fromEntries(names.map(name => [name, pointOf(measured, name)[0]]));
  const { group, from, to } = measured;
  return JSON.stringify({
    seriale: serial,
    gruppo: group,
    da: from,
    a: to,
    unita: units,
    righe: rows.map(({ t, id, values, isUncertain }) => ({
      t,
      id,
      ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])),
      ...(isUncertain && { [uncertainMark]: 1 }),
    })),
  });
}
