import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDemoAccounts, demoAccounts } from './api/auth/demo-accounts';
import { newOneTimeCode } from './api/auth/one-time-code';
import { listen } from './api/http/http';
import { portError, tryPort } from './api/http/port';
import { createLog, type Log } from './core/log';
import { cpuTemperature, diskUsedPercent } from './core/system/host-status';
import { hostSystem } from './core/system/host-system';
import { serviceWatchdog, startWatchdog } from './core/system/service-watchdog';
import { recordingSystem, type System } from './core/system/system';
import { hostClock } from './core/time/clock';
import type { Guard } from './integrations/outgoing/guard';
import { createPlant } from './plant/processing/configured-plant';
import type { OrdersAtEnd } from './plant/source';
import type { Settings } from './settings';
import { driverOf } from './sources/fieldbus/drivers';
import { FieldPlant } from './sources/fieldbus/field-plant';
import { dialThrough } from './sources/fieldbus/modbus/connection';
import { ownProfiles } from './sources/fieldbus/profiles/own';
import { ProfileShelf } from './sources/fieldbus/profiles/shelf';
import { type RecordedPlant, recordedPlant } from './sources/replay/recorded-plant';
import { requireSource } from './sources/require-source';
import { fromSimulation } from './sources/simulated-reading';
import { claim } from './storage/database/data-folder';
import { createDatalogger, type Datalogger } from './wiring/datalogger';
import { createMeasurements } from './wiring/measurements';
import type { DataloggerOptions, Reading, Say } from './wiring/options';

/** The days of a real plant before its time zone is configured. */
const unknownZone = 'UTC';

/** What is around the program. */
export interface Around {
  /** Ends the process, once the box was ordered to shut down. */
  readonly leave: () => void;
  /** For tests: in the place of this box, and of what it may connect to. */
  readonly system?: System;
  readonly guard?: Guard;
  /** How this program starts threads of itself. */
  readonly thread?: DataloggerOptions['thread'];
}

/** Starts everything the settings say and answers how to stop it. Rejects with an Error of one clear line. */
export async function start(settings: Settings, say: Say, around: Around): Promise<() => Promise<void>> {
  const site = consoleFolder(settings);
  await tryPort(settings);
  const recorded = settings.replayedFile === null ? null : await recordedPlant(settings.replayedFile);
  const log = createLog(line => process.stderr.write(line), hostClock.now);
  const letGo = claim(settings.dataFolder, log);
  try {
    const system = around.system ?? (await hostSystem(settings, log));
    const stop = await startIn({ settings, site, log, say, recorded, system, around });
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
  /** The box; null where its actions are recorded. */
  readonly system: System | null;
  readonly around: Around;
}

/** In a data folder that is this program's alone. */
async function startIn(starting: Starting) {
  const { settings, site, log, say } = starting;
  let stop = (_orders: OrdersAtEnd) => Promise.resolve();
  let ended: Promise<void> | null = null;
  // A shutdown of the box ends it, and the signal that follows from that asks again.
  const end = (orders: OrdersAtEnd) => {
    ended ??= stop(orders);
    return ended;
  };
  const datalogger = open(starting, () => end('taken-back'));
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
    stop = async orders => {
      await server.stop();
      await datalogger.stop(orders);
    };
    // A restart, as for an update, lifts no limit.
    return () => end('kept');
  } catch (error) {
    datalogger.close();
    throw portError(error, settings);
  }
}

function open(
  { settings, site, log, say, recorded, system, around }: Starting,
  end: () => Promise<void>,
): Datalogger {
  const reading =
    settings.source === 'simulated'
      ? fromSimulation(settings, log, say)
      : fromField(settings, log, recorded, system);
  const { leave, guard, thread } = around;
  const onSample = serviceWatchdog(process.env, log);
  return createDatalogger({
    ...reading,
    ...(guard && { guard }),
    ...(thread && { thread }),
    ...(onSample && { onSample }),
    onOpen: startWatchdog(process.env, log),
    program: { end, leave },
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
function fromField(
  settings: Settings,
  log: Log,
  recorded: RecordedPlant | null,
  system: System | null,
): Reading {
  return {
    plantClock: hostClock,
    system:
      system ??
      recordingSystem(
        () => ({ cpuTemperature: cpuTemperature() }),
        () => diskUsedPercent(settings.dataFolder),
      ),
    measurements(config, context) {
      requireSource(settings, config);
      recorded?.describe(config, settings.dataFolder);
      const { guard, clock, kept } = context;
      const dial = recorded?.dial ?? dialThrough(guard);
      const shelf = new ProfileShelf(ownProfiles(() => config.profiles.read().value));
      return createMeasurements({
        ...context,
        log,
        speed: 1,
        plant: createPlant(
          new FieldPlant({
            dial,
            clock,
            kept,
            isRecorded: recorded !== null,
            driverOf: configured => driverOf(configured, shelf),
            outputsOf: shelf.outputs,
            profiles: () => shelf.all(),
          }),
          unknownZone,
        ),
        zone: () => config.plantConfig.zone() ?? unknownZone,
        retention: () => config.settings.retention(),
      });
    },
  };
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
  // Of each its own salt, so that equal hashes do not tell equal passwords.
  const hashes = await Promise.all(demoAccounts.map(() => passwords.hash(password)));
  return () => {
    createDemoAccounts(config, hashes);
    const users = demoAccounts.map(({ user }) => user).join(', ');
    return `Log in as one of ${users}; the password is ${isRandom ? password : 'the DEMO_PASSWORD you set'}`;
  };
}

/** The folder beside the built program; null when it runs from its sources. */
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
