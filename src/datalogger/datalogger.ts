import { join } from 'node:path';
import { AlarmKeeping } from './alarm-keeping';
import { HistoryTransfer } from './backup/history-transfer';
import type { Clock } from './clock';
import { operatorWatch } from './commands/received';
import { apiOf, type Parts } from './endpoints';
import { followClocks } from './follow-clock';
import { followConfiguration } from './follow-configuration';
import { itself } from './itself';
import type { Log } from './log';
import type { Measuring } from './measuring';
import { NetworkTrial } from './network-trial';
import { createGuard, type Guard } from './outgoing/guard';
import { createRecorder } from './routes/recorder';
import { reportHandlers } from './routes/reports';
import type { Watch } from './sampler/sampler';
import type { Fetch } from './serve/http';
import { createServer } from './serve/server';
import { createStaticSite } from './serve/static';
import { FirstAccount } from './session/first-account';
import { createPasswords, type Passwords, type ScryptCost } from './session/passwords';
import { passingKey, signingKeyOf } from './session/signing-key';
import { createTokens, type Tokens } from './session/tokens';
import { createStorage, memoryStorage, type Storage } from './storage';
import { openAlarms } from './store/alarms';
import { type ConfigDatabase, openConfigDatabase } from './store/config-database';
import { openJobsDatabase } from './store/jobs-database';
import { longestSessionS } from './store/sessions';
import { surroundings } from './surroundings';
import type { System } from './system';
import { SteadyClock } from './time/steady-clock';
import { Work } from './work';

export interface DataloggerOptions {
  /** Where configuration and signing key are kept; null keeps everything in memory. */
  readonly dataFolder: string | null;
  /** Folder of the built console; null without one. */
  readonly consoleFolder: string | null;
  /** Opens the measuring part once the configuration, with the plant's time zone, is there. */
  readonly measuring: (config: ConfigDatabase, surroundings: MeasuringSurroundings) => Measuring;
  readonly system: System;
  /**
   * Sessions, throttling, audit and the Date of answers follow the device's clock, measurements the plant's: on a real plant the same
   * one. Each may be set at any time (time/steady-clock.ts).
   */
  readonly deviceClock: Clock;
  readonly plantClock: Clock;
  readonly version: string;
  /** s that a token is valid. */
  readonly sessionS: number;
  readonly trustedHosts: readonly string[];
  readonly log: Log;
  /** The door to other machines; one for tests also lets through to this one. */
  readonly guard?: Guard;
  readonly scryptCost?: ScryptCost;
  readonly checksReplies?: boolean;
}

/** What the measuring part gets of the datalogger it is part of. */
export interface MeasuringSurroundings {
  /** Judges the plant's alarms, and does what is due. */
  readonly watch: Watch;
  readonly storage: Storage;
  /** The plant's. */
  readonly clock: SteadyClock;
}

/** The options with clocks that nobody can set unseen. */
export interface TimedOptions extends DataloggerOptions {
  readonly deviceClock: SteadyClock;
  readonly plantClock: SteadyClock;
}

export interface Datalogger {
  readonly fetch: Fetch;
  readonly config: ConfigDatabase;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly firstAccount: FirstAccount;
  /** Samples with the clock from now on; until then only when somebody asks. */
  start(): void;
  /** Takes every sample and judges the alarms of every cycle that is due. */
  bringUpToDate(): void;
  /** When nothing that was begun is on its way any more. */
  settled(): Promise<void>;
  close(): void;
}

/** A simulated plant that starts so many seconds before its newest alarm goes on; further back it begins anew. */
const restartS = 60;

