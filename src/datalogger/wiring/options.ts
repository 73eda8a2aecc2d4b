import type { PastAlarms } from '../alarms/past-alarms';
import type { ScryptCost } from '../api/auth/passwords';
import type { ConsoleWords } from '../api/languages/word-table';
import type { ThreadOptions } from '../api/long-work/thread';
import type { Log } from '../core/log';
import type { Program } from '../core/system/power-off';
import type { System } from '../core/system/system';
import type { Clock } from '../core/time/clock';
import { SteadyClock } from '../core/time/steady-clock';
import type { Guard } from '../integrations/outgoing/guard';
import type { Watch } from '../plant/sampler/sampler';
import type { KeptWish } from '../plant/source';
import type { AlarmStore } from '../storage/alarms/alarms';
import type { ConfigDatabase } from '../storage/config/config-database';
import type { Storage } from '../storage/database/storage';
import type { Measurements } from './measurements';

export interface DataloggerOptions {
  /** Where configuration and signing key are kept; null keeps everything in memory. */
  readonly dataFolder: string | null;
  /** Folder of the built console; null without one. */
  readonly consoleFolder: string | null;
  /** The texts of the console, for languages that are added; absent where they are those of the folder. */
  readonly words?: ConsoleWords;
  /** Opens the measurements once the configuration, with the plant's time zone, has been read. */
  readonly measurements: (config: ConfigDatabase, context: MeasurementsContext) => Measurements;
  readonly system: System;
  /** What a shutdown of the box ends first; absent where this is not the whole program. */
  readonly program?: Program;
  /** Called with every sample: the service manager's proof that this program works. */
  readonly onSample?: () => void;
  /** Called with the bytes of each database before it is opened, which may take long. */
  readonly onOpen?: (bytes: number) => void;
  /**
   * Sessions, throttling, audit and the Date of answers follow the device's clock, measurements the plant's. On a real plant both are
   * the same clock. Each may be set at any time (time/steady-clock.ts).
   */
  readonly deviceClock: Clock;
  readonly plantClock: Clock;
  readonly version: string;
  /** s that a token is valid. */
  readonly sessionS: number;
  readonly trustedHosts: readonly string[];
  readonly log: Log;
  /** Every connection to another machine goes through it. Tests give one that also allows connections to this machine. */
  readonly guard?: Guard;
  /** Where the Modbus server listens, once it is switched on; on every address, where it is left out. */
  readonly modbusHost?: string;
  /** How this program starts a thread of itself for long work; without it, this thread does it. */
  readonly thread?: Pick<ThreadOptions, 'program' | 'execArgv'>;
  readonly scryptCost?: ScryptCost;
  readonly checksReplies?: boolean;
}

/** What depends on where readings come from. */
export type Reading = Pick<DataloggerOptions, 'measurements' | 'system' | 'plantClock'>;

/** Messages for the person who started the program. */
export type Say = (line: string) => void;

/** What the datalogger gives to its measurements. */
export interface MeasurementsContext {
  /** To be called with the plant as it is in every cycle: it judges the alarms and does what is due. */
  readonly watch: Watch;
  readonly storage: Storage;
  /** Through which the devices of a plant are dialled. */
  readonly guard: Guard;
  /** The plant's clock. */
  readonly clock: SteadyClock;
  /** Judges the past that a simulated plant makes at its first start. */
  readonly pastAlarms: PastAlarms;
  readonly alarms: AlarmStore;
  /** What operators ask of the inverters. */
  readonly kept: KeptWish;
}

/** The options, with clocks that notice when they are set. */
export interface TimedOptions extends DataloggerOptions {
  readonly deviceClock: SteadyClock;
  readonly plantClock: SteadyClock;
}

/** Where both clocks are the same object, they stay one. */
export function timed(options: DataloggerOptions): TimedOptions {
  const deviceClock = new SteadyClock(options.deviceClock);
  const isOne = options.plantClock === options.deviceClock;
  return { ...options, deviceClock, plantClock: isOne ? deviceClock : new SteadyClock(options.plantClock) };
}
