import type { Priority } from '../../contract/alarms';
import type { Group } from '../../contract/points';
import type { RefusalReason } from '../../contract/refusals';

/** Why a value is not believed, and the newest one that was; null where there was none. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly last: number | null;
  /** Seconds. */
  readonly lastAt: number | null;
}
/** A counter of a device continues from another reading: no energy was counted for the difference. */
export interface CounterStep {
  readonly point: string;
  readonly from: number;
  readonly to: number;
  /** Seconds. */
  readonly at: number;
}
/** An alarm in a maker's own numbers and words, that no alarm of the catalogue stands for. */
export interface MakerReport {
  /** Unique on its device: a code, or register and bit (`32008.3`). */
  readonly number: string;
  readonly text: string;
  /** Of the profile; left out where it gives none. */
  readonly priority?: Priority;
}
/** What a device reports, and the registers of which it is not known because they were not read. */
export interface MakerReports {
  readonly made: readonly MakerReport[];
  readonly unread: readonly number[];
}
/** By point. */
export type Refusals = Readonly<Record<string, Refusal>>;

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
  /** Point -> one value a device; null if absent. Never NaN or infinite. */
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
  /** Lifetime counters without their breaks (plant/counters), kWh: for what adds up differences. Left out where the source counts. */
  readonly totals?: Readonly<Record<string, readonly (number | null)[]>>;
  /** By row: the points that lack a time which is marked as invalid. Left out where none does. */
  readonly lacking?: readonly (readonly string[])[];
  /** Energy of the day with such a time, kWh: what adds up differences must not see it fall. Left out as well. */
  readonly wholeEday?: readonly (number | null)[];
  /** By row: the planes of its modules, as text: only devices with the same ones are compared. Left out where no device has any. */
  readonly planes?: readonly string[];
  /** By row: a counter that continues from another reading since less than an hour. Left out where no counter does. */
  readonly changes?: readonly (CounterStep | null)[];
  /** By row: the points that are not believed (plant/gate), which are null in `values`. Left out where there are none. */
  readonly refused?: readonly (Refusals | null)[];
  /** By row: for how many seconds a sensor repeats one value (plant/gate); null where it does not. Left out where none does. */
  readonly stuckS?: readonly (number | null)[];
  /** By row: what devices report in their makers' words; null where that is not known. Left out where no device has such registers. */
  readonly reports?: readonly (MakerReports | null)[];
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
