import { AlarmKeeping } from '../alarms/alarm-keeping';
import { installationInputs } from '../alarms/inputs';
import { PastAlarms } from '../alarms/past-alarms';
import { HistoryTransfer } from '../backup/history-transfer';
import { OrderBook } from '../commands/order-book';
import { limitsOf, usualLimits } from '../devices/limits';
import { Feeds } from '../feeds/feeds';
import { InfluxFeed } from '../feeds/influx-feed';
import { MqttFeed } from '../feeds/mqtt/mqtt-feed';
import { PrometheusPage } from '../feeds/prometheus';
import { plantNameOf } from '../mail/letters';
import { NetworkTrial } from '../network-trial';
import { createGuard, type Guard } from '../outgoing/guard';
import { lostByAlarmOf } from '../reports/lost-by-alarm';
import { lostTodayOf } from '../reports/lost-today';
import { usualEpiOf } from '../reports/usual-epi';
import { reportHandlers } from '../routes/reports';
import type { Watch } from '../sampler/sampler';
import { createRecorder, type Recorder } from '../store/audit';
import type { ConfigDatabase } from '../store/config-database';
import { siteOf } from '../store/plant-config';
import { BackgroundWork, createSharing } from './background-work';
import type { Measurements } from './measurements';
import type { TimedOptions } from './options';
import { openStores, type Stores } from './stores';

/** What the datalogger is made of. */
export interface Parts extends Stores {
  readonly guard: Guard;
  readonly record: Recorder;
  readonly measurements: Measurements;
  readonly alarms: AlarmKeeping;
  readonly reports: ReturnType<typeof reportHandlers>;
  readonly lostByAlarm: ReturnType<typeof lostByAlarmOf>;
  readonly background: BackgroundWork;
  readonly networkTrial: NetworkTrial;
  readonly history: HistoryTransfer;
  readonly orderBook: OrderBook;
  /** Tells the plant what is configured now. */
  readonly follow: () => void;
  /** Called, in this order, with the plant as it is in every cycle. */
  readonly watches: Watch[];
}

/** A simulated plant that starts at most this much before its newest alarm goes on from there; further back it begins anew. */
const restartS = 60;

/** Makes every part after those that it needs. What an earlier part tells a later one is connected afterwards (compose/datalogger.ts). */
export function makeParts(options: TimedOptions): Parts {
  const { deviceClock, plantClock, system, log, guard = createGuard() } = options;
  const stores = openStores(options);
  const { storage, config, store } = stores;
  const record = createRecorder(config.audit, deviceClock);

  const watches: Watch[] = [];
  const watch: Watch = (snapshot, steadyS) => {
    for (const each of watches) each(snapshot, steadyS);
  };
  const pastAlarms = new PastAlarms({
    store,
    zone: () => config.plantConfig.zone() ?? 'UTC',
    installation: () =>
      installationInputs({
        ...{ system, config, storage, hasUploadFailed: false, usualEpi: null, lostTodayKwh: null, lines: [] },
      }),
  });
  const around = { watch, storage, guard, clock: plantClock, pastAlarms };
  const measurements = options.measurements(config, around);
  if (measurements.plant.simulation) store.forgetAfter(plantClock.now() / 1000 + restartS);
  const follow = () => followConfiguration(config, measurements);
  follow();
  const { sharing, feeds } = createSenders({ ...options, ...stores, measurements, guard });
  const [usualEpiAt, lostTodayAt] = [usualEpiOf(measurements), lostTodayOf(measurements)];
  const alarms = new AlarmKeeping({
    store,
    installation: () => {
      const t = Math.floor(plantClock.now() / 1000);
      return installationInputs({
        ...{ system, config, storage, hasUploadFailed: sharing.hasFailed || feeds.hasFailed },
        ...{ usualEpi: usualEpiAt(t), lostTodayKwh: lostTodayAt(t) },
        lines: measurements.plant.bus?.watched() ?? [],
      });
    },
    release: signal => measurements.plant.release(signal),
    isRefused: () => storage.refusal !== null,
    onFailure: error => storage.relieve(error),
    log,
  });
  const past = { ...measurements, ...config, alarms: store };
  const figures = { reports: reportHandlers(past), lostByAlarm: lostByAlarmOf(past) };
  const before = { ...stores, guard, record, measurements, alarms, ...figures, sharing, feeds };
  const background = new BackgroundWork({ ...options, ...before });
  const networkTrial = new NetworkTrial({ ...options, config, clock: deviceClock, record });
  const history = new HistoryTransfer({ ...options, measurements });
  const orderBook = new OrderBook({ ...stores.jobs, ...config, clock: deviceClock });
  return { ...before, background, networkTrial, history, orderBook, follow, watches };
}

/** Tells the plant what is configured. While nothing was ever configured, the plant stays as its source describes it. */
function followConfiguration(
  { devices, plantConfig, busCommands }: ConfigDatabase,
  { configure }: Pick<Measurements, 'configure'>,
): void {
  if (devices.isNew()) return;
  const fields = plantConfig.read()?.fields;
  configure({
    configuration: devices.all(),
    name: fields?.nome ?? null,
    zone: fields?.fuso ?? null,
    site: fields ? siteOf(fields) : null,
    limits: fields ? limitsOf(fields) : usualLimits,
    commands: busCommands.read().value.abilitato,
  });
}

interface SenderParts
  extends Pick<Stores, 'config' | 'jobs' | 'store'>,
    Pick<TimedOptions, 'dataFolder' | 'deviceClock' | 'log'> {
  readonly measurements: Measurements;
  readonly guard: Guard;
}

/** What gives measures away. Made apart from the rest of the background work: the alarms, which are made before that, include one for both. */
function createSenders(parts: SenderParts) {
  return { sharing: createSharing(parts), feeds: createFeeds(parts) };
}

function createFeeds({ config, jobs, measurements, store, guard, deviceClock, log }: SenderParts): Feeds {
  const origin = () => ({
    plant: plantNameOf(config),
    serial: config.installation.serial,
    peakKwp: config.plantConfig.read()?.fields.potenza_picco ?? null,
  });
  const active = () => store.open().filter(({ state }) => state === 'attivo');
  const alarms = {
    active,
    get revision() {
      return store.revision;
    },
  };
  const past = { archive: measurements.archive, alarms: store };
  const shared = { origin, guard, deviceClock, log };
  const { influx, mqtt, prometheus } = config.feeds;
  return new Feeds({
    influx: new InfluxFeed({ ...shared, settings: influx, past, notes: jobs.notes }),
    mqtt: new MqttFeed({ ...shared, settings: mqtt, alarms }),
    prometheus: new PrometheusPage({ settings: prometheus, origin, active, clock: deviceClock }),
  });
}
