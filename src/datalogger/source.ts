import type { ConnectionAddress, ConnectionTest } from '../contract/config/endpoints';
import type { ConfigKind, Configuration } from '../contract/config/kinds';
import type { Fault } from '../contract/faults';
import type { Group } from '../contract/points';
import type { DeviceRows } from './snapshot';
import type { HardwareStatus } from './system';

/** The sources of readings there are: the simulated plant, and the devices of a real one. */
export const sourceNames = ['simulated', 'field'] as const;
export type SourceName = (typeof sourceNames)[number];

/** Point -> value; null, or left out, where the device does not say it. Never NaN or infinite. */
export type Values = Readonly<Record<string, number | null>>;

/** What one configured device said last. Nothing in it is corrected, compared or summed yet: that is what `devices` is for. */
export interface Answer {
  /** Id of its configuration record. */
  readonly record: number;
  /** Which part of the record it is, from 1: the input of a string box or of an inverter. 0 where the record is one device. */
  readonly part: number;
  /** Under which id the history of a string is kept, where that is not made of its box and input. */
  readonly id?: number;
  /** Whether it answers now. Of one that does not, rows keep what it said last and when. */
  readonly isResponding: boolean;
  /** State code of the group's own list (contract/codes.ts): a source translates what its devices say (sunspec-states.ts). */
  readonly state: number;
  /** When it was sampled, seconds of the steady clock. */
  readonly sampled: number;
  /** Seconds that the sample stays good: a device that is asked once a minute is not silent after thirty seconds. */
  readonly validS: number;
  /** OPC quality while it answers: good where it is left out. */
  readonly quality?: number;
  readonly values: Values;
}

/** The groups that devices answer for; the plant as a whole is made of them. */
export type DeviceGroup = Exclude<Group, 'impianto'>;

/** Light on the modules, W/m²: what falls on their plane, and what of it passes their glass. */
export interface Light {
  readonly onPlane: number;
  readonly throughGlass: number;
}

/** The plant's sums that no device counts. Energies in kWh. */
export interface PlantCounters {
  /** Produced in this month and this year. */
  month: number;
  year: number;
  /** Expected energy of the day. */
  expectedDay: number;
  /** kWh/m² measured on the modules' plane today. */
  irradiationDay: number;
  /** kWh made today, by the power of the inverters, and of these the ones made while the irradiance was measured. */
  energyDay: number;
  matchedDay: number;
  /** Seconds of useful light today, and of these the ones lost, weighted by kWp. */
  usefulDay: number;
  lostDay: number;
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

/** What became of a command: whether it was obeyed, the values of the devices tell. */
export type CommandResult = 'taken' | 'refused' | 'unanswered';

/** What came of a test of a connection; when the device answered last is known above the source. */
export type ProbeResult = Pick<ConnectionTest, 'esito' | 'ms'>;

/** What the datalogger is told of its plant. */
export interface PlantSetup {
  readonly configuration: Configuration;
  /** Null until the plant is described. */
  readonly name: string | null;
  /** IANA zone: its midnights end the plant's days. Null until it is said. */
  readonly zone: string | null;
  /** Degrees; azimuth from north. Null until they are said. */
  readonly site: Site | null;
}

/** Where the plant is, and how its modules stand where no tracker turns them. */
export interface Site {
  /** North and east positive. */
  readonly latitude: number;
  readonly longitude: number;
  readonly tilt: number;
  readonly azimuth: number;
}

/** What only a simulated plant has. */
export interface Simulation {
  /** Lets a fault happen from now on, for `seconds` or until it is cleared. */
  inject(fault: Fault, seconds?: number): void;
  /** Ends every injected fault. */
  clearFaults(): void;
  /** The rows of a group as faults say that replace single values, states and qualities. */
  altered(group: Group, rows: DeviceRows): DeviceRows;
  /** The datalogger's own contacts and temperature. */
  hardware(): HardwareStatus;
}

/** Where readings come from: the simulated plant, or a field bus. Only the composition root and `devices` see it. */
export interface Source {
  /** Null on a real plant. */
  readonly simulation: Simulation | null;
  /** Begins to ask the devices. */
  start(): void;
  /** Ends every request that is on its way and lets go of the lines. */
  close(): Promise<void>;
  /** Follows what is configured from now on: which devices are asked, and at which addresses. */
  configure(setup: PlantSetup): void;
  /**
   * Brings the source to `t` in its own steps: seconds of the steady clock, which is the time at the start and what has passed since.
   * Never waits for a device, never goes back. Calls `each` for every second that it goes through one by one; at least for the last.
   */
  advance(t: number, each: (t: number) => void): void;
  /** Seconds of the steady clock that it was brought to. */
  readonly now: number;
  /** The latest answers of a group's devices; in no order, and none where nobody is at a device's address. */
  answers(group: DeviceGroup): readonly Answer[];
  /** Null where only sensors know. */
  light(): Light | null;
  /** What the plant has counted so far, where the source knows it; null lets the datalogger count for itself. */
  counters(): PlantCounters | null;
  /** Asks one configured device whether it is there, at `address` where that says something else. */
  probe(kind: ConfigKind, id: number, address: ConnectionAddress): Promise<ProbeResult>;
  /** Passes a command on. Never rejects: a device that cannot be reached has not answered. */
  execute(command: PlantCommand): Promise<CommandResult>;
}

/** One past slot for the archive: the mean (or the energy, for energy points) of each value that is kept. */
export interface PastSlot {
  /** Start of the slot, epoch seconds. */
  readonly t: number;
  readonly seconds: number;
  readonly groups: Partial<Record<Group, DeviceRows>>;
}
