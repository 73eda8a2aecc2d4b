import { inverterStates, quality } from '../../contract/codes';
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
  /** It is made of parts, and some of them did not answer. */
  readonly isPartial?: boolean;
}

/** Polled as usual; polled, but under maintenance; not polled at all. */
export type Service = 'active' | 'maintenance' | 'disabled';

/** A device as it is configured, with what was read of it. */
export interface Place<Device> {
  readonly id: number;
  readonly name: string;
  readonly service: Service;
  /** Null where nobody answers at its address. */
  readonly reading: Device | null;
  /** Points that are not read but configured: there whoever answers. */
  readonly facts: Readonly<Record<string, number | null>>;
}

/** Devices of which nothing else is configured than what they are. */
export const placesOf = <Device extends Polled>(devices: readonly Device[]): Place<Device>[] =>
  devices.map(device => ({
    ...{ id: device.id, name: device.name, service: 'active', reading: device, facts: {} },
  }));

interface Poll<Context> {
  readonly context: Context;
  readonly t: number;
  /** State codes of a device of this group that does not answer, and of one under maintenance. */
  readonly silentState: number;
  readonly maintenanceState?: number;
  /** Whether a device (by id) does not answer, whatever it is. */
  readonly isUnheard: (id: number) => boolean;
  /** The poll before, for what silent devices said last. */
  readonly before: DeviceRows | undefined;
}

/** The columns of a group for all its devices. Values that are no numbers become null. */
export function toRows<Device extends Polled, Context>(
  places: readonly Place<Device>[],
  columns: Readonly<Record<string, Column<Device, Context>>>,
  poll: Poll<Context>,
): DeviceRows {
  const { context, t, isUnheard, before } = poll;
  const lastAt = new Map(before?.id.map((id, index) => [id, index]));
  const polled = places.map(place => {
    const { id, service, reading } = place;
    const isMute = reading === null || reading.isSilent || service === 'disabled' || isUnheard(id);
    return { place, last: lastAt.get(id), heard: isMute ? null : reading };
  });
  const values: Record<string, (number | null)[]> = {};
  for (const [point, column] of Object.entries(columns)) {
    const earlier = before?.values[point];
    values[point] = polled.map(({ place, last, heard }) => {
      const fact = place.facts[point];
      if (fact !== undefined) return fact;
      if (place.service === 'disabled') return null;
      const value = heard ? column(heard, context) : ((last === undefined ? null : earlier?.[last]) ?? null);
      return value !== null && Number.isFinite(value) ? value : null;
    });
  }
  return {
    id: places.map(({ id }) => id),
    nome: places.map(({ name }) => name),
    stato: polled.map(({ place, heard }) => stateOf(place.service, heard, poll)),
    sampled: polled.map(({ place, last, heard }) =>
      heard || place.service === 'disabled' || last === undefined ? t : (before?.sampled[last] ?? t),
    ),
    q: polled.map(({ heard }) => qualityOf(heard)),
    values,
  };
}

function qualityOf(heard: Polled | null): number {
  if (!heard) return quality.bad;
  return heard.isPartial ? quality.uncertain : quality.good;
}

function stateOf(
  service: Service,
  heard: Polled | null,
  { silentState, maintenanceState = inverterStates.maintenance }: Poll<unknown>,
): number {
  if (service === 'disabled') return inverterStates.disabled;
  if (service === 'maintenance') return maintenanceState;
  return heard ? heard.state : silentState;
}

/** The middle of the values (of the two middle ones the mean); null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)];
  if (high === undefined) return null;
  return Number.isInteger(middle) ? (high + (sorted[middle - 1] ?? high)) / 2 : high;
}
