import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '../../contract/languages';
import { reportSections } from '../../contract/report-sections';
import type { Report } from '../../contract/reports';
import type { ScheduleRun } from '../../contract/schedules';
import type { AlarmKeeping } from '../alarms/alarm-keeping';
import type { Occurrence } from '../alarms/model';
import type { LostByAlarms } from '../analytics/reports/lost-by-alarm';
import { answered, dataloggerItself, type Handlers } from '../api/http/handler';
import type { LongWork } from '../api/long-work/long-work';
import { coverOf } from '../api/routes/report-file';
import type { Failure, Services } from '../automation/schedules/actions';
import { MaintenanceNotes } from '../automation/schedules/maintenance';
import { placeOf } from '../automation/schedules/occurrences';
import { Scheduler } from '../automation/schedules/scheduler';
import { UpsWatch } from '../automation/schedules/ups-watch';
import type { Log } from '../core/log';
import { type Program, powerOff } from '../core/system/power-off';
import type { System } from '../core/system/system';
import type { ClockStep, SteadyClock } from '../core/time/steady-clock';
import type { Undelivered } from '../integrations/delivery/undelivered';
import { DynDns } from '../integrations/dyn-dns/dyn-dns';
import type { Feeds } from '../integrations/feeds/feeds';
import { KnxBus } from '../integrations/knx/knx-bus';
import { addressOf, plantNameOf } from '../integrations/mail/letters';
import { Mailer } from '../integrations/mail/mailer';
import { Notifier } from '../integrations/mail/notifier';
import { mailReport } from '../integrations/mail/report-mail';
import { WorkLetters } from '../integrations/mail/work-letters';
import type { Guard } from '../integrations/outgoing/guard';
import { Push } from '../integrations/push/push';
import { DataSharing } from '../integrations/sharing/sharing';
import { openSpool } from '../integrations/sharing/spool';
import type { UpsClient } from '../integrations/ups/ups-client';
import type { Snapshot } from '../plant/snapshot';
import { keepCopy } from '../storage/backup/copies';
import { createBackup } from '../storage/backup/file';
import type { Recorder } from '../storage/config/audit';
import type { ConfigDatabase } from '../storage/config/config-database';
import type { ScheduleRecord } from '../storage/config/schedules';
import type { JobsDatabase } from '../storage/jobs/jobs-database';
import { isInvalidAt } from '../storage/measures/spans';
import type { Measurements } from './measurements';

