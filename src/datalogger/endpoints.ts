import { randomBytes } from 'node:crypto';
import type { AlarmKeeping } from './alarm-keeping';
import type { HistoryTransfer } from './backup/history-transfer';
import type { Datalogger, TimedOptions } from './datalogger';
import type { Measuring } from './measuring';
import type { NetworkTrial } from './network-trial';
import type { Guard } from './outgoing/guard';
import { accountHandlers } from './routes/account';
import { alarmHandlers } from './routes/alarms';
import { auditHandlers } from './routes/audit';
import { backupHandlers } from './routes/backup';
import { commandHandlers } from './routes/commands';
import { configHandlers } from './routes/config';
import { faultHandlers } from './routes/faults';
import { historyHandlers } from './routes/history';
import { mailHandlers } from './routes/mail';
import { plantHandlers } from './routes/plant';
import { protectionHandlers } from './routes/protections';
import type { createRecorder } from './routes/recorder';
import type { reportHandlers } from './routes/reports';
import { scheduleHandlers } from './routes/schedules';
import { sessionHandlers } from './routes/session';
import { sharingHandlers } from './routes/sharing';
import { statusHandlers } from './routes/status';
import { systemHandlers } from './routes/system';
import { Trials } from './routes/trials';
import { createApi } from './serve/api';
import type { Handlers } from './serve/handler';
import { createIdentify } from './serve/identify';
import { createThrottle } from './session/throttle';
import type { Storage } from './storage';
import type { AlarmStore } from './store/alarms';
import type { JobsDatabase } from './store/jobs-database';
import type { Work } from './work';

/** What the datalogger is made of, as its endpoints need it. */
export interface Parts extends Pick<Datalogger, 'config' | 'tokens' | 'passwords' | 'firstAccount'> {
  readonly storage: Storage;
  readonly measuring: Measuring;
  readonly alarms: AlarmKeeping;
  readonly store: AlarmStore;
  readonly jobs: JobsDatabase;
  readonly reports: ReturnType<typeof reportHandlers>;
  readonly work: Work;
  readonly record: ReturnType<typeof createRecorder>;
  readonly networkTrial: NetworkTrial;
  readonly history: HistoryTransfer;
  readonly guard: Guard;
  readonly build: () => string;
  /** Lets the plant be what is configured now. */
  readonly follow: () => void;
}

/** The API with every handler. */
export function apiOf(options: TimedOptions, parts: Parts) {
  const { config, tokens, record } = parts;
  return createApi({
    handlers: handlersOf(options, parts),
    identify: createIdentify(tokens, config.sessions, options.deviceClock),
    openness: () => ({
      isFirstStart: config.accounts.count() === 0,
      isPlantPublic: config.installation.isPlantPublic(),
    }),
    onForbidden: (caller, what) => record(caller, 'forbidden', what, { result: 'refused' }),
    onFailure: (id, what, error) => {
      options.log.error(`failure ${id} in ${what}`, error);
      parts.storage.relieve(error);
    },
    checksReplies: options.checksReplies ?? false,
  });
}

function handlersOf(options: TimedOptions, parts: Parts): Handlers {
  const { deviceClock: clock, plantClock, system, version } = options;
  const { config, measuring, work, record } = parts;
  const { plant, bringUpToDate } = measuring;
  const throttle = createThrottle(clock, config.throttleRows);
  const credentials = { ...parts, throttle, clock };
  const trials = new Trials(clock, { atOnce: 2, inAMinute: 10 });
  // Whoever puts a plant into service tries one device after the other.
  const probes = new Trials(clock, { atOnce: 4, inAMinute: 60 });
  const startId = randomBytes(6).toString('base64url');
  const beginning = () => (plantClock.steps === 0 ? startId : `${startId}.${plantClock.steps}`);
  return {
    ...sessionHandlers({ ...credentials, sessionS: () => config.settings.sessionS(options.sessionS) }),
    ...accountHandlers(credentials),
    ...statusHandlers({
      config,
      system,
      plantClock,
      version,
      consoleBuild: parts.build,
      isSimulated: plant.simulation !== null,
      beginning,
    }),
    ...plantHandlers({ ...parts, system, counts: () => plant.counts(), onChange: parts.follow }),
    ...systemHandlers({ ...parts, system, clock, sessionHours: options.sessionS / 3600 }),
    ...configHandlers({ ...parts, probes, plant, apply: parts.follow }),
    ...alarmHandlers({ ...parts, plantClock, bringUpToDate }),
    ...protectionHandlers(plant),
    ...commandHandlers({ plant, config, clock, record, bringUpToDate }),
    ...scheduleHandlers({ ...parts, ...work, plantNow: () => Math.floor(plantClock.now() / 1000) }),
    ...sharingHandlers({ ...parts, ...work, trials }),
    ...mailHandlers({ ...parts, ...work, trials }),
    ...faultHandlers({ plant, record, bringUpToDate }),
    ...auditHandlers(config.audit),
    ...backupHandlers({ ...parts, clock, system }),
    ...historyHandlers(parts),
    ...measuring.handlers,
    ...parts.reports,
  };
}
