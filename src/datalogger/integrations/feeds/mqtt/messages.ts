import { inverterStates } from '../../../../contract/codes';
import type { sharedGroups } from '../../../../contract/sharing';
import type { Occurrence } from '../../../alarms/model';
import { live, roundPoint } from '../../../api/support/measures-live';
import { isGood } from '../../../plant/processing/rows';
import type { DeviceRows, Snapshot } from '../../../plant/snapshot';
import type { Message } from './packets';

export type FedGroup = (typeof sharedGroups)[number];

/** Alarms that are listed; there may be more. */
const mostListed = 50;
/** Columns of the live table that are not values: how old one is, which changes without news, and what is written otherwise here. */
const ages = ['id', 'eta', 'valido', 'scartati', 'incerti'];

/** Ends the names of lifetime counters without their breaks: what receivers add up must neither fall nor jump. */
export const risingSuffix = '_continuo';

/** Lifetime counters whose unbroken totals stand beside them. */
export const risingPoints: Readonly<Partial<Record<FedGroup, readonly string[]>>> = {
  impianto: ['etot'],
  inverter: ['etot'],
  contatori: ['e_imm', 'e_prel'],
};

/** The totals of a device, also of one that is silent, and when they were read; null while a part of a sum is not known. */
function risingValues(group: FedGroup, snapshot: Snapshot, row: number): readonly [string, number | null][] {
  const names = risingPoints[group] ?? [];
  const rows = snapshot.groups[group];
  if (names.length === 0) return [];
  const kwh = names.map((name): [string, number | null] => {
    const total = (rows.totals ? rows.totals[name] : rows.values[name])?.[row] ?? null;
    return [`${name}${risingSuffix}`, total === null ? null : roundPoint(group, name, total, null)];
  });
  const at = rows.sampled[row];
  // Of a device that answers the time changes without news.
  const isOld = !isGood(rows, row, snapshot.t) && kwh.some(([, total]) => total !== null);
  return [...kwh, ['letto', isOld && at !== undefined ? Math.round(at) : null]];
}

/** That energies lack a time which is marked as invalid, and the energy of the day with it, which does not fall by a mark. */
function lackingValues({ lacking, wholeEday }: DeviceRows, row: number): Readonly<Record<string, number>> {
  const names = lacking?.[row] ?? [];
  const whole = names.includes('eday') ? (wholeEday?.[row] ?? null) : null;
  return {
    ...(names.length > 0 && { incerti: 1 }),
    ...(whole !== null && { [`eday${risingSuffix}`]: roundPoint('impianto', 'eday', whole, null) }),
  };
}

/**
 * A retained message for each device of a group, `base/group/id`; the values of one that does not answer are null, but for its totals
 * and the time at which they were read then (`letto`, epoch seconds).
 */
export function stateMessages(base: string, group: FedGroup, snapshot: Snapshot): Message[] {
  const rows = snapshot.groups[group];
  const { colonne } = live(snapshot, group, [{ group, id: null, point: null }], 'admin');
  const names = Object.keys(colonne).filter(name => !ages.includes(name));
  return rows.id.map((id, row) => {
    const isKnown = (name: string) => isGood(rows, row, snapshot.t) || name === 'nome' || name === 'q';
    const values = names.map(name => [name, isKnown(name) ? (colonne[name]?.[row] ?? null) : null]);
    const told = Object.fromEntries([...values, ...risingValues(group, snapshot, row)]);
    return retained(`${base}/${group}/${id}`, { ...told, ...lackingValues(rows, row) });
  });
}

/** Whether a device is there, `base/group/id/stato`: a sleeping inverter is, one that does not answer is not. */
export function availabilityMessages(base: string, group: FedGroup, snapshot: Snapshot): Message[] {
  const rows = snapshot.groups[group];
  return rows.id.map((id, row) => {
    const isAsleep = group === 'inverter' && rows.stato[row] === inverterStates.sleeping;
    const isThere = isAsleep || isGood(rows, row, snapshot.t);
    return retained(availabilityOf(base, group, id), isThere ? 'online' : 'offline');
  });
}

export const availabilityOf = (base: string, group: FedGroup, id: number) => `${base}/${group}/${id}/stato`;

/** Takes back what the broker retains of a topic. */
export const emptied = (topic: string): Message => ({ topic, payload: '', isRetained: true });

export const retained = (topic: string, value: object | string): Message => ({
  topic,
  payload: typeof value === 'string' ? value : JSON.stringify(value),
  isRetained: true,
});

/** Which alarms are active: how many, and the most urgent. */
export function alarmsMessage(base: string, active: readonly Occurrence[]): Message {
  const sorted = [...active].sort((a, b) => a.priority - b.priority || b.begin - a.begin);
  return retained(`${base}/allarmi`, {
    attivi: active.length,
    elenco: sorted.slice(0, mostListed).map(wireOf),
  });
}

/** That an alarm began or ended. `event_type` is what Home Assistant looks for. */
export function eventMessage(base: string, kind: 'inizio' | 'fine', occurrence: Occurrence): Message {
  const payload = JSON.stringify({ event_type: kind, ...wireOf(occurrence) });
  return { topic: `${base}/allarmi/eventi`, payload, isRetained: false };
}

const wireOf = ({ id, code, subject: { group, device, name }, priority, begin, end }: Occurrence) => ({
  id,
  codice: code,
  gruppo: group,
  dispositivo: device,
  nome: name,
  priorita: priority,
  inizio: begin,
  fine: end,
});
