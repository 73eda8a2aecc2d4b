import { AlarmKeeping } from '../alarms/alarm-keeping';
import { installationInputs, nothingReported } from '../alarms/inputs';
import { PastAlarms } from '../alarms/past-alarms';
import { InvalidSpans } from '../analytics/invalid-spans';
import { type LossDays, LostByAlarms } from '../analytics/reports/lost-by-alarm';
import { lostTodayOf } from '../analytics/reports/lost-today';
import { usualEpiOf } from '../analytics/reports/usual-epi';
import { LongWork } from '../api/long-work/long-work';
import { WorkThread } from '../api/long-work/thread';
import { reportHandlers } from '../api/routes/reports';
import { deliveryOf } from '../automation/commands/delivery-setup';
import { keptWish } from '../automation/commands/kept-wish';
import { OrderBook } from '../automation/commands/order-book';
import { OutsideOrders } from '../automation/commands/outside-orders';
import { MemoryWatch } from '../automation/memory-watch';
import { LoopDelay } from '../core/system/loop-delay';
import { scarcestMemory } from '../core/system/memory-use';
import { NetworkTrial } from '../core/system/network-trial';
import type { System } from '../core/system/system';
import { withOutputs } from '../core/system/with-outputs';
import { withUps } from '../core/system/with-ups';
import type { Undelivered } from '../integrations/delivery/undelivered';
import { plantNameOf } from '../integrations/mail/letters';
import { ModbusServer } from '../integrations/modbus-server/modbus-server';
import { createGuard, type Guard } from '../integrations/outgoing/guard';
import { UpsClient } from '../integrations/ups/ups-client';
import { limitsOf, usualLimits } from '../plant/processing/limits';
import { withoutDisabledControllers } from '../plant/processing/setup';
import type { Watch } from '../plant/sampler/sampler';
import { HistoryTransfer } from '../storage/backup/history-transfer';
import { presentRecords } from '../storage/backup/versions';
import { createRecorder, type Recorder } from '../storage/config/audit';
import type { ConfigDatabase } from '../storage/config/config-database';
import { siteOf } from '../storage/config/plant-config';
import { BackgroundWork } from './background-work';
import type { Measurements } from './measurements';
import type { TimedOptions } from './options';
import { createSenders, hasFailed } from './senders';
import { openStores, type Stores } from './stores';

/** What the datalogger is made of. */
export interface Parts extends Stores {
  readonly guard: Guard;
  /** The box, with the UPS that is configured. */
  readonly system: System;
  readonly ups: UpsClient;
  readonly record: Recorder;
  readonly measurements: Measurements;
  readonly alarms: AlarmKeeping;
  readonly longWork: LongWork;
  readonly reports: ReturnType<typeof reportHandlers>;
  readonly lostByAlarm: LostByAlarms;
  readonly invalidSpans: InvalidSpans;
  readonly undelivered: Undelivered;
  readonly background: BackgroundWork;
  readonly memory: MemoryWatch;
  readonly loopDelay: LoopDelay;
  readonly networkTrial: NetworkTrial;
  readonly history: HistoryTransfer;
  readonly modbusServer: ModbusServer;
  readonly outsideOrders: OutsideOrders;
  readonly orderBook: OrderBook;
  /** Keeps the configuration as a new version if it was changed. */
  readonly keepVersion: (always?: boolean) => Promise<void>;
  /** Tells the plant what is configured now. */
  readonly follow: () => void;
  /** Called, in this order, with the plant as it is in every cycle. */
  readonly watches: Watch[];
}

/** A simulated plant that starts at most this much before its newest alarm goes on from there; otherwise it starts without alarms. */
const restartS = 60;

