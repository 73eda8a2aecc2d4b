import type { ConnectionAddress, ConnectionTest } from '../../contract/config/endpoints';
import type { ConfigKind, Configuration } from '../../contract/config/kinds';
import type { Fault } from '../../contract/faults';
import type { Group } from '../../contract/points';
import type { ProtectionSettings } from '../../contract/protections';

/** The devices of one group at one time, in columns of equal length. */
export interface DeviceRows {
  readonly id: readonly number[];
  readonly nome: readonly string[];
  /** State code of the group's own list (contract/codes.ts): a source translates what its devices say (sunspec-states.ts). */
  readonly stato: readonly number[];
  /** When each device's values were sampled, epoch seconds. */
  readonly sampled: readonly number[];
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
  /** Epoch seconds. */
  readonly t: number;
  readonly groups: Readonly<Record<Group, DeviceRows>>;
}

/** Where trackers go that do not follow the sun: safe from the wind, or where water and brushes reach them. */
export type TrackerOrder = 'stow' | 'clean';

/** What a plant can be told to do. Percentages are of its rated power, reactive power capacitive positive. */
export type PlantCommand =
  | { readonly kind: 'limit-power'; readonly percent: number }
  /** What the schedules ask, null for nothing; refused while a commanded limit holds, and outranked by it. */
  | { readonly kind: 'schedule-limit'; readonly percent: number | null }
  | { readonly kind: 'set-reactive'; readonly percent: number }
  /** Negative is inductive. */
  | { readonly kind: 'set-power-factor'; readonly value: number }
  | { readonly kind: 'controller-automatic' }
  /** Trackers by id; null lets them follow the sun again. */
  | { readonly kind: 'trackers'; readonly ids: readonly number[]; readonly order: TrackerOrder | null }
  | { readonly kind: 'reset-trips'; readonly protection: number };

/** What only a simulated plant lets anybody do. */
export interface FaultSwitches {
  /** Lets a fault happen from now on, for `seconds` or until it is cleared. */
  inject(fault: Fault, seconds?: number): void;
  /** Ends every injected fault. */
  clearFaults(): void;
}

/** What the datalogger is told of its plant. */
export interface PlantSetup {
  readonly configuration: Configuration;
  /** Null until the plant is described. */
  readonly name: string | null;
  /** IANA zone: its midnights end the plant's days. Null until it is said. */
  readonly zone: string | null;
}

/** Where values come from: today the simulated plant, one day a field bus. The rest of the datalogger sees only this. */
export interface PlantSource {
  /** Whether the values are computed, not measured. */
  readonly isSimulated: boolean;
  /** Null on a real plant. */
  readonly faults: FaultSwitches | null;
  /**
   * Brings the plant to `t` in its own steps: seconds of the steady clock, which is the time at the start and what has passed since.
   * It never goes back, and no clock that is set moves the plant, its sun or its counters.
   */
  advance(t: number): void;
  snapshot(): Snapshot;
  /** How many devices of each configured kind there are, e.g. `{ inverter: 10, stringhe: 80 }`. */
  counts(): Record<string, number>;
  /** Follows what is configured from now on: which devices are asked, under which names, with which settings. */
  configure(setup: PlantSetup): void;
  /** Asks one configured device whether it is there, at `address` where that says something else. */
  probe(kind: ConfigKind, id: number, address: ConnectionAddress): ConnectionTest;
  /** Lets go of a digital signal that is held until its alarm is acknowledged. */
  release(signal: number): void;
  /** What the interface protections are set to. */
  protectionSettings(): readonly ProtectionSettings[];
  /** Ids of the trackers of a group (from 1), or of all. */
  trackersOf(group: number | null): readonly number[];
  /** Degrees, positive to the west. */
  angleOf(order: TrackerOrder): number;
  /** Passes a command on; false when the device refuses it. Whether it was obeyed, its values tell. */
  execute(command: PlantCommand): boolean;
}

/** One past slot for the archive: the mean (or the energy, for energy points) of each value that is kept. */
export interface PastSlot {
  /** Start of the slot, epoch seconds. */
  readonly t: number;
  readonly seconds: number;
  readonly groups: Partial<Record<Group, DeviceRows>>;
}
