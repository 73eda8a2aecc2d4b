import { randomBytes } from 'node:crypto';
import { RecentPasswords, recentS } from '../api/auth/recent-passwords';
import { createThrottle } from '../api/auth/throttle';
import { createIdentify } from '../api/http/access';
import { createApi } from '../api/http/api';
import type { Handlers } from '../api/http/handler';
import { KeptLanguages } from '../api/languages/kept-languages';
import type { ConsoleWords } from '../api/languages/word-table';
import { accountHandlers } from '../api/routes/account';
import { alarmHandlers } from '../api/routes/alarms';
import { auditHandlers } from '../api/routes/audit';
import { backupHandlers } from '../api/routes/backup';
import { balanceHandlers } from '../api/routes/balance';
import { busHandlers } from '../api/routes/bus';
import { calendarHandlers } from '../api/routes/calendar';
import { commandHandlers } from '../api/routes/commands';
import { configHandlers } from '../api/routes/config';
import { contractSheetHandlers } from '../api/routes/contract-sheet';
import { faultHandlers } from '../api/routes/faults';
import { firstStepHandlers } from '../api/routes/first-steps';
import { forecastHandlers } from '../api/routes/forecast';
import { helpHandlers } from '../api/routes/help';
import { historyHandlers } from '../api/routes/history';
import { invalidSpanHandlers } from '../api/routes/invalid-spans';
import { languageHandlers } from '../api/routes/languages';
import { logbookHandlers } from '../api/routes/logbook';
import { logoHandlers } from '../api/routes/logo';
import { mailHandlers } from '../api/routes/mail';
import { modbusServerHandlers } from '../api/routes/modbus-server';
import { plantHandlers } from '../api/routes/plant';
import { profileHandlers } from '../api/routes/profiles';
import { proofHandlers } from '../api/routes/proofs';
import { protectionHandlers } from '../api/routes/protections';
import { pushHandlers } from '../api/routes/push';
import { reportFileHandlers } from '../api/routes/report-file';
import { scheduleHandlers } from '../api/routes/schedules';
import { sessionHandlers } from '../api/routes/session';
import { sharingHandlers } from '../api/routes/sharing';
import { statusHandlers } from '../api/routes/status';
import { systemHandlers } from '../api/routes/system';
import { unreportedHandlers } from '../api/routes/unreported';
import { versionHandlers } from '../api/routes/versions';
import { viewHandlers } from '../api/routes/views';
import { wallHandlers } from '../api/routes/wall';
import { workOrderHandlers } from '../api/routes/work-orders';
import { workbookHandlers } from '../api/routes/workbook';
import { objectNames } from '../api/support/object-names';
import { Trials } from '../api/support/trials';
import { WaitingFile } from '../api/support/waiting-file';
import type { TimedOptions } from './options';
import type { Parts } from './parts';

