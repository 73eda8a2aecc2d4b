import { fiscalWatch } from '../analytics/reports/fiscal';
import { dataloggerItself } from '../api/http/handler';
import type { Fetch } from '../api/http/http';
import { createServer } from '../api/http/server';
import { createStaticSite } from '../api/http/static';
import { consoleWords } from '../api/languages/word-table';
import { wallPage, wallPath } from '../api/wall/page';
import { ProtectionWatch } from '../automation/commands/protection-watch';
import { responseWatch } from '../automation/schedules/response-keeping';
import type { Watch } from '../plant/sampler/sampler';
import type { OrdersAtEnd } from '../plant/source';
import { recordChanges } from './counter-changes';
import { apiOf } from './endpoints';
import { followClocks } from './follow-clock';
import { type DataloggerOptions, type TimedOptions, timed } from './options';
import { makeParts, type Parts } from './parts';
import { recordOutputs } from './switched-outputs';

export interface Datalogger extends Pick<Parts, 'config' | 'passwords' | 'tokens' | 'firstAccount'> {
  readonly fetch: Fetch;
  /** Samples with the clock from now on; until then only when somebody asks. */
  start(): void;
  /** Takes every sample and judges the alarms of every cycle that is due. */
  bringUpToDate(): void;
  /** Resolves when nothing that was begun is still running. */
  settled(): Promise<void>;
  /** Closes. Without an argument what devices were ordered is taken back. */
  stop(orders?: OrdersAtEnd): Promise<void>;
  close(): void;
}

/** The whole datalogger except its port. Throws an Error with one clear line when its data cannot be used. */
export function createDatalogger(given: DataloggerOptions): Datalogger {
  const options = timed(given);
  const parts = makeParts(options);
  connect(parts, options);
  const { config, passwords, tokens, firstAccount } = parts;
  return { config, passwords, tokens, firstAccount, fetch: fetchOf(parts, options), ...lifeOf(parts) };
}

/** Connects earlier parts to those that were made after them. */
function connect(parts: Parts, { deviceClock, plantClock, onSample, log }: TimedOptions): void {
  const { config, jobs, orderBook, storage, alarms, background, record, watches, measurements } = parts;
  if (deviceClock !== plantClock) watches.push(() => deviceClock.look());
  watches.push((snapshot, steadyS) => alarms.cycle(snapshot, steadyS));
  watches.push((snapshot, steadyS) => background.cycle(snapshot, steadyS));
  watches.push(snapshot => orderBook.cycle(snapshot));
  watches.push(() => parts.modbusServer.apply());
  watches.push(() => void parts.outsideOrders.cycle());
  watches.push((_, steadyS) => parts.memory.cycle(steadyS));
  const { plant, zone } = measurements;
  const onFailure = (error: unknown) => storage.relieve(error);
  watches.push(lastingWatch(() => storage.keepRestored()));
  if (onSample) watches.push(onSample);
  const protectionWatch = new ProtectionWatch(jobs.protectionEvents);
  watches.push(snapshot => protectionWatch.cycle(snapshot));
  watches.push(
    fiscalWatch(measurements, () => config.devices.all().contatori, config.fiscalReadings, onFailure),
  );
  watches.push(responseWatch({ plant, days: jobs.responseDays, zone, onFailure }));
  for (const teller of [background.notifier, background.push])
    alarms.onRaised((occurrences, now) => teller.addRaised(occurrences, now));
  followClocks({ ...parts, deviceClock, plantClock, log });
  recordChanges(plant, record, log);
  recordOutputs(plant, record, log);
  for (const { name } of storage.rescues) record(dataloggerItself, 'storage.rescue', name);
  // The first version, and one that a power cut prevented.
  void parts.keepVersion(true);
}

/** s of sampling after which a start has lasted. */
const lastingS = 60;

/** Calls `hasLasted` once, when samples have been taken for a minute. */
function lastingWatch(hasLasted: () => void): Watch {
  let sinceS: number | null = null;
  let isDone = false;
  return (_snapshot, steadyS) => {
    sinceS ??= steadyS;
    if (isDone || steadyS - sinceS < lastingS) return;
    isDone = true;
    hasLasted();
  };
}

/** Answers requests for the API and for the files of the console. Compares the clocks with the host's before each. */
function fetchOf(parts: Parts, options: TimedOptions): Fetch {
  const { deviceClock, plantClock, trustedHosts } = options;
  const site = createStaticSite(options.consoleFolder);
  const words = options.words ?? consoleWords(site, options.consoleFolder);
  const api = apiOf(parts, options, site.build, words);
  const pages = new Map([[wallPath, wallPage]]);
  const answer = createServer({ api, site, trustedHosts, pages, clock: deviceClock });
  return (request, peer) => {
    deviceClock.look();
    if (plantClock !== deviceClock) plantClock.look();
    return answer(request, peer);
  };
}

type Life = Pick<Datalogger, 'start' | 'bringUpToDate' | 'settled' | 'stop' | 'close'>;

function lifeOf(parts: Parts): Life {
  const { storage, measurements, background, config, firstAccount } = parts;
  const close = () => {
    void storage.stop();
    void parts.longWork.close();
    parts.loopDelay.close();
    background.close();
    parts.modbusServer.close();
    parts.networkTrial.stop();
    parts.history.close();
    measurements.close();
    parts.alarms.close();
    parts.jobs.close();
    config.close();
  };
  return {
    start() {
      if (config.accounts.count() > 0) firstAccount.made();
      measurements.start();
      parts.loopDelay.start();
      parts.outsideOrders.start();
      storage.start();
      parts.modbusServer.start();
    },
    bringUpToDate: measurements.bringUpToDate,
    settled: () => background.settled(),
    async stop(orders) {
      background.close();
      parts.modbusServer.close();
      await measurements.plant.close(orders);
      await parts.longWork.close();
      // Else a copy under way keeps the archive open, and its log beside it.
      await storage.stop();
      close();
    },
    close,
  };
}
