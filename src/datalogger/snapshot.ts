import type { Group } from '../contract/points';

/** The devices of one group at one time, in columns of equal length. */
export interface DeviceRows {
  readonly id: readonly number[];
  readonly nome: readonly string[];
  /** State code of the group's own list (contract/codes.ts). */
  readonly stato: readonly number[];
  /** When each device's values were sampled, seconds. */
  readonly sampled: readonly number[];
  /** Seconds that each device's sample stays good. */
  readonly validS: readonly number[];
  /** OPC quality: 192, 64 or 0. */
  readonly q: readonly number[];
  /** Point -> one value a device; null where there is none. Never NaN or infinite. */
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

/**
 * Everything the plant knows at one time: no list is ever half old, half new. A source times it by the steady clock; the sampler stamps
 * it for the rest of the datalogger.
 */
export interface Snapshot {
  /** Seconds. */
  readonly t: number;
  readonly groups: Readonly<Record<Group, DeviceRows>>;
}
