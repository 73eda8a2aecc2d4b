import type { ScheduleAction, ScheduleReason } from '../../../contract/schedules';
import type { System } from '../../core/system/system';
import type { Plant } from '../../plant/processing/plant';
import type { OpenWindow } from '../../storage/jobs/schedule-runs';
import type { MaintenanceNotes } from './maintenance';

/** Why an action failed; null where it succeeded. */
export type Failure = ScheduleReason | null;

type Action<Kind extends ScheduleAction['tipo']> = Extract<ScheduleAction, { tipo: Kind }>;
export type WindowAction = Extract<ScheduleAction, { durata: number }>;
export type InstantAction = Exclude<ScheduleAction, WindowAction>;

/** Actions of schedules that other parts of the datalogger perform. `due` in epoch seconds of the plant's clock. */
export interface Services {
  mailReport(action: Action<'report_email'>, due: number): Promise<Failure>;
  shareNow(): Promise<Failure>;
  backUp(copies: number): Promise<Failure>;
  readonly maintenance: MaintenanceNotes;
}

export interface ActionDeps {
  readonly plant: Plant;
  readonly system: System;
  readonly services: Services;
}

const dayS = 86_400;
/** Where the datalogger was off at the due time: seconds after it that an action is still performed. Sending data makes sense much longer than switching. */
const patienceS: Record<InstantAction['tipo'], number> = {
  report_email: dayS,
  invio_ftp: dayS,
  backup: dayS,
  riavvio: 300,
  sincronizzazione_ora: dayS,
  test_ups: 300,
};

export function isWindow(action: ScheduleAction): action is WindowAction {
  return 'durata' in action;
}

/** How long after `due` an action is still performed, s. */
export function lastingS(action: ScheduleAction): number {
  return isWindow(action) ? action.durata * 60 - 1 : patienceS[action.tipo];
}

/** Whether the box can do what the action asks of it. */
export function isPossible(
  action: ScheduleAction,
  system: Pick<System, 'capabilities' | 'hasOutput'>,
): boolean {
  const { riavvio, riavvio_router, sincronizzazione, prova_ups } = system.capabilities();
  switch (action.tipo) {
    case 'riavvio':
      return action.bersaglio === 'router' ? riavvio_router : riavvio;
    case 'sincronizzazione_ora':
      return sincronizzazione;
    case 'test_ups':
      return prova_ups;
    case 'uscita_rele':
      return system.hasOutput(action.uscita);
    default:
      return true;
  }
}

/** Performs an action at one moment. Rejects only where the host or a device fails. */
export function perform(
  action: InstantAction,
  due: number,
  { system, services }: ActionDeps,
): Promise<Failure> {
  if (!isPossible(action, system)) return Promise.resolve('non_possibile');
  switch (action.tipo) {
    case 'report_email':
      return services.mailReport(action, due);
    case 'invio_ftp':
      return services.shareNow();
    case 'backup':
      return services.backUp(action.copie);
    case 'riavvio':
      return done(system.reboot(action.bersaglio));
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

/**
 * Begins a window; a promise where devices have yet to answer. Power limits are applied by `PowerLimit`, which knows all of them; silenced
 * priorities are read from the open windows.
 */
export function begin(
  action: WindowAction,
  due: number,
  { plant, system, services: { maintenance } }: ActionDeps,
): Failure | Promise<Failure> {
  if (!isPossible(action, system)) return 'non_possibile';
  if (action.tipo === 'uscita_rele')
    return system
      .switchOutput(action.uscita, action.attiva)
      .then(switched => (switched === true ? null : switched ? 'non_riletta' : 'rifiutato'));
  if (action.tipo === 'angolo_pulizia') return orderTrackers(plant, action.gruppo, 'clean');
  if (action.tipo === 'manutenzione') {
    if (!maintenance.hasDevices(action)) return 'nessun_dispositivo';
    maintenance.write(action, due, due + action.durata * 60);
  }
  const hasController = plant.snapshot().groups.cci.id.length > 0;
  return action.tipo === 'limite_potenza' && !hasController ? 'nessun_dispositivo' : null;
}

/** Undoes what a window changed; `t` (epoch s) where it ends before its time. */
export function restore(
  { action, wasOn, endsAt }: OpenWindow,
  { plant, system, services }: ActionDeps,
  t: number,
): void {
  if (action.tipo === 'uscita_rele') void system.switchOutput(action.uscita, wasOn);
  if (action.tipo === 'manutenzione' && endsAt !== null) services.maintenance.shorten(action, endsAt, t);
  if (action.tipo === 'angolo_pulizia') void orderTrackers(plant, action.gruppo, null);
}

function orderTrackers(
  plant: Plant,
  group: number | null,
  order: 'clean' | null,
): Failure | Promise<Failure> {
  const ids = plant.trackersOf(group);
  if (ids.length === 0) return 'nessun_dispositivo';
  return plant
    .execute({ kind: 'trackers', ids, order })
    .then(result => (result === 'taken' ? null : 'rifiutato'));
}
