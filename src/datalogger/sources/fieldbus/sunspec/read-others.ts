import { deviceStates, refreshSeconds } from '../../../../contract/codes';
import type { RecordOf } from '../../../../contract/config/kinds';
import { pointOfSensor } from '../../../../contract/config/sensors';
import type { DeviceMap, Job, Reading, Registers } from '../device-driver';
import type { ReadRequest } from '../modbus/read';
import type { PointValues } from './decode';
import { meterSays } from './map-meter';
import { stringSays } from './map-strings';
import { trackerSays } from './map-tracker';
import {
  allModels,
  blockRequests,
  type Found,
  headerOf,
  headRequests,
  readerOf,
  requestsOfBlock,
} from './plan';
import { numberOf } from './say';

const meterIds = [201, 202, 203, 204, 211, 212, 213, 214];
const boxIds = [401, 402, 403, 404];

const nameOf = ({ mapped }: Found) => String(mapped.id);
const hasAny = (points: PointValues) => Object.keys(points).length > 0;

/** The only job of a device that has one model. */
function mainJob(
  found: Found | null | undefined,
  everyS: number,
  requests: (found: Found) => readonly ReadRequest[],
): Job[] {
  if (!found) return [];
  const own = requests(found);
  const pace = { class: everyS < 30 ? 'fast' : 'mid', everyS } as const;
  return own.length === 0
    ? []
    : [{ name: nameOf(found), ...pace, isMain: true, requests: own, expects: [headerOf(found)] }];
}

type Meter = Pick<RecordOf<'contatori'>, 'istanza' | 'polling'>;

/** The meter that a record means: they are counted from 1 through all devices of the unit. */
const meterOf = (map: DeviceMap, { istanza }: Meter) => allModels(map, meterIds)[istanza - 1];

export const readMeter = (map: DeviceMap, record: Meter): Job[] =>
  mainJob(meterOf(map, record), record.polling, found => headRequests(found));

export function meterReadings(map: DeviceMap, record: Meter, registers: Registers): Reading[] {
  const found = meterOf(map, record);
  const points = found ? readerOf(found, registers).points() : {};
  if (!found || !hasAny(points)) return [];
  const values = meterSays(points);
  return [{ group: 'contatori', part: 0, job: nameOf(found), state: deviceStates.good, values }];
}

type Box = Pick<RecordOf<'box-stringhe'>, 'istanza' | 'polling' | 'ingressi'>;

const boxOf = (map: DeviceMap, { istanza }: Box) => allModels(map, boxIds)[istanza - 1];

export const readBox = (map: DeviceMap, record: Box): Job[] =>
  mainJob(boxOf(map, record), Math.max(refreshSeconds.stringhe, record.polling), found =>
    blockRequests(found, record.ingressi),
  );

export function boxReadings(map: DeviceMap, record: Box, registers: Registers): Reading[] {
  const found = boxOf(map, record);
  if (!found) return [];
  const reader = readerOf(found, registers);
  const box = reader.points();
  const count = Math.min(record.ingressi, reader.blockCount);
  return Array.from({ length: count }, (_, index) => index).flatMap((index): Reading[] => {
    const values = stringSays(box, reader.block(index));
    const job = nameOf(found);
    return values ? [{ group: 'stringhe', part: index + 1, job, state: deviceStates.good, values }] : [];
  });
}

/** A block among those of all models with the same id. */
interface FoundBlock {
  readonly found: Found;
  /** From 0. */
  readonly index: number;
}

/** The block that an instance counts, from 1 through all models of these ids; models without blocks count as one. */
function blockOf(map: DeviceMap, ids: readonly number[], instance: number): FoundBlock | null {
  let before = 0;
  for (const found of allModels(map, ids)) {
    const count = found.table.block ? readerOf(found, { at: () => null }).blockCount : 1;
    if (instance <= before + count) return { found, index: instance - 1 - before };
    before += count;
  }
  return null;
}

const pointsOfBlock = ({ found, index }: FoundBlock, registers: Registers): PointValues => {
  const reader = readerOf(found, registers);
  return found.table.block ? reader.block(index) : reader.points();
};

const requestsOf = ({ found, index }: FoundBlock) =>
  found.table.block ? requestsOfBlock(found, index) : headRequests(found);

type Tracker = Pick<RecordOf<'trackers'>, 'istanza' | 'polling' | 'angolo_pulizia' | 'angolo_riposo'>;

const trackerOf = (map: DeviceMap, { istanza }: Tracker) => blockOf(map, [601], istanza);

export function readTracker(map: DeviceMap, record: Tracker): Job[] {
  const own = trackerOf(map, record);
  return mainJob(own?.found, Math.max(refreshSeconds.tracker, record.polling), () =>
    own ? requestsOf(own) : [],
  );
}

export function trackerReadings(map: DeviceMap, record: Tracker, registers: Registers): Reading[] {
  const own = trackerOf(map, record);
  const points = own ? pointsOfBlock(own, registers) : {};
  if (!own || !hasAny(points)) return [];
  const { state, values } = trackerSays(points, record);
  return [{ group: 'tracker', part: 0, job: nameOf(own.found), state, values }];
}

type Sensor = Pick<RecordOf<'sensori'>, 'istanza' | 'polling' | 'tipo' | 'punto'>;

/** The point of a sensor: its model, by the instance of the record, and its name there. */
function sensorOf(map: DeviceMap, record: Sensor): (FoundBlock & { readonly name: string }) | null {
  const [id, name] = pointOfSensor(record)?.split('.') ?? [];
  const own = blockOf(map, [Number(id)], record.istanza);
  return own && name !== undefined ? { ...own, name } : null;
}

export function readSensor(map: DeviceMap, record: Sensor): Job[] {
  const own = sensorOf(map, record);
  return mainJob(own?.found, record.polling, () => (own ? requestsOf(own) : []));
}

export function sensorReadings(map: DeviceMap, record: Sensor, registers: Registers): Reading[] {
  const own = sensorOf(map, record);
  const points = own ? pointsOfBlock(own, registers) : {};
  if (!own || !hasAny(points)) return [];
  const v = numberOf(points, own.name);
  return [{ group: 'sensori', part: 0, job: nameOf(own.found), state: deviceStates.good, values: { v } }];
}
