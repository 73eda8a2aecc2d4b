import type { Group, PointOf } from '../../contract/points';
import { nameAt } from '../data/inverter-states';
import { liveTable } from '../data/live-table';
import type { Resource } from '../data/resource';
import { ageAt, goodAt, isDoubtfulAt, staleAfterS } from '../data/samples';
import { type MeasureTable, numberAt, rowsOf, textAt } from '../data/table';

/** One device as every device screen knows it. */
export interface Device {
  /** Its id in the group: tells devices apart where names repeat, and stands in the address. */
  readonly id: string;
  readonly name: string;
  /** Code of the state in the group's own list; null where it is not told. */
  readonly state: number | null;
  /** It does not communicate, or its sample is too old to be called live. */
  readonly isSilent: boolean;
  /** It says of itself that its values are not to be relied on (OPC quality below good). */
  readonly isDoubtful: boolean;
  /** Age of the sample in s when the snapshot was taken. */
  readonly ageS: number;
  /** Time of the sample, epoch seconds by the plant's clock. */
  readonly sampledS: number;
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

/** State code of a device that does not answer, in every group with a device screen of this kind. */
const commLost = 90;

export const everyMs = 5_000;

/** A value of a device, or null. */
export function numberOf({ values }: Device, point: string): number | null {
  return values.get(point) ?? null;
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

export function readDevices(
  table: MeasureTable,
  group: string,
  points: readonly string[],
  ofPlant: readonly string[] = [],
): DeviceList<Device> {
  const devices = rowsOf(table, group).map(row => readDevice(table, row, points));
  const [plantRow] = ofPlant.length > 0 ? rowsOf(table, 'impianto') : [];
  const youngestS = devices.length === 0 ? 0 : Math.min(...devices.map(({ ageS }) => ageS));
  return {
    t: table.t - youngestS,
    devices,
    plant: new Map(
      plantRow === undefined ? [] : ofPlant.map(point => [point, goodAt(table, point, plantRow)]),
    ),
    isPlantPartial: plantRow !== undefined && isDoubtfulAt(table, plantRow),
  };
}

function readDevice(table: MeasureTable, row: number, points: readonly string[]): Device {
  const ageS = ageAt(table, row);
  const state = numberAt(table, 'stato', row);
  const isSilent = ageS > staleAfterS || state === commLost;
  const valueAt = isSilent ? numberAt : goodAt;
  return {
    id: textAt(table, 'id', row) ?? `row ${row}`,
    name: nameAt(table, row),
    state,
    isSilent,
    isDoubtful: !isSilent && isDoubtfulAt(table, row),
    ageS,
    sampledS: table.t - ageS,
    values: new Map(points.map(point => [point, valueAt(table, point, row)])),
  };
}
