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
import { bytesIn, newestThatFit, Room } from './newest-that-fit';

/* Orders of work in a backup: the newest that have room, and the newest photos. Ids of orders, alarms and accounts are a device's own. */

export interface WorkPlaces {
  readonly config: Pick<ConfigDatabase, 'workOrders' | 'accounts'>;
  readonly jobs: Pick<JobsDatabase, 'workPhotos'>;
}

/** The newest orders that have room; their photos have none yet. */
export const newestWork = ({ config }: Pick<WorkPlaces, 'config'>, room: Room) =>
  newestThatFit(
    config.workOrders.before,
    ({ versione: _, assegnato: __, ...order }) => ({ ...order, foto: [] }),
    mostWorkBytes,
    room,
  );

/** The orders with the newest photos that have room. */
export function withPhotos(
  { jobs }: Pick<WorkPlaces, 'jobs'>,
  orders: Awaited<ReturnType<typeof newestWork>>,
  room: Room,
): KeptWork[] {
  const photos = new Map(orders.map(({ id }): [number, KeptWork['foto']] => [id, []]));
  const own = new Room(mostPhotoBytesKept);
  for (const { order, type, bytes: picture, aggiunta, autore } of jobs.workPhotos.all()) {
    const photo = { tipo: type, foto: picture.toString('base64'), aggiunta, autore };
    if (!own.take(picture.length) || !room.take(bytesIn(photo))) break;
    photos.get(order)?.unshift(photo);
  }
  return orders.map(({ id, ...order }) => ({ ...order, foto: photos.get(id) ?? [] }));
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
