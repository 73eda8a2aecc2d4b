import type { Group, PointOf } from '../../contract/points';
import type { Values } from '../source';

/** One point that a device says: its value, or null where there is none. */
type Say<Device, Context> = (device: Device, context: Context) => number | null;

/** The points of a group that its simulated devices say; the others the datalogger makes of them. */
export type DeviceValues<G extends Group, Device, Context> = Partial<
  Record<PointOf<G>, Say<Device, Context>>
>;

/** What a device says. Values that are no numbers become null. */
export function valuesOf<Device, Context>(
  deviceValues: Readonly<Record<string, Say<Device, Context> | undefined>>,
  device: Device,
  context: Context,
): Values {
  const values: Record<string, number | null> = {};
  for (const [point, say] of Object.entries(deviceValues)) {
    const value = say?.(device, context) ?? null;
    values[point] = value !== null && Number.isFinite(value) ? value : null;
  }
  return values;
}

/** A device as it is now, whether or not it answers. */
export interface Polled {
  readonly id: number;
  readonly name: string;
  readonly state: number;
  readonly isSilent: boolean;
}
