import type { ConfigKind, RecordOf } from '../../../contract/config/kinds';
import type { MakerReport } from '../../plant/snapshot';
import type { DeviceGroup, Values } from '../../plant/source';
import type { Read, ReadFunction, ReadReply, ReadRequest } from './modbus/read';

/*
 * How the devices of a profile are read. A driver knows registers and what they mean; it keeps nothing and never waits for anything but
 * the reads it was given. When to read, what a silence means and how old a value may be is the engine's.
 */

/** One configured device: a record and its kind. */
export type ConfiguredRecord = {
  [K in ConfigKind]: { readonly kind: K; readonly record: RecordOf<K> };
}[ConfigKind];

/** Where a device is looked for. */
export interface UnitAddress {
  readonly unit: number;
  /** The configured base register, which is tried first; null where records have none. */
  readonly base: number | null;
  /** What is configured there: one record at least, but none in a search. */
  readonly records: readonly ConfiguredRecord[];
}

/** What a device says of itself; each text is empty where it does not. */
export interface Nameplate {
  readonly maker: string;
  readonly model: string;
  readonly version: string;
  readonly serial: string;
}

export interface MappedModel {
  readonly id: number;
  /** Protocol address of its first register after id and length. */
  readonly from: number;
  /** Registers after id and length that the device has. */
  readonly length: number;
  /** The length that its header says: it may be wrong. */
  readonly said: number;
}

/** Registers that hold these words as long as a map is right. */
export interface Expected {
  readonly fc: ReadFunction;
  readonly from: number;
  readonly words: readonly number[];
}

/** One of the devices that a unit shows: in SunSpec each begins with a model 1. */
export interface MappedDevice {
  readonly nameplate: Nameplate;
  /** The registers of its serial number, and what else it was known by. None where it says nothing of itself. */
  readonly identity: readonly Expected[];
  /** In the order of their addresses; the same id may come several times. */
  readonly models: readonly MappedModel[];
}

/** What is at a unit. Valid until the unit is identified again. */
export interface DeviceMap {
  readonly unit: number;
  /** The base register at which it was found; null where the driver knows no such thing. */
  readonly base: number | null;
  /** `istanza` of a record counts them from 1. None where a device says nothing of itself. */
  readonly devices: readonly MappedDevice[];
  /** Whether the end of the chain was read. False: the last header was not answered, so models may be missing. */
  readonly isWhole: boolean;
}

/** Why identification failed: the reply, or registers of another device type. */
export type NotIdentified = Exclude<ReadReply, { kind: 'values' }> | { readonly kind: 'foreign' };

export type Identified = { readonly kind: 'found'; readonly map: DeviceMap } | NotIdentified;

/** How urgent a job is: `fast` goes between the requests of a `mid` job. */
export type JobClass = 'fast' | 'mid' | 'slow';

/** Registers that are read and decoded together. */
export interface Job {
  /** Unique among the jobs of a record, for diagnostics: the models that it reads. */
  readonly name: string;
  readonly class: JobClass;
  /** The main job: without it the device is offline, and a silent device is asked for it alone. One per record. */
  readonly isMain: boolean;
  /** Seconds between two reads. */
  readonly everyS: number;
  /** In this order. Requests of several records that are equal are sent once. */
  readonly requests: readonly ReadRequest[];
  /** Whether requests of several such jobs may be one where their registers touch: those of devices side by side behind a unit. */
  readonly isJoinable?: boolean;
  /** Registers of these requests by which a model is recognised: with other words nothing is read, and the unit is identified again. */
  readonly expects?: readonly Expected[];
}

/** The newest registers of a unit. */
export interface Registers {
  /** `count` registers (or bits) from the protocol address `from`, of one or several requests; null where one of them was not read. */
  at(fc: ReadFunction, from: number, count: number): Uint16Array | null;
}

/** The values of a device or of one of its parts, under the names of contract/points.ts and uncorrected, as `Answer` wants them. */
export interface Reading {
  readonly group: DeviceGroup;
  /** As in `Answer`: 0 for the device itself, else the input, from 1; of an input module the channel. */
  readonly part: number;
  /** The job of which it is: when that was read is when this was sampled. */
  readonly job: string;
  /** Points that come from another job, and its name. */
  readonly jobOf?: Readonly<Record<string, string>>;
  /** State code of the group's own list (contract/codes.ts). */
  readonly state: number;
  /** Null or left out where the device does not report it. Never NaN or infinite. */
  readonly values: Values;
  /** What its alarms report, in the words of its profile: `isOurs` where an alarm of the catalogue stands for it. */
  readonly reports?: {
    readonly made: readonly (MakerReport & { readonly isOurs: boolean })[];
    /** Registers of alarms that were not read. */
    readonly unread: readonly number[];
  };
}

export interface DeviceDriver {
  /** Finds what is at a unit. Never rejects. */
  identify(read: Read, address: UnitAddress): Promise<Identified>;
  /** What has to be read for a record: nothing where the map has no model that fits it. */
  jobs(map: DeviceMap, configured: ConfiguredRecord): readonly Job[];
  /** What a record's registers say; readings whose registers were not read are left out. Never throws, whatever the registers hold. */
  decode(map: DeviceMap, configured: ConfiguredRecord, registers: Registers): readonly Reading[];
}