/** Makes every part after those that it needs. Connections from an earlier part to a later one follow in `datalogger.ts`. */
export function makeParts(options: TimedOptions): Parts {
  const { deviceClock, plantClock, log, guard = createGuard() } = options;
  const stores = openStores(options);
  const { storage, config, store } = stores;
  const record = createRecorder(config.audit, deviceClock);
  const box = boxOf({ ...options, ...stores, guard }, () => measurements.plant.outputs);
  const { system, memory } = box;

  const watches: Watch[] = [];
  const watch = inOrder(watches);
  const pastAlarms = pastAlarmsOf(stores, system);
  const onFailure = (error: unknown) => storage.relieve(error);
  const kept = keptWish({ notes: stores.jobs.notes, record, log, onFailure });
  const around = { watch, storage, guard, clock: plantClock, pastAlarms, alarms: store, kept };
  const measurements = options.measurements(config, around);
  if (measurements.plant.simulation) store.forgetAfter(plantClock.now() / 1000 + restartS);
  const follow = () => followConfiguration(config, measurements);
  follow();
  const longWork = longWorkOf(options, stores, measurements);
  const senders = createSenders({ ...options, ...stores, ...box, measurements, longWork, guard });
  const measured = measuredOf(measurements, plantClock);
  const alarms = new AlarmKeeping({
    store,
    installation: () =>
      installationInputs({
        system,
        config,
        storage,
        hasUploadFailed: hasFailed(senders),
        memoryEnds: memory.endsOfDay,
        ...measured(),
      }),
    release: signal => measurements.plant.release(signal),
    isRefused: () => storage.refusal !== null,
    onFailure,
    log,
  });
  const figures = figuresOf({ ...measurements, ...config, alarms: store, longWork }, senders);
  const before = { ...stores, ...box, ...figures, guard, record, measurements, alarms, longWork, onFailure };
  const background = new BackgroundWork({ ...options, ...before });
  const keepVersion = versionKeeper(options, before);
  return { ...before, background, ...furtherParts(options, before), keepVersion, follow, watches };
}

/** What the alarms of the whole installation are judged by, of what is measured. */
function measuredOf(measurements: Measurements, plantClock: TimedOptions['plantClock']) {
  const [usualEpiAt, lostTodayAt] = [usualEpiOf(measurements), lostTodayOf(measurements)];
  return () => {
    const t = Math.floor(plantClock.now() / 1000);
    const { bus } = measurements.plant;
    const loop = bus?.loop() ?? null;
    return {
      usualEpi: usualEpiAt(t),
      lostTodayKwh: lostTodayAt(t),
      lines: bus?.watched() ?? [],
      isLoopOpen: loop && loop.stato === 'aperto',
      strayOutputs: measurements.plant.outputs?.stray() ?? [],
    };
  };
}

function pastAlarmsOf({ store, config, storage }: Stores, system: System): PastAlarms {
  return new PastAlarms({
    store,
    zone: () => config.plantConfig.zone() ?? 'UTC',
    installation: () => installationInputs({ ...nothingReported, system, config, storage }),
  });
}

/** A version that the storage refuses is kept with the next change: nothing that was answered depends on it. */
function versionKeeper(
  { deviceClock, log }: TimedOptions,
  { config, alarms, storage }: Pick<Parts, 'config' | 'alarms' | 'storage'>,
) {
  return async (always = false) => {
    try {
      await config.versions.keep(() => presentRecords({ config, alarms }), deviceClock.now(), always);
    } catch (error) {
      log.error('the version of the configuration was not kept', error);
      storage.relieve(error);
    }
  };
}

function longWorkOf(
  { thread, dataFolder }: TimedOptions,
  { config: { logbook, workOrders, fiscalReadings }, store: alarms, storage }: Stores,
  { archive }: Measurements,
): LongWork {
  return new LongWork({
    thread: thread && dataFolder !== null ? new WorkThread({ ...thread, dataFolder }) : null,
    readers: { archive, alarms, logbook, workOrders, fiscalReadings },
    isRefused: () => storage.refusal !== null,
  });
}

type Before = Pick<Parts, 'config' | 'record' | 'measurements' | 'jobs' | 'longWork'> & {
  readonly onFailure: (error: unknown) => void;
};

