import { isIP } from 'node:net';
import { plainAddress } from './api/http/network-of';
import { type SourceName, sourceNames } from './plant/source';
import { type PlantSize, plantSizes } from './sources/simulator/sizes';

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Where readings come from. A data folder never changes its source. */
  readonly source: SourceName;
  /** The dump of registers that is read again; null where the source is another. */
  readonly replayedFile: string | null;
  readonly plantSize: PlantSize;
  /** 'random' generates one; with 'none' the first visitor registers the administrator. */
  readonly demoPassword: 'random' | 'none' | { readonly password: string };
  /** Start and speed of the simulated plant's clock; null for real time. */
  readonly plantClock: { readonly startMs: number; readonly speed: number } | null;
  readonly trustedHosts: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly sessionS: number;
  /** Null: the folder beside the program. */
  readonly consoleFolder: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const fastestClock = 3600;

/** Reads the settings from environment variables. Throws an Error that names the variable and what it may be. */
export function readSettings(environment: Environment): Settings {
  const read = (name: string, otherwise: string) => environment[name]?.trim() || otherwise;
  return {
    port: wholeNumber('PORT', read('PORT', '8080'), 0, 65_535),
    host: read('HOST', '127.0.0.1'),
    dataFolder: read('DATA_DIR', './data'),
    ...sourceOf(read('SOURCE', 'simulated'), read),
    plantSize: plantSize(read('PLANT', 'medium')),
    demoPassword: demoPassword(environment.DEMO_PASSWORD ?? ''),
    plantClock: plantClock(read('PLANT_CLOCK', '')),
    trustedHosts: list(read('TRUSTED_HOSTS', '')).map(hostName),
    trustedProxies: list(read('TRUSTED_PROXIES', '')).map(proxyAddress),
    sessionS: wholeNumber('SESSION_HOURS', read('SESSION_HOURS', '12'), 1, 168) * 3600,
    consoleFolder: read('CONSOLE_DIR', '') || null,
  };
}

const list = (text: string) =>
  text
    .toLowerCase()
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');

/** Labels of a name as browsers send it, without a dot at its end. */
const hostForm =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

function hostName(text: string): string {
  if (hostForm.test(text)) return text;
  throw new Error(
    `TRUSTED_HOSTS has ${JSON.stringify(text)}: each must be a host name alone, without scheme, port or wildcard, ` +
      'as datalogger.local',
  );
}

/** In the canonical form in which peers are compared. */
function proxyAddress(text: string): string {
  if (isIP(text) !== 0) return plainAddress(text);
  throw new Error(
    `TRUSTED_PROXIES has ${JSON.stringify(text)}: each must be an IP address, as 127.0.0.1 or ::1, no name and no range`,
  );
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new Error(`${name} is ${JSON.stringify(text)}: it must be a whole number from ${least} to ${most}`);
}

/** Settings of the simulated plant: with another one they are a mistake. */
const ofSimulation = ['PLANT', 'PLANT_CLOCK'];
const replay = /^replay:(.+)$/;

function sourceOf(
  text: string,
  read: (name: string, otherwise: string) => string,
): Pick<Settings, 'source' | 'replayedFile'> {
  const replayedFile = replay.exec(text)?.[1] ?? null;
  const source = replayedFile === null ? sourceNames.find(known => known === text) : 'replay';
  if (!source || (source === 'replay' && replayedFile === null))
    throw new Error(
      `SOURCE is ${JSON.stringify(text)}: it must be simulated, field, or replay: and the file of a dump of registers`,
    );
  const wrong = source === 'simulated' ? undefined : ofSimulation.find(name => read(name, '') !== '');
  if (wrong) throw new Error(`${wrong} is of the simulated plant: leave it out, or set SOURCE=simulated`);
  return { source, replayedFile };
}

function plantSize(text: string): PlantSize {
  const size = plantSizes.find(known => known === text);
  if (size) return size;
  throw new Error(`PLANT is ${JSON.stringify(text)}: it must be one of ${plantSizes.join(', ')}`);
}

/** As typed, spaces included: it is a password. */
function demoPassword(text: string): Settings['demoPassword'] {
  if (text === '') return 'random';
  if (text === 'none') return 'none';
  if (text.length >= 8 && text.length <= 1024) return { password: text };
  throw new Error('DEMO_PASSWORD must have 8 to 1024 characters, or be "none" for no demonstration accounts');
}

/** `2026-06-21T11:00:00+02:00,60`: an instant with its offset, and how many times faster than real time it runs. */
function plantClock(text: string): Settings['plantClock'] {
  if (text === '') return null;
  const [, start = '', , speedText = '1'] = /^([^,]*)(,(.*))?$/.exec(text) ?? [];
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(start);
  const startMs = Date.parse(start);
  const speed = Number(speedText || Number.NaN);
  if (isInstant && Number.isFinite(startMs) && speed > 0 && speed <= fastestClock) return { startMs, speed };
  throw new Error(
    `PLANT_CLOCK is ${JSON.stringify(text)}: it must be a time with its offset and optionally a speed up to ` +
      `${fastestClock}, as 2026-06-21T11:00:00+02:00,60`,
  );
}
