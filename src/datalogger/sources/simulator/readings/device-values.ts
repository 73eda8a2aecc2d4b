import type { Group, PointOf } from '../../../../contract/points';

/**
 * What a simulated device of a group says, null where a point has no value. Points that are not listed are computed by the datalogger.
 * One literal with every point: a simulated past makes a million of them, and an object that grows point by point is slow.
 */
export type DeviceValues<G extends Group, Device, Context> = (
  device: Device,
  context: Context,
) => Partial<Record<PointOf<G>, number | null>>;

/** A device with its present state, whether or not it answers. */
export interface Polled {
  readonly id: number;
  readonly name: string;
  readonly state: number;
  readonly isSilent: boolean;
}

/** A simulated device that answers for a record, or for a part of a record. */
export interface Answering<D extends Polled> {
  readonly record: number;
  readonly part?: number;
  /** The id under which its history is stored. */
  readonly id?: number;
  readonly reading: D;
}

/** A device that answers as a whole, under its own id. */
export const wholeDevice = <D extends Polled>(reading: D): Answering<D> => ({ record: reading.id, reading });
