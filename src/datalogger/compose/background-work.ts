import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScheduleRun } from '../../contract/schedules';
import type { AlarmKeeping } from '../alarms/alarm-keeping';
import { keepCopy } from '../backup/copies';
import { createBackup } from '../backup/file';
import { DynDns } from '../dyn-dns/dyn-dns';
import type { Feeds } from '../feeds/feeds';
import type { Failure, Services } from '../jobs/actions';
import { placeOf } from '../jobs/occurrences';
import { Scheduler } from '../jobs/scheduler';
import { UpsWatch } from '../jobs/ups-watch';
import { KnxBus } from '../knx/knx-bus';
import type { Log } from '../log';
import { addressOf, plantNameOf } from '../mail/letters';
import { Mailer } from '../mail/mailer';
import { Notifier } from '../mail/notifier';
import { mailReport } from '../mail/report-mail';
import type { Guard } from '../outgoing/guard';
import { Push } from '../push/push';
import type { lostByAlarmOf } from '../reports/lost-by-alarm';
import { answered, dataloggerItself, type Handlers } from '../serve/handler';
import { DataSharing } from '../sharing/sharing';
import { openSpool } from '../sharing/spool';
import type { Snapshot } from '../snapshot';
import type { Recorder } from '../store/audit';
import type { ConfigDatabase } from '../store/config-database';
import type { JobsDatabase } from '../store/jobs-database';
import type { ScheduleRecord } from '../store/schedules';
import type { System } from '../system';
import type { ClockStep, SteadyClock } from '../time/steady-clock';
import type { Measurements } from './measurements';

export interface BackgroundOptions {
  readonly config: ConfigDatabase;
  readonly jobs: JobsDatabase;
  readonly measurements: Measurements;
  readonly alarms: Pick<AlarmKeeping, 'active' | 'rules' | 'replaceRules' | 'find'>;
  readonly reports: Pick<Handlers, 'GET report'>;
  readonly lostByAlarm: ReturnType<typeof lostByAlarmOf>;
  readonly sharing: DataSharing;
  readonly feeds: Feeds;
  readonly system: System;
  readonly guard: Guard;
  /** Null keeps nothing beyond the process. */
  readonly dataFolder: string | null;
  readonly deviceClock: SteadyClock;
  readonly record: Recorder;
  readonly log: Log;
}

/** Everything the datalogger does without a request: schedules, and all messages to other machines. */
export class BackgroundWork {
  readonly scheduler: Scheduler;
  readonly sharing: DataSharing;
  readonly feeds: Feeds;
  readonly mailer: Mailer;
  readonly notifier: Notifier;
  readonly push: Push;
  readonly #dynDns: DynDns;
  readonly #knx: KnxBus;
  readonly #ups: UpsWatch;
  readonly #options: BackgroundOptions;
  /** Epoch s of the plant's clock. */
  #t = 0;
  #isClosed = false;

  constructor(options: BackgroundOptions) {
    this.#options = options;
    const { config, jobs, measurements, system, sharing, feeds, guard, log } = options;
    this.sharing = sharing;
    this.feeds = feeds;
    this.mailer = new Mailer(config.services.mail, guard);
    this.scheduler = new Scheduler({
      schedules: config.schedules,
      runs: jobs.runs,
      plant: measurements.plant,
      system,
      services: this.#services(),
      place: () => placeOf(config),
      onRun: (schedule, run) => this.#recordRun(schedule, run),
      log,
    });
    const told = { ...options, ...toldOf(options), silencedFrom: () => this.scheduler.silencedFrom() };
    this.notifier = new Notifier({ ...told, settings: config.services.notifications, mailer: this.mailer });
    const { services, installation } = config;
    this.push = new Push({ ...told, services, guard, hostname: () => installation.serial });
    this.#dynDns = dynDnsOf(options);
    this.#knx = knxOf(options);
    this.#ups = new UpsWatch({ ...options, plantConfig: config.plantConfig });
  }

