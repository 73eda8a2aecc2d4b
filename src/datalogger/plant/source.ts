import type { ConnectionAddress, ConnectionTest } from '../../contract/config/endpoints';
import type { ConfigKind, Configuration } from '../../contract/config/kinds';
import type { Fault } from '../../contract/faults';
import type { Group } from '../../contract/points';
import type { OutsideSource } from '../automation/control/order-sources';
import type { RampRates } from '../automation/control/ramp';
import type { ReactiveLaw } from '../automation/control/reactive-law';
import type { BusOutputs, HardwareStatus, Switched } from '../core/system/system';
import type { FieldBusApi } from './field-bus-api';
import type { CounterStep, DeviceRows, MakerReports, Refusals, Snapshot } from './snapshot';

/** The sources of readings there are: the simulated plant, the devices of a real one, and recordings of such devices. */
export const sourceNames = ['simulated', 'field', 'replay'] as const;
export type SourceName = (typeof sourceNames)[number];

/** Point -> value; null or left out where the device does not report it. Never NaN or infinite. */
export type Values = Readonly<Record<string, number | null>>;

/** The latest answer of one configured device, uncorrected: `devices` corrects, compares and sums. */
export interface Answer {
  /** Id of its configuration record. */
  readonly record: number;
  /** Which part of the record it is, from 1: the input of a string box or of an inverter. 0 where the record is one device. */
  readonly part: number;
  /** Id of a string in the archive, where it is not derived from its box and input. */
  readonly id?: number;
  /** Whether it answers now. While it does not, its row keeps the last values and their time. */
  readonly isResponding: boolean;
  /** State code of the group's own list (contract/codes.ts). A source translates the codes of its devices (sunspec-states.ts). */
  readonly state: number;
  /** When it was sampled, seconds of the steady clock. */
  readonly sampled: number;
  /** When points were read that are read at other times, seconds: one that was not read again says nothing new. */
  readonly readAt?: Readonly<Record<string, number>>;
  /** Seconds that the sample stays valid: longer than the time between two polls of the device. */
  readonly validS: number;
  /** OPC quality while it answers; good by default. */
  readonly quality?: number;
  readonly values: Values;
  /** What the device reports in its maker's words. Left out where it has no such registers. */
  readonly reports?: MakerReports;
  /** Points whose values were not believed (plant/gate), which are null in `values`. */
  readonly refused?: Refusals;
  /** For how many seconds a sensor repeats one value, where that is longer than what it measures can stand: nothing is counted with it. */
  readonly stuckS?: number;
  /** Lifetime counters without their breaks (plant/counters): they go on over changes of a device, and never fall. */
  readonly totals?: Values;
  /** By how much `totals.etot` moved without energy, kWh: a first reading was corrected. */
  readonly shifted?: number;
  /** A counter that continues from another reading since less than an hour. */
  readonly change?: CounterStep;
  /** Whether the device has not answered since the start: what was kept of it. */
  readonly isRemembered?: boolean;
}

/** The outputs of a plant's modules, and what became of a wish. */
export type PlantOutputs = BusOutputs;
export type PlantSwitched = Switched;

/** The groups of devices; the group of the plant as a whole is computed from them. */
export type DeviceGroup = Exclude<Group, 'impianto'>;

/** Irradiance on the plane of the modules, and behind their glass, W/m². */
export interface Light {
  readonly onPlane: number;
  readonly throughGlass: number;
}

/** Sums of the plant that no device counts. Energies in kWh. */
export interface PlantCounters {
  /** Produced in this month and this year. */
  month: number;
  year: number;
  /** Expected energy of the day. */
  expectedDay: number;
  /** kWh/m² measured on the modules' plane today. */
  irradiationDay: number;
  /** kWh that the peak power of each moment would have made of it: what the performance ratio of the day divides by. */
  referenceDay: number;
  /**
   * kWh produced today, by the power of the inverters: all of it, what was produced while the irradiance was measured, and what was
   * produced while the expected power was known (irradiance and module temperature).
   */
  energyDay: number;
  matchedDay: number;
  comparedDay: number;
  /** kWp s in useful light today of the inverters that count, and of these the ones in which they stood still. */
  usefulDay: number;
  lostDay: number;
}

