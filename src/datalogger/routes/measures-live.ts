import type { Role } from '../../contract';
import { usualValidS } from '../../contract/codes';
import type { Table } from '../../contract/measures';
import { type Group, points } from '../../contract/points';
import type { DeviceRows, Snapshot } from '../snapshot';
import { type Code, devicesOf, roundPoint } from './measures-codes';

export type Cell = number | string | null;

/** The points that are asked for, by device of a group. */
type Request = ReadonlyMap<number, ReadonlySet<string>>;

function requestOf(codes: readonly Code[], ids: readonly number[]): Request {
  const request = new Map<number, Set<string>>();
  for (const code of codes) {
    for (const id of devicesOf(code, ids)) {
      const asked = request.get(id) ?? new Set();
      request.set(id, asked);
      for (const point of pointsOf(code)) asked.add(point);
    }
  }
  return request;
}

export const pointsOf = ({ group, point }: Code): readonly string[] =>
  point === null ? Object.keys(points[group]) : [point];

function pointCell(group: Group, rows: DeviceRows, device: number, point: string): Cell {
  const value = rows.values[point]?.[device] ?? null;
  if (value === null) return null;
  return roundPoint(group, point, value, rows.values.tipo?.[device] ?? null);
}

/** The plant now, as `Table` in the contract says: the devices and points asked and no others. */
export function live(snapshot: Snapshot, m: string, codes: readonly Code[], role: Role): Table {
  const asked = [...new Set(codes.map(({ group }) => group))];
  const pointNames = [...new Set(codes.flatMap(pointsOf))];
  const colonne: Record<string, Cell[]> = {};
  const push = (column: string, cell: Cell) => {
    colonne[column] ??= [];
    colonne[column].push(cell);
  };
  const isUsual = asked.every(group =>
    snapshot.groups[group].validS.every(validS => validS === usualValidS(group)),
  );
  for (const group of asked) {
    const rows = snapshot.groups[group];
    const request = requestOf(
      codes.filter(code => code.group === group),
      rows.id,
    );
    rows.id.forEach((id, device) => {
      const wanted = request.get(id);
      if (!wanted) return;
      if (asked.length > 1) push('gruppo', group);
      push('id', id);
      // Without a session: aggregates only, and no names.
      if (role !== 'anonymous') push('nome', rows.nome[device] ?? null);
      push('stato', rows.stato[device] ?? null);
      push('eta', ageS(snapshot.t, rows.sampled[device]));
      push('q', rows.q[device] ?? null);
      if (!isUsual) push('valido', rows.validS[device] ?? null);
      for (const point of pointNames) {
        push(point, wanted.has(point) ? pointCell(group, rows, device, point) : null);
      }
    });
  }
  return { m, t: snapshot.t, colonne };
}

function ageS(t: number, sampled: number | undefined): number | null {
  return sampled === undefined ? null : Math.max(0, Math.round(t - sampled));
}
