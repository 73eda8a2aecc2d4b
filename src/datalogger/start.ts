import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatalogger, type Datalogger } from './compose/datalogger';
import { createMeasurements, type Measurements } from './compose/measurements';
import type { DataloggerOptions, MeasurementsContext } from './compose/options';
import { createPlant } from './devices/configured-plant';
import { driverOf } from './fieldbus/drivers';
import { FieldPlant } from './fieldbus/field-plant';
import { dialThrough } from './fieldbus/modbus/connection';
import { createLog, type Log } from './log';
import { type RecordedPlant, recordedPlant } from './replay/recorded-plant';
import { listen } from './serve/http';
import { createDemoAccounts, demoAccounts } from './session/demo-accounts';
import { newOneTimeCode } from './session/one-time-code';
import type { Settings } from './settings';
import { firstHistory, historyStart } from './simulator/first-history';
import { describePlant } from './simulator/first-plant';
import { createSimulatedPlant, type SimulatedPlant } from './simulator/simulated-plant';
import type { ConfigDatabase } from './store/config-database';
import { claim } from './store/data-folder';
import { cpuTemperature, recordingSystem } from './system';
import { hostClock, simulatedClock } from './time/clock';

/** Words for whoever started the program. */
export type Say = (line: string) => void;

/** The days of a real plant before its time zone is configured. */
const unknownZone = 'UTC';

/** Of the simulated plant: the same weather and faults at every start and everywhere. */
const seed = 4_172_291;

/** Starts everything the settings say and answers how to stop it. Rejects with an Error of one clear line. */
export async function start(settings: Settings, say: Say): Promise<() => Promise<void>> {
  const site = consoleFolder(settings);
  const recorded = settings.replayedFile === null ? null : await recordedPlant(settings.replayedFile);
  const log = createLog(line => process.stderr.write(line), hostClock.now);
  const letGo = claim(settings.dataFolder, log);
  try {
    const stop = await startIn({ settings, site, log, say, recorded });
    return () => stop().finally(letGo);
  } catch (error) {
    letGo();
    throw error;
  }
}

/** What a start has to do with. */
interface Starting {
  readonly settings: Settings;
  /** Folder of the console; null where it is not built. */
  readonly site: string | null;
  readonly log: Log;
  readonly say: Say;
  /** Null where nothing is replayed. */
  readonly recorded: RecordedPlant | null;
}

/** In a data folder that is this program's alone. */
async function startIn(starting: Starting) {
  const { settings, site, log, say } = starting;
  const datalogger = open(starting);
  try {
    const { host, port, trustedProxies } = settings;
    const createAccounts = await prepareAccounts(settings, datalogger);
    const onFailure = (error: unknown) => log.error('a request could not be answered', error);
    const server = await listen(datalogger.fetch, { host, port, trustedProxies, onFailure });
    // Only now, so that no password is made up and lost by a start that fails; before the first request is read.
    const howToLogIn = createAccounts();
    datalogger.start();
    say(`Meridiana is at http://${host.includes(':') ? `[${host}]` : host}:${server.port}/`);
    say(howToLogIn);
    if (site === null) say('The console is not built: only the API is served.');
    return async () => {
      await server.stop();
      await datalogger.stop();
    };
  } catch (error) {
    datalogger.close();
    throw inWords(error, settings);
  }
}

/** What depends on where readings come from. */
type Reading = Pick<DataloggerOptions, 'measurements' | 'system' | 'plantClock'>;

function open({ settings, site, log, say, recorded }: Starting): Datalogger {
  const reading =
    settings.source === 'simulated' ? fromSimulation(settings, log, say) : fromField(settings, log, recorded);
  return createDatalogger({
    ...reading,
    dataFolder: settings.dataFolder,
    consoleFolder: site,
    deviceClock: hostClock,
    version: version(),
    sessionS: settings.sessionS,
    trustedHosts: settings.trustedHosts,
    log,
  });
}

/** The devices of a plant, on its buses: the first start has none. Of recorded ones it has those that were recorded. */
function fromField(settings: Settings, log: Log, recorded: RecordedPlant | null): Reading {
  return {
    plantClock: hostClock,
    system: recordingSystem(() => ({ cpuTemperature: cpuTemperature() })),
    measurements(config, context) {
      requireSource(settings, config);
      recorded?.describe(config, settings.dataFolder);
      const { guard, clock } = context;
      const dial = recorded?.dial ?? dialThrough(guard);
      return createMeasurements({
        ...{ ...context, log, speed: 1 },
        plant: createPlant(
          new FieldPlant({ dial, clock, driverOf, isRecorded: recorded !== null }),
          unknownZone,
        ),
        zone: () => config.plantConfig.zone() ?? unknownZone,
        retention: () => config.settings.retention(),
        past: () => [],
        onProgress: () => undefined,
      });
    },
  };
}

