import { mostSchedules } from '../../../contract/most-records';
import type { Schedule, ScheduleBody, ScheduleReason } from '../../../contract/schedules';
import { ruleDelays } from '../../alarms/catalogue';
import { isPossible, type Services } from '../../automation/schedules/actions';
import type { Scheduler } from '../../automation/schedules/scheduler';
import type { System } from '../../core/system/system';
import type { Clock } from '../../core/time/clock';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { Changes } from '../../storage/config/audit-entry';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { ScheduleRecord } from '../../storage/config/schedules';
import { type Handlers, idOf, notFound, ProblemError, requireVersion, Versioned } from '../http/handler';
import { withStored } from '../support/left-out';
import { Rates } from '../support/rates';
import { Trials } from '../support/trials';

export interface ScheduleDeps {
  readonly system: Pick<System, 'capabilities' | 'hasOutput'>;
  readonly config: ConfigDatabase;
  readonly scheduler: Scheduler;
  readonly mailReport: Services['mailReport'];
  /** The device's clock. */
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Epoch s of the plant's clock. */
  readonly plantNow: () => number;
  readonly record: Recorder;
}

/** Reports that an account sends at once, to at most ten recipients each: a person who tries it never meets the limit. */
const sendRates = [
  { ms: 3_600_000, most: 10 },
  { ms: 86_400_000, most: 30 },
];

type ScheduleKey = Extract<keyof Handlers, `${string} pianificazioni${string}`>;

export function scheduleHandlers(deps: ScheduleDeps): Pick<Handlers, ScheduleKey> {
  const { config, scheduler, plantNow, record } = deps;
  const { schedules } = config;
  const replyOf = (schedule: ScheduleRecord) => new Versioned(wireOf(deps, schedule), schedule.version);
  return {
    'GET pianificazioni': () => schedules.all().map(schedule => wireOf(deps, schedule)),
    'POST pianificazioni': ({ body, caller }) => {
      refuseUnknown(body);
      if (schedules.all().length >= mostSchedules)
        throw new ProblemError(409, 'conflict', `There are at most ${mostSchedules} schedules.`);
      const id = schedules.add(body);
      record(caller, 'schedule.create', `pianificazioni/${id}`, { changes: changesOf(null, body) });
      const added = existing(deps, String(id));
      scheduler.renew(added, plantNow());
      return replyOf(added);
    },
    'PUT pianificazioni/:id': call => {
      const { params, caller, ifMatch } = call;
      const old = existing(deps, params.id);
      requireVersion(ifMatch, old.version);
      const body = withStored(call, old.body);
      refuseUnknown(body);
      scheduler.release(old, plantNow());
      schedules.change(old.id, body);
      record(caller, 'schedule.change', `pianificazioni/${old.id}`, { changes: changesOf(old.body, body) });
      const changed = existing(deps, params.id);
      scheduler.renew(changed, plantNow());
      return replyOf(changed);
    },
    'DELETE pianificazioni/:id': ({ params, caller, ifMatch }) => {
      const old = existing(deps, params.id);
      requireVersion(ifMatch, old.version);
      schedules.remove(old.id);
      const changes = changesBetween(old.body, { nome: null });
      record(caller, 'schedule.delete', `pianificazioni/${old.id}`, { changes });
    },
    'POST pianificazioni/:id/invia': sendNow(deps),
  };
}

function sendNow(deps: ScheduleDeps): Handlers['POST pianificazioni/:id/invia'] {
  const { record, plantNow } = deps;
  const rates = new Rates(deps.clock, sendRates);
  // Apart from the trials of connections: a mail server that keeps ten recipients waiting takes none of their places.
  const sends = new Trials(deps.clock, { atOnce: 2, inAMinute: 10 }, { atOnce: 8, inAMinute: 40 });
  return async ({ params, caller }) => {
    const { id, body } = existing(deps, params.id);
    const { azione } = body;
    if (azione.tipo !== 'report_email')
      throw new ProblemError(409, 'conflict', 'That schedule sends no report.');
    rates.count(caller);
    const destinatari = azione.destinatari.map(({ email }) => email).join(', ');
    const note = (changes: Changes, result: 'ok' | 'refused') =>
      record(caller, 'schedule.send', `pianificazioni/${id}`, { changes, result });
    const motivo = await sends.run(
      caller,
      () => deps.mailReport(azione, plantNow()),
      () => note({ 'azione.destinatari': [null, destinatari] }, 'refused'),
    );
    note({ 'azione.destinatari': [null, destinatari], ...(motivo && { motivo: [null, motivo] }) }, 'ok');
    return { motivo };
  };
}

/** 422 for the code of an alarm that does not exist. */
function refuseUnknown({ azione }: ScheduleBody): void {
  if (azione.tipo !== 'manutenzione' || azione.codice === null || ruleDelays.has(azione.codice)) return;
  throw new ProblemError(422, 'invalid', 'There is no such alarm.', { campo: 'azione.codice' });
}

function existing({ config }: ScheduleDeps, id: string): ScheduleRecord {
  const schedule = config.schedules.find(idOf(id));
  if (!schedule) throw notFound();
  return schedule;
}

/** Times and parameters as `quando.ora`, `azione.percentuale`. */
function changesOf(old: ScheduleBody | null, next: ScheduleBody) {
  const flat = ({ quando, azione, ...rest }: ScheduleBody) => ({
    ...rest,
    ...prefixed('quando', quando),
    ...prefixed('azione', azione),
  });
  return changesBetween(old ? flat(old) : {}, flat(next));
}

function prefixed(part: string, values: object): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${part}.${name}`, value]));
}

/** What stands in the way of an action as the plant is configured now. */
function obstacleTo(
  { azione }: ScheduleBody,
  { config: { services, devices }, system }: Pick<ScheduleDeps, 'config' | 'system'>,
): ScheduleReason | null {
  if (!isPossible(azione, system)) return 'non_possibile';
  switch (azione.tipo) {
    case 'report_email':
      return services.mail.read().value.abilitata ? null : 'posta_mancante';
    case 'invio_ftp':
      return services.sharing.read().value.abilitata ? null : 'condivisione_spenta';
    case 'angolo_pulizia':
      return devices.all().trackers.length > 0 ? null : 'nessun_dispositivo';
    default:
      return null;
  }
}

function wireOf(deps: ScheduleDeps, schedule: ScheduleRecord): Schedule {
  const { scheduler, plantNow } = deps;
  const { run, next } = scheduler.stateOf(schedule, plantNow());
  const { id, body, version } = schedule;
  return { id, ...body, ultimo: run, prossimo: next, ostacolo: obstacleTo(body, deps), versione: version };
}
