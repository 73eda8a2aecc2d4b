import type { Role } from '../../../contract';
import { sensorKinds, usualValidS } from '../../../contract/codes';
import type { Table } from '../../../contract/measures';
import { type Group, groups, pointOf, points } from '../../../contract/points';
import { readableGroups } from '../../../contract/readable-groups';
import { refusalCell } from '../../../contract/refusals';
import type { DeviceRows, Snapshot } from '../../plant/snapshot';
import { ProblemError } from '../http/handler';

/** One code of `m`: a group, one of its devices, or one of its points (of one device). */
export interface Code {
  readonly group: Group;
  readonly id: number | null;
  readonly point: string | null;
}

export function invalidCode(message: string): ProblemError {
  return new ProblemError(400, 'invalid', message, { campo: 'm' });
}

function readCode(text: string): Code {
  const [name = '', ...rest] = text.split('.');
  const group = groups.find(known => known === name);
  if (!group) throw invalidCode(`There is no group ${name}.`);
  const [first = ''] = rest;
  const hasId = /^\d/.test(first);
  const point = (hasId ? rest[1] : rest[0]) ?? null;
  if (point !== null && !pointOf(group, point)) throw invalidCode(`${group} has no point ${point}.`);
  return { group, id: hasId ? Number(first) : null, point };
}

/** The codes of a query. 400 for an unknown group or point, 403 for a group that the role may not read. */
export function readCodes(m: string, role: Role): readonly Code[] {
  const codes = m.split(',').map(readCode);
  const readable = readableGroups[role];
  const hidden = codes.find(({ group }) => !readable.includes(group));
  if (hidden) {
    throw new ProblemError(403, 'forbidden', `This account may not read ${hidden.group}.`, { campo: 'm' });
  }
  return codes;
}

/** The devices that a code refers to. 400 for a device that does not exist. */
export function devicesOf({ group, id }: Code, ids: readonly number[]): readonly number[] {
  if (id === null) return ids;
  if (!ids.includes(id)) throw invalidCode(`${group} has no device ${id}.`);
  return [id];
}

/** Rounds to the decimals of the point; a sensor's value has those of its kind. */
export function roundPoint(group: Group, point: string, value: number, sensorKind: number | null): number {
  const ofKind = group === 'sensori' && point === 'v' ? sensorKinds[sensorKind ?? -1]?.[2] : undefined;
  const factor = 10 ** (ofKind ?? pointOf(group, point)?.[1] ?? 0);
  return Math.round(value * factor) / factor;
}

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

interface Wanted {
  readonly wanted: ReadonlySet<string>;
  readonly t: number;
}

/** The points that were asked for and are not believed; null where there are none. */
function refusedCell(group: Group, rows: DeviceRows, device: number, { wanted, t }: Wanted): Cell {
  const told = Object.entries(rows.refused?.[device] ?? {}).flatMap(([point, { reason, last, lastAt }]) =>
    wanted.has(point)
      ? [
          {
            point,
            reason,
            ageS: lastAt === null ? null : ageS(t, lastAt),
            last: last === null ? null : roundPoint(group, point, last, rows.values.tipo?.[device] ?? null),
          },
        ]
      : [],
  );
  return told.length === 0 ? null : refusalCell(told);
}

/** The points that were asked for and lack a time that is marked as invalid; null where there are none. */
function lackingCell({ lacking }: DeviceRows, device: number, wanted: ReadonlySet<string>): Cell {
  const told = lacking?.[device]?.filter(point => wanted.has(point)) ?? [];
  return told.length === 0 ? null : told.join();
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
  const isLacking = asked.some(group => snapshot.groups[group].lacking !== undefined);
  const isRefusing = asked.some(group => snapshot.groups[group].refused !== undefined);
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
      if (isRefusing) push('scartati', refusedCell(group, rows, device, { wanted, t: snapshot.t }));
      if (isLacking) push('incerti', lackingCell(rows, device, wanted));
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
