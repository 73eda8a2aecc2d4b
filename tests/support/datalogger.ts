import { setImmediate } from 'node:timers/promises';
import { tokenPrefixLength } from '../../src/contract/session';
import { createDemoAccounts } from '../../src/datalogger/api/auth/demo-accounts';
import type { ScryptCost } from '../../src/datalogger/api/auth/passwords';
import { type Fetch, type HttpServer, listen, type Peer } from '../../src/datalogger/api/http/http';
import { openSession } from '../../src/datalogger/api/routes/session';
import { type Log, silentLog } from '../../src/datalogger/core/log';
import { type HardwareStatus, recordingSystem, type System } from '../../src/datalogger/core/system/system';
import type { Clock } from '../../src/datalogger/core/time/clock';
import type { Guard } from '../../src/datalogger/integrations/outgoing/guard';
import type { KeptWish, Source } from '../../src/datalogger/plant/source';
import { describePlant } from '../../src/datalogger/sources/simulator/first-plant/first-plant';
import { firstHistory } from '../../src/datalogger/sources/simulator/history/first-history';
import type { PlantSize } from '../../src/datalogger/sources/simulator/sizes';
import { memoryStorage } from '../../src/datalogger/storage/database/storage';
import { createDatalogger, type Datalogger } from '../../src/datalogger/wiring/datalogger';
import { createMeasurements } from '../../src/datalogger/wiring/measurements';
import { type TestClock, testClock } from './clock';
import { wordsOfSources } from './console-words';
import { closedGuard } from './local-guard';
import { storageWithPast } from './past-archive';
import { programThread } from './program';
import { measuredTestPlant, simulatedTestPlant, type TestPlant } from './simulated-plant';

export type TestRole = 'admin' | 'normal' | 'cci';

/** The password of the demonstration accounts in tests. */
export const testPassword = 'girasole-42';

/** The lowest cost of scrypt: tests check what is hashed, not how long it takes. */
const testCost: ScryptCost = { log2N: 1, r: 1, p: 1 };
/** The time zone of the plants in tests. */
const zone = 'Europe/Rome';
/** The clock advances at most this many seconds at a time, so that the sampler still takes a sample of every second. */
const secondsAtOnce = 10;
const users: Record<TestRole, string> = { admin: 'admin', normal: 'operatore', cci: 'cci' };

export interface TestOptions {
  readonly size?: PlantSize;
  readonly seed?: number;
  /** Replaces the simulator as the source of readings; the test then configures plant and devices itself. */
  readonly source?: (startAt: number, plantClock: Clock, kept: KeptWish) => Source;
  /** Whether the simulator makes faults by chance; a test injects its own faults into `plant`. */
  readonly hasNaturalFaults?: boolean;
  /** Days before the start that are already in the archive; the last two are recorded by the minute. */
  readonly historyDays?: number;
  /** The time at which both clocks start. */
  readonly at?: string;
  /** The speed of the plant's clock as the API reports it: a multiple of the speed of the device's clock. */
  readonly speed?: number;
  /** Whether plant and device have the same clock, as in the field; otherwise two independent clocks. */
  readonly hasOneClock?: boolean;
  /** Whether the clocks also run with real time, as a browser needs. */
  readonly isRunning?: boolean;
  /** Whether the three demonstration accounts exist; without them the datalogger is at its first start. */
  readonly hasAccounts?: boolean;
  /** Whether the configuration describes the plant. */
  readonly hasPlant?: boolean;
  /** Null keeps everything in memory. */
  readonly dataFolder?: string | null;
  /** Whether the archive is also kept in the data folder. */
  readonly keepsHistory?: boolean;
  readonly consoleFolder?: string | null;
  readonly trustedHosts?: readonly string[];
  readonly scryptCost?: ScryptCost;
  readonly log?: Log;
  /** The box; without it, a system that records. */
  readonly box?: System;
  /** Limits the hosts to which the datalogger may connect; without it, none. */
  readonly guard?: Guard;
  /** Whether long work has a thread of its own, for which the archive is kept. */
  readonly hasThread?: boolean;
}

export interface RequestOptions {
  readonly method?: string;
  /** The token as the login returns it; null or undefined sends none. */
  readonly token?: string | null;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
  /** Path and query exactly as the client sends them, not normalised. */
  readonly target?: string;
  /** Aborted when the caller leaves. */
  readonly left?: AbortSignal;
}

