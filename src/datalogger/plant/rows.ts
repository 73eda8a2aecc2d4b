import { quality } from '../../contract/codes';
import type { Group, PointOf } from '../../contract/points';
import type { DeviceRows } from './source';

/** One point of a device: its value, or null where there is none. */
export type Column<Device, Context> = (device: Device, context: Context) => number | null;
/** Every point of a group: a missing one does not compile. */
export type Columns<G extends Group, Device, Context> = Record<PointOf<G>, Column<Device, Context>>;

/** A device as the datalogger meets it in one poll. */
export interface Polled {
  readonly id: number;
  readonly name: string;
  readonly state: number;
  /** It does not answer: what it said last stays, with the time it said it. */
  readonly isSilent: boolean;
}

interface Poll<Context> {
  readonly context: Context;
  readonly t: number;
  /** State code of a device of this group that does not answer. */
  readonly silentState: number;
  /** Whether a device (by id) does not answer, whatever it is. */
  readonly isUnheard: (id: number) => boolean;
  /** The poll before, for what silent devices said last. */
  readonly before: DeviceRows | undefined;
}

/** The columns of a group for all its devices. Values that are no numbers become null. */
export function toRows<Device extends Polled, Context>(
  devices: readonly Device[],
  columns: Readonly<Record<string, Column<Device, Context>>>,
  { context, t, silentState, isUnheard, before }: Poll<Context>,
): DeviceRows {
  const values: Record<string, (number | null)[]> = {};
  const isMute = (device: Device) => device.isSilent || isUnheard(device.id);
  for (const [point, column] of Object.entries(columns)) {
    const last = before?.values[point];
    values[point] = devices.map((device, index) => {
      if (isMute(device)) return last?.[index] ?? null;
      const value = column(device, context);
      return value !== null && Number.isFinite(value) ? value : null;
    });
  }
  return {
    id: devices.map(({ id }) => id),
    nome: devices.map(({ name }) => name),
    stato: devices.map(device => (isMute(device) ? silentState : device.state)),
    sampled: devices.map((device, index) => (isMute(device) ? (before?.sampled[index] ?? t) : t)),
    q: devices.map(device => (isMute(device) ? quality.bad : quality.good)),
    values,
  };
}

/** The middle of the values (of the two middle ones the mean); null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)];
  if (high === undefined) return null;
  return Number.isInteger(middle) ? (high + (sorted[middle - 1] ?? high)) / 2 : high;
}
