import type { sharedGroups } from '../../../contract/sharing';
import type { Occurrence } from '../../alarms/model';
import { isGood } from '../../devices/rows';
import { live } from '../../routes/measures-live';
import type { Snapshot } from '../../snapshot';
import type { Message } from './packets';

export type FedGroup = (typeof sharedGroups)[number];

/** Alarms that are listed; there may be more. */
const mostListed = 50;
/** Columns of the live table that say how old a value is: they change without news. */
const ages = ['id', 'eta', 'valido'];

/** A retained message for each device of a group, `base/group/id`; the values of one that does not answer are null. */
export function stateMessages(base: string, group: FedGroup, snapshot: Snapshot): Message[] {
  const rows = snapshot.groups[group];
  const { colonne } = live(snapshot, group, [{ group, id: null, point: null }], 'admin');
  const names = Object.keys(colonne).filter(name => !ages.includes(name));
  return rows.id.map((id, row) => {
    const isKnown = (name: string) => isGood(rows, row, snapshot.t) || name === 'nome' || name === 'q';
    const values = names.map(name => [name, isKnown(name) ? (colonne[name]?.[row] ?? null) : null]);
    return retained(`${base}/${group}/${id}`, Object.fromEntries(values));
  });
}

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
  ...{ id, codice: code, gruppo: group, dispositivo: device, nome: name },
  ...{ priorita: priority, inizio: begin, fine: end },
});