/** Positions for trackers that do not follow the sun: safe from the wind, or for cleaning. */
export type TrackerOrder = 'stow' | 'clean';

/** A command to the plant. Percentages of its greatest apparent power, at the point of delivery; reactive power is positive where capacitive. */
export type PlantCommand =
  | { readonly kind: 'limit-power'; readonly percent: number }
  /** The limit that schedules ask for, null for none. Refused while an operator's limit is in force. */
  | { readonly kind: 'schedule-limit'; readonly percent: number | null }
  /** The limit that somebody outside asks for, null for none. It limits further than others, and never less. */
  | { readonly kind: 'outside-limit'; readonly source: OutsideSource; readonly percent: number | null }
  | { readonly kind: 'set-reactive'; readonly percent: number }
  /** Negative is inductive. */
  | { readonly kind: 'set-power-factor'; readonly value: number }
  | { readonly kind: 'controller-automatic' }
  /** Trackers by id; null lets them follow the sun again. */
  | { readonly kind: 'trackers'; readonly ids: readonly number[]; readonly order: TrackerOrder | null }
  | { readonly kind: 'reset-trips'; readonly protection: number }
  /** An output of a module, by its number. */
  | { readonly kind: 'switch-output'; readonly output: number; readonly isOn: boolean };

/** What is asked of the reactive power: a share of the rated power in %, or a power factor; negative is inductive. */
export type ReactiveOrder =
  | { readonly kind: 'share'; readonly percent: number }
  | { readonly kind: 'factor'; readonly value: number };

/** What is asked of the inverters of a plant that the datalogger commands. Schedules ask again by themselves. */
export interface Wish {
  /** 0 to 100 % of the rated power; null for no limit. */
  readonly limit: number | null;
  readonly reactive: ReactiveOrder | null;
  /** Limits from outside, %. */
  readonly outside?: { readonly [source in OutsideSource]?: number | undefined } | undefined;
}

/** Keeps the wish over a restart. Never throws. */
export interface KeptWish {
  /** Null where nothing is asked. */
  read(): Wish | null;
  /** Returns whether it is stored. */
  write(wish: Wish): boolean;
  /** Reports what became of the stored wish at this start: in force again, or lost because nothing may be commanded now. */
  resumed(wish: Wish, isInForce: boolean): void;
}

/** At the end of the program orders stay in force in the devices, to be refreshed by the next start, or are taken back. */
export type OrdersAtEnd = 'kept' | 'taken-back';

/** Whether the device accepted a command. Whether it obeyed is seen in its values. */
export type CommandResult = 'taken' | 'refused' | 'unanswered';

/** Result of a test of a connection. When the device last answered is added by `devices`. */
export type ProbeResult = Omit<ConnectionTest, 'ultimo'>;

/** The configuration of the plant, as a source needs it. */
export interface PlantSetup {
  readonly configuration: Configuration;
  /** Null until the plant is described. */
  readonly name: string | null;
  /** IANA zone: the plant's days end at its midnights. Null until it is configured. */
  readonly zone: string | null;
  /** Degrees; azimuth from north. Null until they are configured. */
  readonly site: Site | null;
  readonly limits: FigureLimits;
  /** Nominal line voltage at the point of delivery, V; left out until it is configured. */
  readonly gridVoltage?: number | null;
  /** AC power of the plant's data, kW; left out until it is configured. */
  readonly ratedKw?: number | null;
  /** Whether the datalogger may command the inverters of a real plant; not, where it is left out. */
  readonly commands?: boolean;
  /** How it regulates at the point of delivery; left out where orders are shares of the inverters' rated power. */
  readonly delivery?: DeliverySetup;
}

