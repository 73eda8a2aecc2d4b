import type { ScheduleDeed, ScheduleReason } from '../../contract/schedules';
import type { PlantSource } from '../plant/source';
import type { OpenWindow } from '../store/schedule-runs';
import type { System } from '../system';

/** What came of a deed: null is well. */
export type Failure = ScheduleReason | null;

type Deed<Kind extends ScheduleDeed['tipo']> = Extract<ScheduleDeed, { tipo: Kind }>;
export type WindowDeed = Extract<ScheduleDeed, { durata: number }>;
export type InstantDeed = Exclude<ScheduleDeed, WindowDeed>;

/** What schedules set going elsewhere in the datalogger. `due` in epoch seconds of the plant's clock. */
export interface Services {
  mailReport(deed: Deed<'report_email'>, due: number): Promise<Failure>;
  shareNow(): Promise<Failure>;
  backUp(copies: number): Promise<Failure>;
}

export interface DeedDeps {
  readonly plant: PlantSource;
  readonly system: System;
  readonly services: Services;
}

const dayS = 86_400;
/** Seconds after its time that something is still done when the datalogger was off: data does not age, switching does. */
const patienceS: Record<InstantDeed['tipo'], number> = {
  report_email: dayS,
  invio_ftp: dayS,
  backup: dayS,
  riavvio: 300,
  sincronizzazione_ora: dayS,
  test_ups: 300,
};

export function isWindow(deed: ScheduleDeed): deed is WindowDeed {
  return 'durata' in deed;
}

/** How long after `due` a deed still makes sense, s. */
export function lastingS(deed: ScheduleDeed): number {
  return isWindow(deed) ? deed.durata * 60 - 1 : patienceS[deed.tipo];
}

/** Does what takes no time of its own. Rejects only where the host or a device breaks down. */
export function perform(deed: InstantDeed, due: number, { system, services }: DeedDeps): Promise<Failure> {
  switch (deed.tipo) {
    case 'report_email':
      return services.mailReport(deed, due);
    case 'invio_ftp':
      return services.shareNow();
    case 'backup':
      return services.backUp(deed.copie);
    case 'riavvio':
      return done(system.reboot(deed.bersaglio));
    case 'sincronizzazione_ora':
      return done(system.syncTime());
    case 'test_ups':
      return done(system.testUps());
  }
}

async function done(work: Promise<void>): Promise<Failure> {
  await work;
  return null;
}

/** Begins a window. Power limits are left to `PowerLimit`, which knows them all; silence is asked for where it is kept. */
export function begin(deed: WindowDeed, { plant, system }: DeedDeps): Failure {
  if (deed.tipo === 'uscita_rele') system.switchOutput(deed.uscita, deed.attiva);
  if (deed.tipo === 'angolo_pulizia') return orderTrackers(plant, deed.gruppo, 'clean');
  const hasController = plant.snapshot().groups.cci.id.length > 0;
  return deed.tipo === 'limite_potenza' && !hasController ? 'nessun_dispositivo' : null;
}

/** Puts back what a window changed. */
export function restore({ deed, wasOn }: OpenWindow, { plant, system }: DeedDeps): void {
  if (deed.tipo === 'uscita_rele') system.switchOutput(deed.uscita, wasOn);
  if (deed.tipo === 'angolo_pulizia') orderTrackers(plant, deed.gruppo, null);
}

function orderTrackers(plant: PlantSource, group: number | null, order: 'clean' | null): Failure {
  const ids = plant.trackersOf(group);
  if (ids.length === 0) return 'nessun_dispositivo';
  return plant.execute({ kind: 'trackers', ids, order }) ? null : 'rifiutato';
}
