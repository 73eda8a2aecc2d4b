import type { Group, PointOf } from '../../contract/points';
import type { Values } from '../source';

/**
 * What a simulated device of a group says, null where a point has no value. Points that are not listed are computed by the datalogger.
 * One literal with every point: a simulated past makes a million of them, and an object that grows point by point is slow.
 */
export type DeviceValues<G extends Group, Device, Context> = (
  device: Device,
  context: Context,
) => Partial<Record<PointOf<G>, number | null>>;

/** The values of a device. A value that is not a finite number becomes null. */
export function valuesOf<Device, Context>(
  deviceValues: (device: Device, context: Context) => Partial<Values>,
  device: Device,
  context: Context,
): Values {
  const values = deviceValues(device, context) as Record<string, number | null>;
  for (const point in values) if (!Number.isFinite(values[point])) values[point] = null;
  return values;
}

/** A device with its present state, whether or not it answers. */
export interface Polled {
  readonly id: number;
  readonly name: string;
  readonly state: number;
  readonly isSilent: boolean;
}
