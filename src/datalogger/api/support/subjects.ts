import type { LogGroup } from '../../../contract/logbook';
import type { Snapshot } from '../../plant/snapshot';
import type { AlarmStore } from '../../storage/alarms/alarms';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { type Caller, notFound, ProblemError } from '../http/handler';
import { groupsOf } from './alarms-access';

export interface SubjectDeps {
  readonly config: Pick<ConfigDatabase, 'devices'>;
  readonly store: Pick<AlarmStore, 'find'>;
  readonly snapshot: () => Snapshot;
}

interface About {
  readonly allarme?: number | undefined;
  readonly gruppo: LogGroup;
  readonly dispositivo: number | null;
}

/** Who sees the alarms of strings sees the notes on their boxes. */
export const isSeenBy = ({ role }: Caller, group: LogGroup) =>
  groupsOf(role).includes(group === 'box-stringhe' ? 'stringhe' : group);

/**
 * What a note or a work order is about: an alarm, whose device and beginning (epoch s) it takes, a device, or the plant. 404 for an alarm, 422
 * for a device that there is not.
 */
export function subjectOf({ store, snapshot, config }: SubjectDeps, about: About, t: number) {
  const { allarme, gruppo: group, dispositivo: device } = about;
  if (allarme !== undefined) {
    const occurrence = store.find(allarme);
    if (!occurrence) throw notFound();
    return { ...occurrence.subject, alarm: allarme, begin: occurrence.begin };
  }
  const begin = Math.floor(t);
  if (device === null) return { group, device, name: '', alarm: null, begin };
  if (group === 'box-stringhe') {
    const box = config.devices.find(group, device);
    if (!box) throw invalid('dispositivo', 'No such box.');
    return { group, device, name: box.nome, alarm: null, begin };
  }
  const { groups } = snapshot();
  const rows = Object.hasOwn(groups, group) ? groups[group as keyof typeof groups] : undefined;
  const row = rows?.id.indexOf(device) ?? -1;
  if (row < 0) throw invalid('dispositivo', 'No such device.');
  return { group, device, name: rows?.nome[row] ?? '', alarm: null, begin };
}

const invalid = (campo: string, message: string) => new ProblemError(422, 'invalid', message, { campo });
