import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AlarmKeeping } from './alarm-keeping';
import type { Clock } from './clock';
import { operatorWatch } from './commands/received';
import { usable } from './data-folder';
import { followConfiguration } from './follow-configuration';
import type { Log } from './log';
import type { Measuring } from './measuring';
import { NetworkTrial } from './network-trial';
import { createGuard, type Guard } from './outgoing/guard';
import type { Snapshot } from './plant/source';
import { accountHandlers } from './routes/account';
import { alarmHandlers } from './routes/alarms';
import { auditHandlers } from './routes/audit';
import { commandHandlers } from './routes/commands';
import { configHandlers } from './routes/config';
import { faultHandlers } from './routes/faults';
import { mailHandlers } from './routes/mail';
import { plantHandlers } from './routes/plant';
import { protectionHandlers } from './routes/protections';
import { createRecorder } from './routes/recorder';
import { reportHandlers } from './routes/reports';
import { scheduleHandlers } from './routes/schedules';
import { longestSessionS, sessionHandlers } from './routes/session';
import { sharingHandlers } from './routes/sharing';
import { statusHandlers } from './routes/status';
import { systemHandlers } from './routes/system';
import { createApi } from './serve/api';
import type { Handlers } from './serve/handler';
import type { Fetch } from './serve/http';
import { createIdentify } from './serve/identify';
import { createServer } from './serve/server';
import { createStaticSite } from './serve/static';
import { createPasswords, type Passwords, type ScryptCost } from './session/passwords';
import { newSigningKey, signingKeyOf } from './session/signing-key';
import { createThrottle } from './session/throttle';
import { createTokens, type Tokens } from './session/tokens';
import { type AlarmStore, openAlarms } from './store/alarms';
import { type ConfigDatabase, openConfigDatabase } from './store/config-database';
import { type JobsDatabase, openJobsDatabase } from './store/jobs-database';
import { surroundings } from './surroundings';
import type { System } from './system';
import { Work } from './work';

