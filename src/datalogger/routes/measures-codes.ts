import type { Role } from '../../contract';
import { sensorKinds } from '../../contract/codes';
import { type Group, groups } from '../../contract/points';
import { readableGroups } from '../../contract/readable-groups';
import { ProblemError } from '../serve/handler';
import { pointOf } from '../store/measures-kept';

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
