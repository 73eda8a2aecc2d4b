import type { Group, PointOf } from '../../contract/points';
import { liveTable } from '../data/live-table';
import type { Resource } from '../data/resource';
import { type Sample, sampleAt } from '../data/samples';
import { type MeasureTable, rowsOf, textAt } from '../data/table';

/** One device as every screen knows it. */
export interface Device extends Sample {
  /** Its id in the group: tells devices apart where names repeat, and stands in the address. */
  readonly id: string;
  readonly name: string;
  /** By point. Of a silent one what it said last. */
  readonly values: ReadonlyMap<string, number | null>;
}

export interface DeviceList<D extends Device> {
  /** Time of the newest sample, epoch seconds by the plant's clock. */
  readonly t: number;
  readonly devices: readonly D[];
  /** The plant's aggregates in the same snapshot, where the screen asks for them. */
  readonly plant: ReadonlyMap<string, number | null>;
  /** Those are sums of which parts are missing. */
  readonly isPlantPartial: boolean;
}

export const everyMs = 5_000;

/** A value of a device, or null. */
export function numberOf({ values }: Device, point: string): number | null {
  return values.get(point) ?? null;
}

/** The same while it is of now: a silent device has none. */
export function currentOf(device: Device, point: string): number | null {
  return device.isSilent ? null : numberOf(device, point);
}

/** What is read of a group in one poll, and of the plant with it: `deviceList('contatori', ['p', 'qac'], ['pac'])`. */
export function deviceList<G extends Group>(
  group: G,
  points: readonly PointOf<G>[],
  ofPlant: readonly PointOf<'impianto'>[] = [],
): Resource<DeviceList<Device>> {
  const codes = [...points.map(point => `${group}.${point}`), ...ofPlant.map(point => `impianto.${point}`)];
  return liveTable(codes.join(','), everyMs, table => readDevices(table, group, points, ofPlant));
}

/** The same poll, of which the screen makes devices of its own. */
export function refined<D extends Device>(
  live: Resource<DeviceList<Device>>,
  refine: (list: DeviceList<Device>) => DeviceList<D>,
): Resource<DeviceList<D>> {
  return { ...live, read: raw => refine(live.read(raw)) };
}

/** The devices of a group in a table of live values, with some of their points, and the plant's aggregates where they are asked for. */
export function readDevices(
  table: MeasureTable,
  group: Group,
  points: readonly string[],
  ofPlant: readonly string[] = [],
): DeviceList<Device> {
  const devices = rowsOf(table, group).map(row => readDevice(table, group, row, points));
  const plant = ofPlant.length > 0 ? readDevices(table, 'impianto', ofPlant).devices[0] : undefined;
  let youngestS = Number.POSITIVE_INFINITY;
  for (const { ageS } of devices) youngestS = Math.min(youngestS, ageS);
  return {
    t: devices.length === 0 ? table.t : table.t - youngestS,
    devices,
    plant: new Map(plant && !plant.isSilent ? plant.values : []),
    isPlantPartial: plant?.isDoubtful ?? false,
  };
}

function readDevice(table: MeasureTable, group: Group, row: number, points: readonly string[]): Device {
  const { numberOf, ...sample } = sampleAt(table, group, row);
  const id = textAt(table, 'id', row);
  return {
    id: id ?? `row ${row}`,
    name: textAt(table, 'nome', row) ?? id ?? '',
    ...sample,
    values: new Map(points.map(point => [point, numberOf(point)])),
  };
}