export interface BackgroundOptions {
  readonly config: ConfigDatabase;
  readonly jobs: JobsDatabase;
  readonly measurements: Measurements;
  readonly longWork: LongWork;
  readonly alarms: Pick<AlarmKeeping, 'active' | 'rules' | 'replaceRules' | 'find'>;
  readonly reports: Pick<Handlers, 'GET report'>;
  readonly lostByAlarm: LostByAlarms;
  readonly sharing: DataSharing;
  readonly feeds: Feeds;
  readonly undelivered: Undelivered;
  readonly system: System;
  readonly ups: UpsClient;
  readonly program?: Program;
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
  readonly workLetters: WorkLetters;
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
    this.mailer = new Mailer(config.services.mail, guard, options.undelivered);
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
    const told = { ...options, ...toldOf(options), ...silenceOf(this.scheduler) };
    this.notifier = new Notifier({ ...told, settings: config.services.notifications, mailer: this.mailer });
    const { services, installation } = config;
    this.push = new Push({ ...told, services, guard, hostname: () => installation.serial });
    this.workLetters = new WorkLetters({ ...options, ...jobs, mailer: this.mailer, push: this.push });
    this.#dynDns = dynDnsOf(options);
    this.#knx = knxOf(options);
    this.#ups = upsWatchOf(options);
  }

  /** Does everything that is due at this moment. Never throws. */
  cycle(snapshot: Snapshot, steadyS: number): void {
    const { t } = snapshot;
    if (this.#isClosed) return;
    this.#t = t;
    this.scheduler.tick(t);
    this.sharing.cycle(t);
    const shown = this.#options.measurements.shown(snapshot);
    this.feeds.cycle(shown);
    this.notifier.cycle({ stampS: t, steadyS });
    this.push.cycle({ stampS: t, steadyS });
    this.workLetters.cycle();
    this.#dynDns.cycle();
    this.#knx.cycle(shown);
    this.#options.ups.cycle();
    this.#ups.cycle(steadyS);
  }

  /** The plant's clock was set. */
  shift(step: ClockStep): void {
    this.scheduler.shift(step);
    this.sharing.shift(step);
    this.feeds.shift(step);
  }

  /** Where schedules keep copies of the configuration. */
  get copyFolder(): string {
    return folderOf(this.#options, 'backup');
  }

  /** Resolves when nothing that was begun is still running. */
  async settled(): Promise<void> {
    await this.scheduler.settled();
    await this.sharing.settled();
    await this.feeds.settled();
    await this.notifier.settled();
    await this.push.settled();
    await this.workLetters.settled();
    await this.#dynDns.settled();
    await this.#knx.settled();
    await this.#options.ups.settled();
  }

  close(): void {
    this.#isClosed = true;
    this.scheduler.close();
    this.sharing.close();
    this.feeds.close();
    this.notifier.close();
    this.push.close();
    this.workLetters.close();
    this.#dynDns.close();
    this.#options.ups.close();
  }

  readonly mailReport: Services['mailReport'] = (action, due) =>
    mailReport(action, due, { ...this.#options, mailer: this.mailer, pdfOf: this.#pdfOf });

  readonly #pdfOf = async (report: Report, lingua: Language) => {
    const { config, measurements, longWork, reports } = this.#options;
    const deps = { ...config, ...measurements, longWork, report: reports['GET report'] };
    const wanted = { report, sections: reportSections, lingua };
    const call = { params: {}, body: undefined, caller: dataloggerItself, ifMatch: null };
    const cover = await coverOf(deps, wanted, call);
    return Buffer.from(await longWork.onFile('paper', { report, lingua, cover }), 'base64');
  };

  #services(): Services {
    return {
      maintenance: new MaintenanceNotes(this.#options.config),
      mailReport: this.mailReport,
      backUp: async copies => {
        const { deviceClock: clock } = this.#options;
        await keepCopy(this.copyFolder, await createBackup({ ...this.#options, clock }), copies);
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

/** Which alarms are not sent now. */
const silenceOf = (scheduler: Scheduler) => ({
  silencedFrom: () => scheduler.silencedFrom(),
  isUnderMaintenance: (occurrence: Occurrence) => scheduler.isUnderMaintenance(occurrence),
});

/** Dependencies shared by all alarm notifiers. */
const toldOf = ({ config, jobs, alarms, lostByAlarm }: BackgroundOptions) => ({
  notes: jobs.notes,
  active: () => alarms.active(),
  lost: async (id: number, t: number) => {
    const found = alarms.find(id);
    if (!found) return null;
    await lostByAlarm.ready([found], t);
    return lostByAlarm.of(found, t);
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
  'config' | 'jobs' | 'measurements' | 'longWork' | 'guard' | 'dataFolder' | 'deviceClock' | 'log'
>;

export function createSharing(options: SharingParts): DataSharing {
  const { config, jobs, measurements, longWork, guard, deviceClock, log } = options;
  const { serial } = config.installation;
  const daily = measurements.handlers(longWork)['GET dati_impianto/daily'];
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
    isInvalid: (...place) => isInvalidAt(measurements.archive.spans.all(), ...place),
    deviceClock,
    log,
  });
}

function dynDnsOf(options: BackgroundOptions): DynDns {
  const { config, jobs, guard, undelivered, deviceClock, record, log } = options;
  return new DynDns({
    plant: () => config.plantConfig.read(),
    notes: jobs.notes,
    undelivered,
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

function knxOf({ config, alarms, undelivered, guard, deviceClock, log }: BackgroundOptions): KnxBus {
  return new KnxBus({
    settings: () => config.plantConfig.read()?.knx ?? null,
    hasAlarm: () => alarms.active().length > 0,
    undelivered,
    guard,
    deviceClock,
    log,
  });
}

function upsWatchOf({ config, system, ups, program, record, log }: BackgroundOptions): UpsWatch {
  return new UpsWatch({
    system,
    record,
    log,
    plant: config.plantConfig.read,
    powerOff: isReturning =>
      powerOff({ system, program, cutOutput: isReturning ? () => ups.cutAndReturn() : null, log }),
  });
}
