import {
  type BackupContent,
  type KeptWork,
  mostPhotoBytesKept,
  mostWorkBytes,
} from '../../../contract/backup';
import type { AlarmKeeping } from '../../alarms/alarm-keeping';
import type { ConfigDatabase } from '../config/config-database';
import type { StoredWork, WorkName } from '../config/work-orders';
import type { JobsDatabase } from '../jobs/jobs-database';
import { newestThatFit } from './newest-that-fit';

/* Orders of work in a backup: the newest that have room, and the newest photos. Ids of orders, alarms and accounts are a device's own. */

export interface WorkPlaces {
  readonly config: Pick<ConfigDatabase, 'workOrders' | 'accounts'>;
  readonly jobs: Pick<JobsDatabase, 'workPhotos'>;
}

export function keptWork({ config, jobs }: WorkPlaces): KeptWork[] {
  const photos = new Map<number, KeptWork['foto']>();
  let bytes = 0;
  for (const { order, type, bytes: picture, aggiunta, autore } of jobs.workPhotos.all()) {
    bytes += picture.length;
    if (bytes > mostPhotoBytesKept) break;
    const photo = { tipo: type, foto: picture.toString('base64'), aggiunta, autore };
    photos.set(order, [photo, ...(photos.get(order) ?? [])]);
  }
  const kept = newestThatFit(config.workOrders.before, order => order, mostWorkBytes);
  return kept.map(({ id, versione: _, assegnato: __, ...order }) => ({
    ...order,
    foto: photos.get(id) ?? [],
  }));
}

type Named = Omit<WorkName, 'id'>;

/** The orders of a backup that are not among the present ones. */
export function missingWork(present: readonly Named[], after: BackupContent): KeptWork[] {
  const known = new Set(present.map(identity));
  return after.lavori?.filter(order => !known.has(identity(order))) ?? [];
}

const identity = ({ titolo, gruppo, dispositivo, creato, autore }: Named) =>
  JSON.stringify([titolo, gruppo, dispositivo, creato, autore]);

/** Adds orders with their photos. They keep the alarms that are about the same device here, and the person where an account has that name. */
export function addWork(
  { config, jobs }: WorkPlaces,
  alarms: Pick<AlarmKeeping, 'find'>,
  orders: readonly KeptWork[],
): void {
  const accounts = new Map(config.accounts.all().map(({ id, nome }) => [nome, id]));
  for (const { foto, ...order } of orders) {
    const added = config.workOrders.add({
      ...order,
      allarmi: order.allarmi.filter(id => isSame(alarms.find(id)?.subject, order)),
      assegnato: accounts.get(order.persona) ?? null,
    });
    for (const { tipo: type, foto: text, aggiunta, autore } of foto)
      jobs.workPhotos.add({ order: added.id, type, bytes: Buffer.from(text, 'base64'), aggiunta, autore });
  }
}

type Subject = { readonly group: string; readonly device: number | null } | undefined;

const isSame = (subject: Subject, { gruppo, dispositivo }: Pick<StoredWork, 'gruppo' | 'dispositivo'>) =>
  subject !== undefined &&
  (gruppo === 'impianto' || (subject.group === gruppo && subject.device === dispositivo));
