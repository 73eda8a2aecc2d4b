import type { Group, PointOf } from '../../contract/points';
import { type RefusalNote, refusalsIn } from '../../contract/refusals';
import { codesOf } from '../data/live-codes';
import type { Resource } from '../data/resource';
import { liveTable, type MeasureTable, rowsOf, type Sample, sampleAt, textAt } from '../data/table';

/** The data of a device that every screen has. */
export interface Device extends Sample {
  /** The device's id in its group. It is in the address and distinguishes devices with the same name. */
  readonly id: string;
  readonly name: string;
  /** Values by point; without the points that the datalogger does not provide. A silent device has its last values. */
  readonly values: ReadonlyMap<string, number | null>;
  /** The points whose value was refused, because it cannot be true. */
  readonly refused?: readonly RefusalNote[];
}

export interface DeviceList<D extends Device> {
  /** Time of the newest sample, epoch seconds by the plant's clock. */
  readonly t: number;
  readonly devices: readonly D[];
  /** The plant's totals of the same snapshot, where the screen requests them. */
  readonly plant: ReadonlyMap<string, number | null>;
  /** Whether parts of those totals are missing. */
  readonly isPlantPartial: boolean;
}

export const everyMs = 5_000;

/** A value of a device, or null. */
export function numberOf({ values }: Device, point: string): number | null {
  return values.get(point) ?? null;
}

/** Why the value of a point is missing; undefined where it was not refused. */
export function refusalOf({ refused }: Device, point: string): RefusalNote | undefined {
  return refused?.find(each => each.point === point);
}

/** A current value of a device; null for a silent device. */
export function currentOf(device: Device, point: string): number | null {
  return device.isSilent ? null : numberOf(device, point);
}

/** Polls points of a group, and totals of the plant with them: `deviceList('contatori', ['p', 'qac'], ['pac'])`. */
export function deviceList<G extends Group>(
  group: G,
  points: readonly PointOf<G>[],
  ofPlant: readonly PointOf<'impianto'>[] = [],
): Resource<DeviceList<Device>> {
  return liveTable(codesOf(group, points, ofPlant), everyMs, table =>
    readDevices(table, group, points, ofPlant),
  );
}

/** The same poll with a conversion of the devices to the type of a screen. */
export function refined<D extends Device>(
  live: Resource<DeviceList<Device>>,
  refine: (list: DeviceList<Device>) => DeviceList<D>,
): Resource<DeviceList<D>> {
  return { ...live, read: raw => refine(live.read(raw)) };
}

/** Reads the devices of a group, some of their points, and the requested totals of the plant from a table of live values. */
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
  const refused = refusalsIn(textAt(table, 'scartati', row) ?? '');
  return {
    id: id ?? `row ${row}`,
    name: textAt(table, 'nome', row) ?? id ?? '',
    ...sample,
    ...(refused.length > 0 && { refused }),
    values: new Map(points.filter(point => table.columns.has(point)).map(point => [point, numberOf(point)])),
  };
}
