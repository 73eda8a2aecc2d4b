import { setImmediate } from 'node:timers/promises';
import { tokenPrefixLength } from '../../src/contract/session';
import { createDatalogger, type Datalogger } from '../../src/datalogger/compose/datalogger';
import { createMeasurements } from '../../src/datalogger/compose/measurements';
import { type Log, silentLog } from '../../src/datalogger/log';
import type { Guard } from '../../src/datalogger/outgoing/guard';
import { openSession } from '../../src/datalogger/routes/session';
import { type Fetch, type HttpServer, listen, type Peer } from '../../src/datalogger/serve/http';
import { createDemoAccounts } from '../../src/datalogger/session/demo-accounts';
import type { ScryptCost } from '../../src/datalogger/session/passwords';
import { firstHistory } from '../../src/datalogger/simulator/first-history';
import { describePlant } from '../../src/datalogger/simulator/first-plant';
import type { PlantSize } from '../../src/datalogger/simulator/sizes';
import type { Source } from '../../src/datalogger/source';
import { memoryStorage } from '../../src/datalogger/store/storage';
import { type HardwareStatus, recordingSystem } from '../../src/datalogger/system';
import { type TestClock, testClock } from './clock';
import { closedGuard } from './local-guard';
import { storageWithPast } from './past-archive';
import { measuredTestPlant, simulatedTestPlant, type TestPlant } from './simulated-plant';

export type TestRole = 'admin' | 'normal' | 'cci';

/** The password of the demonstration accounts in tests. */
export const testPassword = 'girasole-42';

/** The least work scrypt can do: tests check what is hashed, not how slowly. */
const testCost: ScryptCost = { log2N: 1, r: 1, p: 1 };
/** Where the plants of tests are. */
const zone = 'Europe/Rome';
/** Within these the sampler makes up for every second. */
const secondsAtOnce = 10;
const users: Record<TestRole, string> = { admin: 'admin', normal: 'operatore', cci: 'cci' };

export interface TestOptions {
  readonly size?: PlantSize;
  readonly seed?: number;
  /** Where readings come from instead of the simulator; its plant and devices are then configured by the test. */
  readonly source?: (startAt: number) => Source;
  /** Whether faults come by themselves; a test injects its own into `plant`. */
  readonly hasNaturalFaults?: boolean;
  /** How many days before the start are in the archive already; the last two by the minute. */
  readonly historyDays?: number;
  /** Where both clocks start. */
  readonly at?: string;
  /** How many times as fast as the device's the plant's clock is said to run. */
  readonly speed?: number;
  /** Whether the plant's clock is the device's, as in the field; else each goes its own way. */
  readonly hasOneClock?: boolean;
  /** Clocks that also run with real time, for browsers. */
  readonly isRunning?: boolean;
  /** Whether the three demonstration accounts are there; without them it is a first start. */
  readonly hasAccounts?: boolean;
  /** Whether the plant is described in the configuration. */
  readonly hasPlant?: boolean;
  /** Null: all in memory. */
  readonly dataFolder?: string | null;
  /** Whether the archive is kept in the data folder too. */
  readonly keepsHistory?: boolean;
  readonly consoleFolder?: string | null;
  readonly trustedHosts?: readonly string[];
  readonly scryptCost?: ScryptCost;
  readonly log?: Log;
  /** Whom it may connect to; nobody unless said. */
  readonly guard?: Guard;
}

export interface RequestOptions {
  readonly method?: string;
  /** As the login answered it, or none. */
  readonly token?: string | null;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
  /** Path and query exactly as a client would send them, not normalised. */
  readonly target?: string;
}

export interface TestDatalogger extends Datalogger {
  readonly clock: TestClock;
  readonly plantClock: TestClock;
  readonly system: ReturnType<typeof recordingSystem>;
  readonly plant: TestPlant;
  /** What a test makes the contacts and the thermometer of the box say, instead of the plant. */
  readonly hardware: { -readonly [K in keyof HardwareStatus]?: HardwareStatus[K] };
  /** Lets plant time pass, every second of it seen by the alarms. */
  run(seconds: number): Promise<void>;
  /** A new session of a role's account, as `auth/authenticate` would answer it. */
  login(role: TestRole): string;
  /** `path` from the root: `/api/account`. */
  request(path: string, options?: RequestOptions): Promise<Response>;
  /** Opens a port on 127.0.0.1; `close` closes it. `fetch` answers in its stead. */
  listen(trustedProxies?: readonly string[], fetch?: Fetch): Promise<HttpServer & { readonly url: string }>;
  close(): Promise<void>;
}

