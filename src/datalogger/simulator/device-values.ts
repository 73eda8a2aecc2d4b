import type { Group, PointOf } from '../../contract/points';
import type { Values } from '../source';

/** Reads one point of a device; null when the point has no value. */
type Say<Device, Context> = (device: Device, context: Context) => number | null;

/** How each point of a group is read from a simulated device. Points that are not listed are computed by the datalogger. */
export type DeviceValues<G extends Group, Device, Context> = Partial<
  Record<PointOf<G>, Say<Device, Context>>
>;

/** The values of a device. A value that is not a finite number becomes null. */
export function valuesOf<Device, Context>(
  deviceValues: Readonly<Record<string, Say<Device, Context> | undefined>>,
  device: Device,
  context: Context,
): Values {
  const values: Record<string, number | null> = {};
  for (const point in deviceValues) {
    const value = deviceValues[point]?.(device, context) ?? null;
    values[point] = value !== null && Number.isFinite(value) ? value : null;
  }
  return values;
}

/** A device with its present state, whether or not it answers. */
export interface Polled {
  readonly id: number;
  readonly name: string;
  readonly state: number;
  readonly isSilent: boolean;
}