function fromSimulation(settings: Settings, log: Log, say: Say): Reading {
  const { plantClock: set } = settings;
  const speed = set?.speed ?? 1;
  const plantClock = set ? simulatedClock(set.startMs, speed) : hostClock;
  const startAt = Math.floor(plantClock.now() / 1000);
  const plant = createSimulatedPlant({ size: settings.plantSize, seed, startAt });
  return {
    plantClock,
    system: recordingSystem(() => plant.hardware()),
    measurements: (config, context) =>
      measurementsOf(settings, config, plant, { ...context, speed, log, say }),
  };
}

interface Context extends MeasurementsContext {
  readonly speed: number;
  readonly log: Log;
  readonly say: Say;
}

function measurementsOf(
  settings: Settings,
  config: ConfigDatabase,
  source: SimulatedPlant,
  { say, ...context }: Context,
): Measurements {
  const { dataFolder, plantSize } = settings;
  requireSource(settings, config);
  const stored = config.installation.simulatedPlant(plantSize);
  if (stored !== plantSize) {
    throw new Error(
      `${dataFolder} holds the data of the plant ${stored}: set PLANT=${stored} or another DATA_DIR`,
    );
  }
  const { zone } = source.plan.site;
  const startAt = source.now;
  describePlant(config, source.plan, startAt);
  return createMeasurements({
    ...context,
    plant: createPlant(source, zone),
    zone: () => config.plantConfig.zone() ?? zone,
    retention: () => config.settings.retention(),
    past: () =>
      context.pastAlarms.judging(watch =>
        firstHistory({ size: plantSize, seed, from: historyStart(zone, startAt), to: startAt, watch }, zone),
      ),
    onProgress: writtenTo =>
      say(`History of the plant written to ${new Date(writtenTo * 1000).toISOString().slice(0, 10)}`),
  });
}

/**
 * A data folder never changes its source: the addresses that the simulator invents would be dialled, and invented history would stand
 * beside a measured one. Throws an Error of one line that says what to do.
 */
function requireSource({ source, dataFolder }: Settings, { installation }: ConfigDatabase): void {
  const stored = installation.source();
  if (stored !== null && stored !== source) {
    throw new Error(
      `${dataFolder} holds the data of SOURCE=${stored}: set that, or another DATA_DIR for SOURCE=${source}`,
    );
  }
  installation.setSource(source);
}

/** What creates the demonstration accounts where they are wanted, at once, and says how to log in. */
async function prepareAccounts(settings: Settings, datalogger: Datalogger): Promise<() => string> {
  const { config, passwords, firstAccount } = datalogger;
  const { demoPassword, dataFolder } = settings;
  const isEmpty = config.accounts.count() === 0;
  if (!isEmpty) return () => `Log in with an account of ${dataFolder}; to begin anew, remove that folder.`;
  if (demoPassword === 'none') {
    const { code } = firstAccount;
    return () =>
      code === null
        ? 'There is no account yet: the first visitor creates the administrator.'
        : `The accounts were lost. To create the administrator, this code is needed: ${code}`;
  }
  const isRandom = demoPassword === 'random';
  const password = isRandom ? newOneTimeCode(2) : demoPassword.password;
  const hash = await passwords.hash(password);
  return () => {
    createDemoAccounts(config, hash);
    const users = demoAccounts.map(({ user }) => user).join(', ');
    return `Log in as one of ${users}; the password is ${isRandom ? password : 'the DEMO_PASSWORD you set'}`;
  };
}

/** Beside this program as it is built; there is none when it runs from its sources. */
function consoleFolder({ consoleFolder: wanted }: Settings): string | null {
  const folder = wanted ?? join(import.meta.dirname, '..', 'console');
  if (existsSync(join(folder, 'index.html')) || existsSync(join(folder, 'index.html.gz'))) return folder;
  if (wanted === null) return null;
  throw new Error(`CONSOLE_DIR ${wanted} has no index.html: build the console or leave the setting out`);
}

function version(): string {
  const path = join(import.meta.dirname, '..', '..', 'package.json');
  const { version }: { version?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
  return String(version);
}

/** The system's errors of a port, for people. */
function inWords(error: unknown, { host, port }: Settings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const where = `port ${port} on ${host}`;
  if (code === 'EADDRINUSE') return new Error(`${where} is in use: stop the other program or set PORT`);
  if (code === 'EACCES') return new Error(`${where} is not allowed to this user: set PORT to 1024 or more`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`HOST ${host} is no address of this machine`);
  return error;
}