  /** Does everything that is due at this moment. Never throws. */
  cycle(snapshot: Snapshot, steadyS: number): void {
    const { t } = snapshot;
    if (this.#isClosed) return;
    this.#t = t;
    this.scheduler.tick(t);
    this.sharing.cycle(t);
    this.feeds.cycle(snapshot);
    this.notifier.cycle({ stampS: t, steadyS });
    this.push.cycle({ stampS: t, steadyS });
    this.#dynDns.cycle();
    this.#knx.cycle(snapshot);
    this.#ups.cycle(steadyS);
  }

  /** The plant's clock was set. */
  shift(step: ClockStep): void {
    this.scheduler.shift(step);
    this.sharing.shift(step);
    this.feeds.shift(step);
  }

  /** Resolves when nothing that was begun is still running. */
  async settled(): Promise<void> {
    await this.scheduler.settled();
    await this.sharing.settled();
    await this.feeds.settled();
    await this.notifier.settled();
    await this.push.settled();
    await this.#dynDns.settled();
    await this.#knx.settled();
  }

  close(): void {
    this.#isClosed = true;
    this.scheduler.close();
    this.sharing.close();
    this.feeds.close();
    this.notifier.close();
    this.push.close();
    this.#dynDns.close();
  }

  #services(): Services {
    return {
      mailReport: (action, due) => mailReport(action, due, { ...this.#options, mailer: this.mailer }),
      backUp: async copies => {
        const { config, alarms, deviceClock: clock } = this.#options;
        keepCopy(folderOf(this.#options, 'backup'), await createBackup({ config, alarms, clock }), copies);
        return null;
      },
      shareNow: async (): Promise<Failure> => {
        if (!this.#options.config.services.sharing.read().value.abilitata) return 'condivisione_spenta';
        return (await this.sharing.shareNow(this.#t)) ? null : 'trasferimento';
      },
    };
  }

  #recordRun({ id, body }: ScheduleRecord, { esito, motivo }: ScheduleRun): void {
    const changes = { [body.azione.tipo]: [null, motivo ?? esito] as const };
    const result = esito === 'fallita' ? 'refused' : 'ok';
    this.#options.record(dataloggerItself, 'schedule.run', `pianificazioni/${id}`, { changes, result });
  }
}

/** What everything that tells alarms has to know. */
const toldOf = ({ config, jobs, alarms, lostByAlarm }: BackgroundOptions) => ({
  notes: jobs.notes,
  active: () => alarms.active(),
  lost: (id: number, t: number) => {
    const found = alarms.find(id);
    return found && lostByAlarm({ ...found, device: found.subject.device }, t);
  },
  isWithoutMoney: (email: string) =>
    config.accounts.all().some(each => each.livello === 'cci' && each.email === email),
  plantName: () => plantNameOf(config),
  address: () => addressOf(config),
  place: () => placeOf(config),
});

/** A folder beside the databases; a temporary one where nothing is kept. */
function folderOf(
  { dataFolder, config }: Pick<BackgroundOptions, 'dataFolder' | 'config'>,
  name: string,
): string {
  return join(dataFolder ?? join(tmpdir(), config.installation.serial), name);
}

type SharingParts = Pick<
  BackgroundOptions,
  'config' | 'jobs' | 'measurements' | 'guard' | 'dataFolder' | 'deviceClock' | 'log'
>;

export function createSharing(options: SharingParts): DataSharing {
  const { config, jobs, measurements, guard, deviceClock, log } = options;
  const { serial } = config.installation;
  const daily = measurements.handlers['GET dati_impianto/daily'];
  return new DataSharing({
    settings: config.services.sharing,
    spool: openSpool(folderOf(options, 'spool'), deviceClock.steady.now),
    transfers: jobs.transfers,
    notes: jobs.notes,
    guard,
    serial,
    zone: () => placeOf(config).zone,
    measured: async (group, day, slotMin) => {
      const query = { m: group, d: day, passo: slotMin === 5 ? ('5' as const) : ('15' as const) };
      return answered(
        await daily({ query, params: {}, body: undefined, caller: dataloggerItself, ifMatch: null }),
      );
    },
    deviceClock,
    log,
  });
}

function dynDnsOf({ config, jobs, guard, deviceClock, record, log }: BackgroundOptions): DynDns {
  return new DynDns({
    plant: () => config.plantConfig.read(),
    notes: jobs.notes,
    guard,
    clock: deviceClock.steady,
    onAnswer: (code, isGood) => {
      const changes = { esito: [null, code] as const };
      record(dataloggerItself, 'dyn-dns.update', 'impianto/1', {
        changes,
        result: isGood ? 'ok' : 'refused',
      });
    },
    log,
  });
}

function knxOf({ config, alarms, guard, deviceClock, log }: BackgroundOptions): KnxBus {
  return new KnxBus({
    settings: () => config.plantConfig.read()?.knx ?? null,
    hasAlarm: () => alarms.active().length > 0,
    guard,
    deviceClock,
    log,
  });
}
