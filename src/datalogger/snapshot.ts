import type { Group } from '../contract/points';

/** The devices of one group at one time, in columns of equal length. */
export interface DeviceRows {
  readonly id: readonly number[];
  readonly nome: readonly string[];
  /** State code of the group's own list (contract/codes.ts). */
  readonly stato: readonly number[];
  /** When each device's values were sampled, seconds. */
  readonly sampled: readonly number[];
  /** Seconds that each device's sample stays valid. */
  readonly validS: readonly number[];
  /** OPC quality: 192, 64 or 0. */
  readonly q: readonly number[];
  /** Point -> one value a device; null where there is none. Never NaN or infinite. */
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

/**
 * All values of the plant at one moment, never a mixture of two moments. Its times are of the steady clock until the sampler replaces
 * them by those of the wall clock for the rest of the datalogger.
 */
export interface Snapshot {
  /** Seconds. */
  readonly t: number;
  readonly groups: Readonly<Record<Group, DeviceRows>>;
}
