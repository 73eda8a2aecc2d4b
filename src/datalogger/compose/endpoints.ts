import { randomBytes } from 'node:crypto';
import { accountHandlers } from '../routes/account';
import { alarmHandlers } from '../routes/alarms';
import { auditHandlers } from '../routes/audit';
import { backupHandlers } from '../routes/backup';
import { busHandlers } from '../routes/bus';
import { commandHandlers } from '../routes/commands';
import { configHandlers } from '../routes/config';
import { faultHandlers } from '../routes/faults';
import { firstStepHandlers } from '../routes/first-steps';
import { forecastHandlers } from '../routes/forecast';
import { historyHandlers } from '../routes/history';
import { logbookHandlers } from '../routes/logbook';
import { mailHandlers } from '../routes/mail';
import { plantHandlers } from '../routes/plant';
import { protectionHandlers } from '../routes/protections';
import { pushHandlers } from '../routes/push';
import { scheduleHandlers } from '../routes/schedules';
import { sessionHandlers } from '../routes/session';
import { sharingHandlers } from '../routes/sharing';
import { statusHandlers } from '../routes/status';
import { systemHandlers } from '../routes/system';
import { Trials } from '../routes/trials';
import { unreportedHandlers } from '../routes/unreported';
import { viewHandlers } from '../routes/views';
import { createIdentify } from '../serve/access';
import { createApi } from '../serve/api';
import type { Handlers } from '../serve/handler';
import { RecentPasswords, recentS } from '../session/recent-passwords';
import { createThrottle } from '../session/throttle';
import type { TimedOptions } from './options';
import type { Parts } from './parts';

/** The API with every handler. */
export function apiOf(parts: Parts, options: TimedOptions, consoleBuild: () => string) {
  const { config, tokens, record } = parts;
  const recent = new RecentPasswords(options.deviceClock);
  return createApi({
    handlers: handlersOf(parts, { ...options, consoleBuild, recent }),
    identify: createIdentify(tokens, config.sessions, options.deviceClock),
    openness: () => ({
      isFirstStart: config.accounts.count() === 0,
      isPlantPublic: config.installation.isPlantPublic(),
    }),
    isPasswordRecent: ({ sessionId, loggedInS = 0 }) =>
      sessionId === null || loggedInS < recentS || recent.isRecent(sessionId),
    onForbidden: (caller, what) => record(caller, 'forbidden', what, { result: 'refused' }),
    onFailure: (id, what, error) => {
      options.log.error(`failure ${id} in ${what}`, error);
      parts.storage.relieve(error);
    },
    checksReplies: options.checksReplies ?? false,
  });
}

interface HandlerOptions extends TimedOptions {
  readonly consoleBuild: () => string;
  readonly recent: RecentPasswords;
}

function handlersOf(parts: Parts, options: HandlerOptions): Handlers {
  const { deviceClock: clock, plantClock, system, recent } = options;
  const { config, measurements, background, record } = parts;
  const { plant, bringUpToDate } = measurements;
  const throttle = createThrottle(clock, config.throttleRows);
  const credentials = { ...parts, throttle, clock, recent };
  const trials = new Trials(clock, { atOnce: 2, inAMinute: 10 });
  // More than other trials: whoever puts a plant into service tries one device after the other.
  const probes = new Trials(clock, { atOnce: 4, inAMinute: 60 });
  const startId = randomBytes(6).toString('base64url');
  const beginning = () => (plantClock.steps === 0 ? startId : `${startId}.${plantClock.steps}`);
  return {
    ...sessionHandlers({ ...credentials, sessionS: () => config.settings.sessionS(options.sessionS) }),
    ...accountHandlers(credentials),
    ...statusHandlers({ ...options, config, isSimulated: !plant.isReal, beginning }),
    ...firstStepHandlers({ ...parts, clock, isSimulated: !plant.isReal }),
    ...plantHandlers({ ...parts, system, counts: () => plant.counts(), onChange: parts.follow }),
    ...systemHandlers({ ...parts, system, clock, sessionHours: options.sessionS / 3600 }),
    ...configHandlers({ ...parts, probes, plant, snapshot: measurements.snapshot, apply: parts.follow }),
    ...alarmHandlers({ ...parts, plantClock, bringUpToDate, lost: parts.lostByAlarm }),
    ...unreportedHandlers(parts),
    ...viewHandlers(parts),
    ...logbookHandlers({ ...parts, snapshot: measurements.snapshot }),
    ...protectionHandlers(plant, parts.jobs.protectionEvents),
    ...commandHandlers({ ...parts, plant, orders: parts.jobs.orders, clock, bringUpToDate }),
    ...scheduleHandlers({ ...parts, ...background, plantNow: () => Math.floor(plantClock.now() / 1000) }),
    ...sharingHandlers({ ...parts, ...background, trials, snapshot: measurements.snapshot }),
    ...mailHandlers({ ...parts, ...background, trials }),
    ...pushHandlers({ ...parts, ...background, trials }),
    ...faultHandlers({ plant, record, bringUpToDate }),
    ...auditHandlers(config.audit),
    ...busHandlers({ ...parts, ...parts.jobs, plant, probes, onChange: parts.follow }),
    ...backupHandlers({ ...parts, clock, system }),
    ...historyHandlers(parts),
    ...measurements.handlers,
    ...forecastHandlers({ ...measurements, ...config }),
    ...parts.reports,
  };
}