/** What works beside the measurements, each by itself. */
function furtherParts(options: TimedOptions, before: Before) {
  const { config, record, measurements, jobs, longWork } = before;
  const clock = options.deviceClock;
  const orderBook = new OrderBook({ ...jobs, ...config, clock });
  const outsideOrders = new OutsideOrders({
    notes: jobs.notes,
    orderBook,
    record,
    execute: command => measurements.plant.execute(command),
    plantS: () => measurements.plant.snapshot().t,
    nowMs: () => clock.monotonic(),
    onFailure: before.onFailure,
  });
  return {
    networkTrial: new NetworkTrial({ ...options, config, clock, record }),
    history: new HistoryTransfer({ ...options, measurements, longWork }),
    orderBook,
    outsideOrders,
    modbusServer: modbusServerOf(options, { ...before, outsideOrders }),
  };
}

const everyAddress = '0.0.0.0';

function modbusServerOf(
  { modbusHost = everyAddress, version, log }: TimedOptions,
  { config, measurements, outsideOrders }: Pick<Parts, 'config' | 'measurements' | 'outsideOrders'>,
): ModbusServer {
  return new ModbusServer({
    settings: () => config.modbusServer.read().value,
    plant: () => ({
      name: plantNameOf(config),
      serial: config.installation.serial,
      version,
      configuration: config.devices.all(),
    }),
    snapshot: measurements.snapshot,
    orders: outsideOrders,
    host: modbusHost,
    log,
  });
}

type Past = Parameters<typeof reportHandlers>[0] &
  Omit<ConstructorParameters<typeof LostByAlarms>[0], 'compute'> &
  Pick<Measurements, 'archive' | 'zone' | 'onLate'>;

/** What is computed of the past, and what takes a part of it back. */
function figuresOf(past: Past, senders: ReturnType<typeof createSenders>) {
  const { feeds, sharing } = senders;
  const sendAgain = (from: number, to: number) => {
    feeds.sendAgain(from, to);
    sharing.sendAgain(from, to);
  };
  past.onLate(sendAgain);
  const invalidSpans = new InvalidSpans({ ...past, onChange: sendAgain });
  const compute = (make: () => LossDays) =>
    past.longWork.run('losses', () => ({ input: make() }), { caller: { accountId: null } });
  const lostByAlarm = new LostByAlarms({ ...past, compute });
  const computed = { reports: reportHandlers(past), lostByAlarm };
  return { ...computed, invalidSpans, ...senders };
}

/** What the datalogger knows and asks of the machine it runs on. */
function boxOf(
  options: TimedOptions & Pick<Stores, 'config' | 'jobs'> & { readonly guard: Guard },
  outputs: Parameters<typeof withOutputs>[1],
) {
  const { config, jobs, guard, deviceClock: clock, program, log } = options;
  const ups = new UpsClient({ plant: config.plantConfig.read, guard, clock, log });
  const { notes } = jobs;
  const memory = new MemoryWatch({ program, notes, use: scarcestMemory, now: () => clock.now(), log });
  return {
    ups,
    system: withOutputs(withUps(options.system, ups), outputs),
    memory,
    loopDelay: new LoopDelay(),
  };
}

/** Calls each of them in turn, also those that are added later. */
function inOrder(watches: readonly Watch[]): Watch {
  return (snapshot, steadyS) => {
    for (const each of watches) each(snapshot, steadyS);
  };
}

/** Tells the plant what is configured. While nothing was ever configured, the plant stays as its source describes it. */
function followConfiguration(
  { devices, plantConfig, busCommands }: ConfigDatabase,
  { configure, plant }: Pick<Measurements, 'configure' | 'plant'>,
): void {
  if (devices.isNew()) return;
  const fields = plantConfig.read()?.fields;
  configure({
    configuration: plant.isReal ? withoutDisabledControllers(devices.all()) : devices.all(),
    name: fields?.nome ?? null,
    zone: fields?.fuso ?? null,
    site: fields ? siteOf(fields) : null,
    limits: fields ? limitsOf(fields) : usualLimits,
    gridVoltage: fields?.tensione ?? null,
    ratedKw: fields?.potenza_ca ?? null,
    commands: busCommands.read().value.abilitato,
    ...deliveryOf(busCommands.read().value, fields?.potenza_immissione ?? null),
  });
}
