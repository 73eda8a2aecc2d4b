import type { FoundDevice } from '../../../../contract/bus';
import type { ConfigKind } from '../../../../contract/config/kinds';
import { type SensorPoint, sensorPoints } from '../../../../contract/config/sensors';
import type { DeviceMap, MappedDevice, Nameplate, Registers } from '../device-driver';
import type { ReadRequest } from '../modbus/read';
import type { PointValues } from './decode';
import { meterSays } from './map-meter';
import { blockRequests, type Found, headRequests, modelOf, modelsOf, readerOf } from './plan';

/** The models that make a device one of a kind. */
const kindModels = [
  ['inverters', [101, 102, 103, 111, 112, 113, 701]],
  ['contatori', [201, 202, 203, 204, 211, 212, 213, 214]],
  ['box-stringhe', [401, 402, 403, 404]],
  ['trackers', [601]],
  ['sensori', [302, 303, 304, 307, 308]],
] as const satisfies readonly (readonly [ConfigKind, readonly number[]])[];

/** Models with the inputs of an inverter, and with its rated power. */
const inputModels = [160, 714];
const ratings = [
  [702, 'WMaxRtg'],
  [120, 'WRtg'],
] as const;

/** No station has more sensors of one kind. */
const mostBlocks = 24;

type Part = Pick<FoundDevice, 'tipo' | 'istanza' | 'pn' | 'potenza' | 'parti' | 'punti'>;

/** One device of a unit, as a record of its kind would name it. */
export type InventoryItem = Part & { readonly nameplate: Nameplate; readonly models: readonly number[] };

/** The kinds of which values are read when they are found. */
const readKinds = kindModels.filter(([kind]) => kind !== 'box-stringhe' && kind !== 'trackers');

const everyPoint = Object.values<readonly SensorPoint[]>(sensorPoints).flat();

/** What has to be read to know the powers of a unit's inverters and meters, and which sensors its station has. */
export const inventoryRequests = (map: DeviceMap): ReadRequest[] =>
  map.devices.flatMap(device =>
    modelsOf(map, device, [...ratings.map(([id]) => id), ...readKinds.flatMap(([, ids]) => ids)]).flatMap(
      found => (found.table.block ? blockRequests(found, mostBlocks) : headRequests(found)),
    ),
  );

/** The devices of a unit, counted as records count them. What is not in `registers` stays unknown. */
export function inventoryOf(map: DeviceMap, registers: Registers): InventoryItem[] {
  const counted = new Map<ConfigKind, number>();
  return map.devices.flatMap((device): InventoryItem[] => {
    const { nameplate } = device;
    const models = device.models.map(({ id }) => id);
    const items = kindModels.flatMap(([kind, ids]): InventoryItem[] => {
      const found = modelsOf(map, device, ids);
      if (kind === 'sensori') {
        const before = counted.get(kind) ?? 0;
        const stations = pointsOfStation(found, registers);
        counted.set(kind, before + stations.length);
        const common = { tipo: kind, pn: null, potenza: null, parti: null, nameplate, models };
        return stations.map((punti, index) => ({ ...common, istanza: before + index + 1, punti }));
      }
      // An inverter may give its values by several models; each of the others is a device of its own.
      const own = kind === 'inverters' ? found.slice(0, 1) : found;
      return own.map(main => {
        const istanza = (counted.get(kind) ?? 0) + 1;
        const parti = partsOf(kind, main, map, device);
        counted.set(kind, istanza + (kind === 'trackers' ? (parti ?? 1) - 1 : 0));
        const pn = kind === 'inverters' ? ratedKw(map, device, registers) : null;
        return {
          tipo: kind,
          istanza,
          pn,
          potenza: powerKw(kind, main, registers),
          parti,
          punti: [],
          nameplate,
          models,
        };
      });
    });
    const none = { pn: null, potenza: null, parti: null, punti: [] };
    const unknown = { tipo: null, istanza: 1, ...none, nameplate, models };
    return items.length > 0 ? items : [unknown];
  });
}

/** Inputs of an inverter or a box, trackers of a controller; null where it does not say. */
function partsOf(kind: ConfigKind, main: Found, map: DeviceMap, device: MappedDevice): number | null {
  const found = kind === 'inverters' ? modelsOf(map, device, inputModels)[0] : main;
  const count = found?.table.block ? readerOf(found, { at: () => null }).blockCount : 0;
  return count > 0 ? count : null;
}

/** kW now, export positive: meters count from the consumer (map-meter.ts). */
function powerKw(kind: ConfigKind, main: Found, registers: Registers): number | null {
  const { W: watts } = readerOf(main, registers).points();
  if (typeof watts !== 'number') return null;
  if (kind === 'contatori') return meterSays({ W: watts }).p ?? null;
  return kind === 'inverters' ? watts / 1000 : null;
}

function ratedKw(map: DeviceMap, device: MappedDevice, registers: Registers): number | null {
  for (const [id, point] of ratings) {
    const found = modelOf(map, device, id);
    const watts = found && readerOf(found, registers).points()[point];
    if (typeof watts === 'number' && watts > 0) return watts / 1000;
  }
  return null;
}

/** The points of a station that hold a value: those of its first sensors, of its second ones, and so on. */
function pointsOfStation(found: readonly Found[], registers: Registers): SensorPoint[][] {
  if (found.length === 0) return [];
  const blocks = new Map<number, PointValues[]>();
  for (const model of found) {
    const reader = readerOf(model, registers);
    const own = model.table.block
      ? Array.from({ length: Math.min(mostBlocks, reader.blockCount) }, (_, index) => reader.block(index))
      : [reader.points()];
    blocks.set(model.mapped.id, [...(blocks.get(model.mapped.id) ?? []), ...own]);
  }
  const most = Math.max(1, ...[...blocks.values()].map(({ length }) => length));
  const stations = Array.from({ length: most }, (_, index) =>
    everyPoint.filter(place => {
      const [id, name = ''] = place.split('.');
      return typeof blocks.get(Number(id))?.[index]?.[name] === 'number';
    }),
  );
  return stations.filter((points, index) => index === 0 || points.length > 0);
}