/** The regulation at the point of delivery, by the exchange meter. */
export interface DeliverySetup {
  /** kW that 100 % is; null for the rated power of the inverters that are commanded. */
  readonly baseKw: number | null;
  /** kW that may be exported at most, whatever is ordered; null for no such limit. */
  readonly exportLimitKw: number | null;
  /** Width of the band in which nothing is corrected, % of the base; what is kept below the limit without the meter, % of it. */
  readonly bandPercent: number;
  readonly marginPercent: number;
  readonly ramp: RampRates;
  /** What the reactive power follows while nobody orders something else. */
  readonly law: ReactiveLaw | null;
}

/** What the key figures of a plant are judged by. */
export interface FigureLimits {
  /** Minimum irradiance (W/m²) at which downtime counts. */
  readonly usefulLight: number;
  /** Of what a figure needs this much must have been measured, %: below `certain` it is uncertain, below `least` it is null. */
  readonly coverage: { readonly certain: number; readonly least: number };
  /** Peak power that every yield and performance ratio is of, kWp: that of the plant's data. Left out until those are there: then what is configured of the inverters. */
  readonly peakKwp?: number;
}

/** Where the plant is, and how its modules stand where no tracker turns them. */
export interface Site {
  /** North and east positive. */
  readonly latitude: number;
  readonly longitude: number;
  readonly tilt: number;
  readonly azimuth: number;
  /** Share of the light that the ground reflects; without it the usual one. */
  readonly albedo?: number;
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
  /** The limit of the active power in force, and whose it is; null for none. */
  limit(): ReturnType<FieldBusApi['limit']>;
}

/** Where readings come from: the simulated plant, or a field bus. Only the composition root and `devices` see it. */
export interface Source {
  /** Null where nothing is simulated. */
  readonly simulation: Simulation | null;
  /** Whether the readings are of a plant that is there now: neither simulated nor recorded. */
  readonly isReal: boolean;
  /** Null where the readings do not come from a field bus. */
  readonly bus: FieldBusApi | null;
  /** Outputs of modules; left out where there is no bus. */
  readonly outputs?: PlantOutputs;
  /** Begins to ask the devices. */
  start(): void;
  /** Ends every running request and closes the connections. Without an argument orders are taken back. */
  close(orders?: OrdersAtEnd): Promise<void>;
  /** Takes over a new configuration: which devices are asked, and at which addresses. */
  configure(setup: PlantSetup): void;
  /**
   * Brings the source to `t` in its own steps: seconds of the steady clock, which is the time at the start and what has passed since.
   * Never waits for a device, never goes back. Calls `each` for every second that it goes through one by one; at least for the last.
   */
  advance(t: number, each: (t: number) => void): void;
  /** The time that it was brought to, seconds of the steady clock. */
  readonly now: number;
  /** The latest answers of a group's devices, in any order; none for a device at whose address nothing is. */
  answers(group: DeviceGroup): readonly Answer[];
  /** Null where only sensors measure it. */
  light(): Light | null;
  /** The plant's sums, where the source knows them; null where the datalogger has to count them. */
  counters(): PlantCounters | null;
  /** Tests the connection to one configured device; fields of `address` replace the configured ones. */
  probe(kind: ConfigKind, id: number, address: ConnectionAddress): Promise<ProbeResult>;
  /** Sends a command. Never rejects: `unanswered` where the device cannot be reached. */
  execute(command: PlantCommand): Promise<CommandResult>;
}

/** The plant at one moment of its past, as the alarms judge it: groups in which nothing can have happened have no rows. */
export interface PastMoment {
  readonly snapshot: Snapshot;
  readonly hardware: HardwareStatus;
}

/** One past slot for the archive: the mean (or the energy, for energy points) of each value that is kept. */
export interface PastSlot {
  /** Start of the slot, epoch seconds. */
  readonly t: number;
  readonly seconds: number;
  readonly groups: Partial<Record<Group, DeviceRows>>;
}