export interface DataloggerOptions {
  /** Where configuration and signing key are kept; null keeps everything in memory. */
  readonly dataFolder: string | null;
  /** Folder of the built console; null without one. */
  readonly consoleFolder: string | null;
  /** Opens the measuring part once the configuration, with the plant's time zone, is there. `watch` judges its alarms. */
  readonly measuring: (config: ConfigDatabase, watch: (snapshot: Snapshot) => void) => Measuring;
  readonly system: System;
  /** Sessions, throttling, audit and the Date of answers follow the device's clock, measurements the plant's. */
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

export interface Datalogger {
  readonly fetch: Fetch;
  readonly config: ConfigDatabase;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
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
export function createDatalogger(options: DataloggerOptions): Datalogger {
  const { deviceClock, system, log, guard = createGuard() } = options;
  const { key, config, store, jobs } = openStores(options);
  const tokens = createTokens(key, config.installation.serial, longestSessionS);
  const passwords = createPasswords(options.scryptCost);
  const watchOperator = operatorWatch(config.audit, deviceClock);
  const measuring = options.measuring(config, snapshot => {
    alarms.cycle(snapshot);
    watchOperator(snapshot);
    work.cycle(snapshot);
  });
  if (measuring.plant.isSimulated) store.forgetAfter(options.plantClock.now() / 1000 + restartS);
  const alarms = new AlarmKeeping({
    store,
    surroundings: () => ({ ...surroundings(system, config), hasUploadFailed: work.sharing.hasFailed }),
    release: signal => measuring.plant.release(signal),
    log,
  });
  const follow = () => followConfiguration(config, measuring);
  follow();
  const site = createStaticSite(options.consoleFolder);
  const record = createRecorder(config.audit, deviceClock);
  const work = new Work({ ...options, config, jobs, measuring, guard, record });
  const networkTrial = new NetworkTrial({ ...options, config, clock: deviceClock, record });
  const open = { config, store, jobs, tokens, passwords };
  const parts = { ...open, measuring, alarms, work, record, follow, networkTrial, build: site.build };
  const api = apiOf(options, parts);
  const fetch = createServer({ api, site, trustedHosts: options.trustedHosts, clock: deviceClock });
  const close = () => {
    work.close();
    networkTrial.stop();
    measuring.close();
    alarms.close();
    jobs.close();
    config.close();
  };
  const { start, bringUpToDate } = measuring;
  return { fetch, config, passwords, tokens, start, bringUpToDate, settled: () => work.settled(), close };
}

/** Everything that is kept on disk, or in memory without a folder. */
function openStores({ dataFolder }: DataloggerOptions) {
  const path = (name: string) => (dataFolder === null ? ':memory:' : join(usable(dataFolder), name));
  const config = openConfigDatabase(path('config.db'));
  const key = dataFolder === null ? newSigningKey() : signingKeyOf(join(dataFolder, 'session.key'));
  return { key, config, store: openAlarms(path('alarms.db')), jobs: openJobsDatabase(path('jobs.db')) };
}

interface Parts extends Pick<Datalogger, 'config' | 'tokens' | 'passwords'> {
  readonly measuring: Measuring;
  readonly alarms: AlarmKeeping;
  readonly store: AlarmStore;
  readonly jobs: JobsDatabase;
  readonly work: Work;
  readonly record: ReturnType<typeof createRecorder>;
  readonly networkTrial: NetworkTrial;
  readonly build: () => string;
  /** Lets the plant be what is configured now. */
  readonly follow: () => void;
}

function apiOf(options: DataloggerOptions, parts: Parts) {
  const { config, tokens, record } = parts;
  return createApi({
    handlers: handlersOf(options, parts),
    identify: createIdentify(tokens, config.sessions, options.deviceClock),
    openness: () => ({
      isFirstStart: config.accounts.count() === 0,
      isPlantPublic: config.installation.isPlantPublic(),
    }),
    onForbidden: (caller, what) => record(caller, 'forbidden', what, { result: 'refused' }),
    onFailure: (id, what, error) => options.log.error(`failure ${id} in ${what}`, error),
    checksReplies: options.checksReplies ?? false,
  });
}

function handlersOf(options: DataloggerOptions, parts: Parts): Handlers {
  const { deviceClock: clock, plantClock, system, version } = options;
  const { config, measuring, work, record } = parts;
  const { plant, bringUpToDate } = measuring;
  const throttle = createThrottle(clock, config.throttleRows);
  const credentials = { ...parts, throttle, clock };
  const startId = randomBytes(6).toString('base64url');
  return {
    ...sessionHandlers({ ...credentials, sessionS: () => config.settings.sessionS(options.sessionS) }),
    ...accountHandlers(credentials),
    ...statusHandlers({
      config,
      system,
      plantClock,
      version,
      consoleBuild: parts.build,
      isSimulated: plant.isSimulated,
      startId,
    }),
    ...plantHandlers({ ...parts, system, counts: () => plant.counts(), onChange: parts.follow }),
    ...systemHandlers({ ...parts, system, clock, sessionHours: options.sessionS / 3600 }),
    ...configHandlers({ ...parts, plant, apply: parts.follow }),
    ...alarmHandlers({ ...parts, plantClock, bringUpToDate }),
    ...protectionHandlers(plant),
    ...commandHandlers({ plant, config, clock, record, bringUpToDate }),
    ...scheduleHandlers({ ...parts, ...work, plantNow: () => Math.floor(plantClock.now() / 1000) }),
    ...sharingHandlers({ ...parts, ...work }),
    ...mailHandlers(parts),
    ...faultHandlers({ plant, record, bringUpToDate }),
    ...auditHandlers(config.audit),
    ...measuring.handlers,
    ...reportHandlers({ ...measuring, plantConfig: config.plantConfig, alarms: parts.store }),
  };
}