/** The whole datalogger except its port. Throws an Error with one clear line when its data cannot be used. */
export function createDatalogger(given: DataloggerOptions): Datalogger {
  const options = timed(given);
  const { deviceClock, plantClock, system, log, guard = createGuard() } = options;
  const open = openStores(options);
  const { storage, config, store, jobs, tokens, passwords, firstAccount } = open;
  const watchOperator = operatorWatch(config.audit, deviceClock);
  const watch: Watch = (snapshot, steadyS) => {
    if (deviceClock !== plantClock) deviceClock.look();
    alarms.cycle(snapshot, steadyS);
    work.cycle(snapshot, steadyS);
    watchOperator(snapshot);
  };
  const measuring = options.measuring(config, { watch, storage, clock: plantClock });
  if (measuring.plant.simulation) store.forgetAfter(plantClock.now() / 1000 + restartS);
  const alarms = new AlarmKeeping({
    store,
    surroundings: () => surroundings({ system, config, storage, hasUploadFailed: work.sharing.hasFailed }),
    release: signal => measuring.plant.release(signal),
    onRaised: (occurrences, now) => work.notifier.hear(occurrences, now),
    isRefused: () => storage.refusal !== null,
    onFailure: error => storage.relieve(error),
    log,
  });
  const follow = () => followConfiguration(config, measuring);
  follow();
  const site = createStaticSite(options.consoleFolder);
  const record = createRecorder(config.audit, deviceClock);
  const reports = reportHandlers({ ...measuring, plantConfig: config.plantConfig, alarms: store });
  const work = new Work({ ...options, config, jobs, measuring, alarms, reports, guard, record });
  const networkTrial = new NetworkTrial({ ...options, config, clock: deviceClock, record });
  const history = new HistoryTransfer({ ...options, measuring });
  const parts = { ...open, guard, measuring, alarms, reports, work, record, follow, networkTrial, history };
  const api = apiOf(options, { ...parts, build: site.build });
  const answer = createServer({ api, site, trustedHosts: options.trustedHosts, clock: deviceClock });
  const fetch: Fetch = (request, peer) => {
    deviceClock.look();
    if (plantClock !== deviceClock) plantClock.look();
    return answer(request, peer);
  };
  followClocks({ ...parts, deviceClock, plantClock, log });
  for (const { name } of storage.rescues) record(itself, 'storage.rescue', name);
  return { fetch, config, passwords, tokens, firstAccount, ...lifeOf(parts) };
}

function timed(given: DataloggerOptions): TimedOptions {
  const deviceClock = new SteadyClock(given.deviceClock);
  const isOne = given.plantClock === given.deviceClock;
  return { ...given, deviceClock, plantClock: isOne ? deviceClock : new SteadyClock(given.plantClock) };
}

type Life = Pick<Datalogger, 'start' | 'bringUpToDate' | 'settled' | 'close'>;

/** How all of it begins, goes on and ends. */
function lifeOf(parts: Omit<Parts, 'build'>): Life {
  const { storage, measuring, work, config, firstAccount } = parts;
  return {
    start() {
      if (config.accounts.count() > 0) firstAccount.made();
      measuring.start();
      storage.start();
    },
    bringUpToDate: measuring.bringUpToDate,
    settled: () => work.settled(),
    close() {
      storage.stop();
      work.close();
      parts.networkTrial.stop();
      parts.history.close();
      measuring.close();
      parts.alarms.close();
      parts.jobs.close();
      config.close();
    },
  };
}

/** Everything that is kept, and what keeps its secrets. */
function openStores({ dataFolder, scryptCost, log }: DataloggerOptions) {
  const key = dataFolder === null ? passingKey() : signingKeyOf(join(dataFolder, 'session.key'));
  const storage = dataFolder === null ? memoryStorage : createStorage(dataFolder, key, log);
  const config = storage.open('config.db', openConfigDatabase);
  // What was ended after the copy was made does not come back with it.
  if (storage.rescues.length > 0) endEverySession(config);
  const codeFile = dataFolder && join(dataFolder, 'setup-code');
  return {
    storage,
    config,
    store: storage.open('alarms.db', openAlarms),
    jobs: storage.open('jobs.db', openJobsDatabase),
    tokens: createTokens(key.bytes, config.installation.serial, longestSessionS),
    passwords: createPasswords(scryptCost),
    firstAccount: new FirstAccount({ accounts: config.accounts, key, codeFile, log }),
  };
}

function endEverySession({ accounts, sessions, resetCodes, atomically }: ConfigDatabase): void {
  atomically(() => {
    for (const { id } of accounts.all()) {
      sessions.endAllOf(id);
      resetCodes.remove(id);
    }
  });
}