export interface TestDatalogger extends Datalogger {
  readonly clock: TestClock;
  readonly plantClock: TestClock;
  readonly system: ReturnType<typeof recordingSystem>;
  readonly plant: TestPlant;
  /** Values of the device's own contacts and thermometer that replace those of the plant. */
  readonly hardware: { -readonly [K in keyof HardwareStatus]?: HardwareStatus[K] };
  /** Advances the plant's clock; the alarms are evaluated for every second. */
  run(seconds: number): Promise<void>;
  /** Opens a new session for the account of a role; returns the token that `auth/authenticate` would return. */
  login(role: TestRole): string;
  /** `path` starts at the root: `/api/account`. */
  request(path: string, options?: RequestOptions): Promise<Response>;
  /** Opens a port on 127.0.0.1; `close` closes it. If `fetch` is given, it answers the requests instead of the datalogger. */
  listen(trustedProxies?: readonly string[], fetch?: Fetch): Promise<HttpServer & { readonly url: string }>;
  close(): Promise<void>;
}

/** Starts the real datalogger in this process; only clock, seed and cost of scrypt are chosen by the test. */
export async function startDatalogger(options: TestOptions = {}): Promise<TestDatalogger> {
  const at = options.at ?? '2026-06-10T13:42:10+02:00';
  const clockOptions = { isRunning: options.isRunning ?? false };
  const clock = testClock(at, clockOptions);
  const plantClock = options.hasOneClock ? clock : testClock(at, clockOptions);
  const { size = 'small', seed = 1, hasNaturalFaults = false, historyDays = 0 } = options;
  const simulation = { size, seed, hasNaturalFaults };
  const startAt = Math.floor(plantClock.now() / 1000);
  // The plant is made before the datalogger that keeps it.
  let keeper: KeptWish | undefined;
  const wish: KeptWish = {
    read: () => keeper?.read() ?? null,
    write: next => keeper?.write(next) ?? false,
    resumed: (...given) => keeper?.resumed(...given),
  };
  const plant = options.source
    ? measuredTestPlant(options.source(startAt, plantClock, wish), zone)
    : simulatedTestPlant({ ...simulation, startAt });
  const past = { ...simulation, from: startAt - historyDays * 86_400, to: startAt };
  const kept =
    historyDays > 0 && !options.keepsHistory && !options.source
      ? storageWithPast(past, plant.plan.site.zone)
      : null;
  const hardware: TestDatalogger['hardware'] = {};
  const system = recordingSystem(
    () => ({ ...plant.hardware(), ...hardware }),
    () => 40,
  );
  const log = options.log ?? silentLog;
  const sessionS = 12 * 3600;
  const datalogger = createDatalogger({
    dataFolder: options.dataFolder ?? null,
    consoleFolder: options.consoleFolder ?? null,
    ...(!options.consoleFolder && { words: wordsOfSources }),
    measurements: (config, around) => {
      keeper = around.kept;
      if (options.hasPlant ?? !options.source) describePlant(config, plant.plan, startAt);
      return createMeasurements({
        ...around,
        storage: options.keepsHistory ? around.storage : (kept?.storage ?? memoryStorage),
        plant,
        zone: () => config.plantConfig.zone() ?? zone,
        retention: () => config.settings.retention(),
        speed: options.speed ?? 1,
        past: () =>
          options.source ? [] : around.pastAlarms.judging(watch => firstHistory({ ...past, watch }, zone)),
        log,
      });
    },
    system: options.box ?? system,
    deviceClock: clock,
    plantClock,
    version: '0.0.0-test',
    sessionS,
    trustedHosts: options.trustedHosts ?? [],
    log,
    scryptCost: options.scryptCost ?? testCost,
    checksReplies: true,
    guard: options.guard ?? closedGuard,
    modbusHost: '127.0.0.1',
    ...(options.hasThread && { thread: programThread }),
  });
  const { config, passwords, tokens } = datalogger;
  if (options.hasAccounts ?? true)
    createDemoAccounts(config, Array(3).fill(await passwords.hash(testPassword)));
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
        // Gives other work of this process its turn during a long run.
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
  const { target, left } = options;
  return fetch(request, { ...peer, ...(target !== undefined && { target }), ...(left && { left }) });
}