/** The real datalogger in this process: only clock, seed and the cost of scrypt are a test's own. */
export async function startDatalogger(options: TestOptions = {}): Promise<TestDatalogger> {
  const at = options.at ?? '2026-06-10T13:42:10+02:00';
  const clockOptions = { isRunning: options.isRunning ?? false };
  const clock = testClock(at, clockOptions);
  const plantClock = options.hasOneClock ? clock : testClock(at, clockOptions);
  const { size = 'small', seed = 1, hasNaturalFaults = false, historyDays = 0 } = options;
  const simulation = { size, seed, hasNaturalFaults };
  const startAt = Math.floor(plantClock.now() / 1000);
  const plant = options.source
    ? measuredTestPlant(options.source(startAt), zone)
    : simulatedTestPlant({ ...simulation, startAt });
  const past = { ...simulation, from: startAt - historyDays * 86_400, to: startAt };
  const kept =
    historyDays > 0 && !options.keepsHistory && !options.source
      ? storageWithPast(past, plant.plan.site.zone)
      : null;
  const hardware: TestDatalogger['hardware'] = {};
  const system = recordingSystem(() => ({ ...plant.hardware(), ...hardware }));
  const log = options.log ?? silentLog;
  const sessionS = 12 * 3600;
  const datalogger = createDatalogger({
    dataFolder: options.dataFolder ?? null,
    consoleFolder: options.consoleFolder ?? null,
    measurements: (config, around) => {
      if (options.hasPlant ?? !options.source) describePlant(config, plant.plan, startAt);
      return createMeasurements({
        ...around,
        storage: options.keepsHistory ? around.storage : (kept?.storage ?? memoryStorage),
        plant,
        zone: () => config.plantConfig.zone() ?? zone,
        retention: () => config.settings.retention(),
        speed: options.speed ?? 1,
        past: () => (options.source ? [] : firstHistory(past, zone)),
        onProgress: () => undefined,
        log,
      });
    },
    system,
    deviceClock: clock,
    plantClock,
    version: '0.0.0-test',
    sessionS,
    trustedHosts: options.trustedHosts ?? [],
    log,
    scryptCost: options.scryptCost ?? testCost,
    checksReplies: true,
    guard: options.guard ?? closedGuard,
  });
  const { config, passwords, tokens } = datalogger;
  if (options.hasAccounts ?? true) createDemoAccounts(config, await passwords.hash(testPassword));
  const servers: HttpServer[] = [];
  return {
    ...datalogger,
    clock,
    plantClock,
    system,
    plant,
    hardware,
    async run(seconds) {
      for (let left = seconds; left > 0; left -= secondsAtOnce) {
        plantClock.advance(Math.min(left, secondsAtOnce) * 1000);
        datalogger.bringUpToDate();
        // A long run lets others have their turn.
        await setImmediate();
      }
    },
    login(role) {
      const account = config.accounts.findByKey(users[role]);
      if (!account) throw new Error(`no account of role ${role}`);
      return openSession({ config, clock, tokens, sessionS: () => sessionS }, account);
    },
    request: (path, requestOptions) => send(datalogger.fetch, path, requestOptions),
    async listen(trustedProxies = [], fetch = datalogger.fetch) {
      const server = await listen(fetch, {
        host: '127.0.0.1',
        port: 0,
        trustedProxies,
        onFailure: error => log.error('a request could not be answered', error),
      });
      servers.push(server);
      return { ...server, url: `http://127.0.0.1:${server.port}` };
    },
    async close() {
      await Promise.all(servers.map(server => server.stop()));
      datalogger.close();
      kept?.remove();
    },
  };
}

function send(fetch: Datalogger['fetch'], path: string, options: RequestOptions = {}): Promise<Response> {
  const headers = new Headers(options.headers);
  if (options.token) headers.set('Authorization', `Bearer ${options.token.slice(tokenPrefixLength)}`);
  if (options.json !== undefined) headers.set('Content-Type', 'application/json');
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  const init: RequestInit & { duplex: 'half' } = {
    method: options.method ?? 'GET',
    headers,
    body: body ?? null,
    duplex: 'half',
  };
  const peer: Peer = { address: options.address ?? '192.168.1.50' };
  const request = new Request(new URL(path, 'http://192.168.1.10'), init);
  return fetch(request, options.target === undefined ? peer : { ...peer, target: options.target });
}
