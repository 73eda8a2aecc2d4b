import type { PastAlarms } from '../alarms/past-alarms';
import type { Log } from '../log';
import type { Guard } from '../outgoing/guard';
import type { Watch } from '../sampler/sampler';
import type { ScryptCost } from '../session/passwords';
import type { ConfigDatabase } from '../store/config-database';
import type { Storage } from '../store/storage';
import type { System } from '../system';
import type { Clock } from '../time/clock';
import { SteadyClock } from '../time/steady-clock';
import type { Measurements } from './measurements';

export interface DataloggerOptions {
  /** Where configuration and signing key are kept; null keeps everything in memory. */
  readonly dataFolder: string | null;
  /** Folder of the built console; null without one. */
  readonly consoleFolder: string | null;
  /** Opens the measurements once the configuration, with the plant's time zone, has been read. */
  readonly measurements: (config: ConfigDatabase, context: MeasurementsContext) => Measurements;
  readonly system: System;
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
  readonly scryptCost?: ScryptCost;
  readonly checksReplies?: boolean;
}

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