/** The API with every handler. */
export function apiOf(parts: Parts, options: TimedOptions, consoleBuild: () => string, words: ConsoleWords) {
  const { config, tokens, record } = parts;
  const recent = new RecentPasswords(options.deviceClock);
  const languages = new KeptLanguages(words, () => config.languages.read().value);
  return createApi({
    handlers: handlersOf(parts, { ...options, consoleBuild, recent, languages }),
    identify: createIdentify(tokens, config.sessions, options.deviceClock),
    openness: () => ({
      isFirstStart: config.accounts.count() === 0,
      isPlantPublic: config.installation.isPlantPublic(),
    }),
    isPasswordRecent: ({ sessionId, loggedInS = 0 }) =>
      sessionId === null || loggedInS < recentS || recent.isRecent(sessionId),
    onForbidden: (caller, what) => record(caller, 'forbidden', what, { result: 'refused' }),
    afterWrite: parts.keepVersion,
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
  readonly languages: KeptLanguages;
}

/** The field bus, and what its devices are read by. */
function fieldBusHandlers(parts: Parts, probes: Trials, clock: TimedOptions['deviceClock']) {
  const { plant } = parts.measurements;
  return {
    ...busHandlers({ ...parts, ...parts.jobs, plant, probes, onChange: parts.follow }),
    ...profileHandlers({ ...parts, clock, plant, probes, apply: parts.follow }),
    ...modbusServerHandlers(parts),
  };
}

/** What is said of fields and figures, and languages that are added. */
const wordHandlers = (parts: Parts, languages: KeptLanguages) => ({
  ...helpHandlers,
  ...languageHandlers({ ...parts, languages }),
});

/** What is computed of the past and of the rest of the day. */
function figureHandlers(parts: Parts) {
  const { config, measurements, reports, store, lostByAlarm: lost, longWork } = parts;
  const forecast = forecastHandlers({ ...measurements, ...config });
  const figures = { report: reports['GET report'], forecast: forecast['GET previsione'] };
  return {
    ...reports,
    ...logoHandlers(parts),
    ...reportFileHandlers({ ...measurements, ...config, longWork, ...figures }),
    ...forecast,
    ...balanceHandlers({ ...measurements, ...config, store, lost, ...figures }),
    ...proofHandlers({ ...measurements, ...config, longWork, ...figures }),
    ...contractSheetHandlers({ ...measurements, ...config, longWork, ...figures }),
  };
}

/** Backup, versions and history: whatever is to be restored waits in one place for its confirmation. */
function backupFamily(parts: Parts, clock: TimedOptions['deviceClock']) {
  const deps = { ...parts, clock, waiting: new WaitingFile(clock) };
  const copies = parts.background.copyFolder;
  return { ...backupHandlers(deps), ...versionHandlers({ ...deps, copies }), ...historyHandlers(parts) };
}

/** Measures and alarms, and the displays that show both. */
function shownFamily(parts: Parts, { deviceClock: clock, plantClock }: HandlerOptions) {
  const { bringUpToDate, snapshot, handlers } = parts.measurements;
  const measured = handlers(parts.longWork);
  const alarms = alarmHandlers({ ...parts, plantClock, bringUpToDate, lost: parts.lostByAlarm });
  return {
    ...measured,
    ...alarms,
    ...wallHandlers({ ...parts, clock, plantClock, snapshot, alarms, measured }),
  };
}

/** What people write down: notes, and orders of work. */
function writtenFamily(parts: Parts, clock: TimedOptions['deviceClock']) {
  const deps = { ...parts, ...parts.measurements, clock };
  return {
    ...logbookHandlers(deps),
    ...workOrderHandlers({ ...deps, letters: parts.background.workLetters }),
  };
}

function handlersOf(parts: Parts, options: HandlerOptions): Handlers {
  const { deviceClock: clock, plantClock, log, recent, languages } = options;
  const { config, system, measurements, background, record } = parts;
  const { plant, bringUpToDate } = measurements;
  const throttle = createThrottle(clock, config.throttleRows);
  const credentials = { ...parts, throttle, clock, recent, languages };
  const trials = new Trials(clock, { atOnce: 2, inAMinute: 10 }, { atOnce: 8, inAMinute: 40 });
  // More than other trials: commissioning tries one device after the other.
  const probes = new Trials(clock, { atOnce: 4, inAMinute: 60 }, { atOnce: 12, inAMinute: 120 });
  const startId = randomBytes(6).toString('base64url');
  const plantNow = () => Math.floor(plantClock.now() / 1000);
  const beginning = () => (plantClock.steps === 0 ? startId : `${startId}.${plantClock.steps}`);
  return {
    ...sessionHandlers({ ...credentials, sessionS: () => config.settings.sessionS(options.sessionS) }),
    ...accountHandlers(credentials),
    ...statusHandlers({ ...options, ...measurements, config, system, isSimulated: !plant.isReal, beginning }),
    ...firstStepHandlers({ ...parts, clock, isSimulated: !plant.isReal }),
    ...plantHandlers({ ...parts, clock, log, counts: () => plant.counts(), onChange: parts.follow }),
    ...systemHandlers({ ...parts, clock, sessionHours: options.sessionS / 3600 }),
    ...configHandlers({ ...parts, ...measurements, clock, probes, apply: parts.follow }),
    ...unreportedHandlers(parts),
    ...viewHandlers({ ...parts, clock }),
    ...workbookHandlers(parts),
    ...writtenFamily(parts, clock),
    ...protectionHandlers(plant, parts.jobs.protectionEvents),
    ...commandHandlers({ ...parts, plant, orders: parts.jobs.orders, clock, bringUpToDate }),
    ...wordHandlers(parts, languages),
    ...calendarHandlers({ config, plantNow }),
    ...scheduleHandlers({ ...parts, ...background, system, clock, plantNow }),
    ...sharingHandlers({ ...parts, ...background, trials, snapshot: measurements.snapshot }),
    ...mailHandlers({ ...parts, ...background, trials }),
    ...pushHandlers({ ...parts, ...background, trials }),
    ...faultHandlers({ plant, record, bringUpToDate }),
    ...auditHandlers(parts, () => objectNames(config)),
    ...fieldBusHandlers(parts, probes, clock),
    ...backupFamily(parts, clock),
    ...invalidSpanHandlers({ ...parts, ...config, ...measurements, clock }),
    ...shownFamily(parts, options),
    ...figureHandlers(parts),
  };
}
