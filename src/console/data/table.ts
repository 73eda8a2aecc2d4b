import { configuredPoints, deviceStates, quality, trackerStates, usualValidS } from '../../contract/codes';
import type { Group } from '../../contract/points';
import { invalidAnswer } from './api-error';
import { judgeTable } from './plant-clock';
import { isObject, numberOrNull, readArray, readObject, textOrNull, timeOrNull } from './read';
import { type Resource, resource } from './resource';

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

/** Live values by their codes, polled every `everyMs` and converted by `read`. */
export function liveTable<T>(m: string, everyMs: number, read: (table: MeasureTable) => T): Resource<T> {
  const judge = judgeTable;
  return resource('GET dati_impianto/RT', { query: { m } }, raw => read(readTable(raw)), {
    everyMs,
    isLive: true,
    judge,
  });
}

/*
 * How far a row of live values can be relied on: these rules hold for all groups. The age of the whole answer is the task of
 * plant-clock.ts.
 *
 * Silent: the row says nothing about the present. Either its sample is older than its validity (`valido` in the row, otherwise the default
 * of the group), or its state says that the device does not communicate. An interface protection has no such state: bad quality means the
 * same there. The values of a silent device are its last ones.
 * Doubtful: the device communicates, but marks its own values as unreliable. A value measured in bad quality is treated as missing.
 */

export interface Sample {
  /** Code of the state in the list of the group; null where it is not reported. */
  readonly state: number | null;
  readonly isSilent: boolean;
  readonly isDoubtful: boolean;
  /** Age in s at the time of the snapshot. */
  readonly ageS: number;
  /** Time of the sample, epoch seconds by the plant's clock. */
  readonly sampledS: number;
}

/** The sample in a row, and `numberOf` for its values by point. */
export function sampleAt(table: MeasureTable, group: Group, row: number) {
  const state = numberAt(table, 'stato', row);
  const ownQuality = numberAt(table, 'q', row) ?? quality.good;
  // An impossible age, as in a damaged answer: no sample is of the future, nor from before 1970.
  const ageS = Math.max(0, Math.min(numberAt(table, 'eta', row) ?? 0, table.t));
  const isOld = ageS > (numberAt(table, 'valido', row) ?? usualValidS(group));
  const isSilent = isOld || isLost(group, state, ownQuality);
  const isMissing = ownQuality === quality.bad && !isSilent;
  const sample: Sample = {
    state,
    isSilent,
    isDoubtful: ownQuality < quality.good && !isSilent,
    ageS,
    sampledS: table.t - ageS,
  };
  const numberOf = (point: string) =>
    isMissing && !configuredPoints.includes(point) ? null : numberAt(table, point, row);
  return { ...sample, numberOf };
}

function isLost(group: Group, state: number | null, ownQuality: number): boolean {
  if (group === 'spi') return ownQuality === quality.bad;
  return state === (group === 'tracker' ? trackerStates.commLost : deviceStates.commLost);
}

/** The name of a code in the contract; null where the contract does not have it. */
export function nameOfCode<T extends Readonly<Record<string, number>>>(codes: T, code: number | null) {
  const names: readonly (keyof T)[] = Object.keys(codes);
  return names.find(name => codes[name] === code) ?? null;
}
