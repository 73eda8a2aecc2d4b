import type { DeviceMap, Expected, MappedDevice, MappedModel, Registers } from '../device-driver';
import type { ReadRequest } from '../modbus/read';
import { blockCount, ModelReader, type PointValues } from './decode';
import type { Model } from './models';
import { models } from './models';

/** Registers that one request may ask for. */
const mostRegisters = 125;
/** Maximum number of inputs of an inverter (contract/points.ts). */
export const mostInputs = 24;
/** Id and length come before the registers that `MappedModel.from` points at. */
const headerSize = 2;

/** A model of a map, with the table that says what its registers mean. */
export interface Found {
  readonly unit: number;
  readonly mapped: MappedModel;
  readonly table: Model;
}

/** The models of a device with one of these ids, in the order of their addresses. */
export function modelsOf(map: DeviceMap, device: MappedDevice, ids: readonly number[]): Found[] {
  return device.models.flatMap(mapped => {
    const table = ids.includes(mapped.id) ? models.get(mapped.id) : undefined;
    return table ? [{ unit: map.unit, mapped, table }] : [];
  });
}

export const modelOf = (map: DeviceMap, device: MappedDevice, id: number): Found | null =>
  modelsOf(map, device, [id])[0] ?? null;

/** The models of all devices of a unit. */
export const allModels = (map: DeviceMap, ids: readonly number[]): Found[] =>
  map.devices.flatMap(device => modelsOf(map, device, ids));

/** Id and length of a model, which are read with its values: after an update another model may be in its place. */
export const headerOf = ({ mapped }: Found): Expected => ({
  fc: 3,
  from: mapped.from - headerSize,
  words: [mapped.id, mapped.said],
});

/** The header of a model and `count` registers after it, at most as many as the device has and one request can take. */
export function headRequests(
  { unit, mapped, table }: Found,
  count = table.fixed - headerSize,
): ReadRequest[] {
  const size = Math.min(count, mapped.length, mostRegisters - headerSize);
  return size > 0 ? [{ unit, fc: 3, from: mapped.from - headerSize, count: headerSize + size }] : [];
}

/** How many blocks come in the first request, with header and fixed points, and in each further one. */
function blocksPerRequest({ fixed, block }: Model): { first: number; further: number } {
  const size = block?.size ?? mostRegisters;
  return {
    first: Math.floor((mostRegisters - fixed) / size),
    further: Math.floor(mostRegisters / size),
  };
}

/** The request from block `next` on, and the fixed points where it is the first; `count` is the number of blocks that the model has. */
function blocksFrom({ unit, mapped, table }: Found, next: number, count: number): ReadRequest {
  const { first, further } = blocksPerRequest(table);
  const size = table.block?.size ?? 0;
  const from = mapped.from - headerSize;
  return next === 0
    ? { unit, fc: 3, from, count: table.fixed + Math.min(first, count) * size }
    : { unit, fc: 3, from: from + table.fixed + next * size, count: Math.min(further, count - next) * size };
}

const countOf = ({ mapped, table }: Found) => blockCount(table, mapped.length);

/**
 * The first `wanted` blocks of a model, in requests that are cut where a block ends. The first has the fixed points with it, so that the
 * scale factors are of the same moment as the values.
 */
export function blockRequests(found: Found, wanted: number): ReadRequest[] {
  const count = Math.min(wanted, countOf(found));
  if (count === 0) return headRequests(found);
  const { first, further } = blocksPerRequest(found.table);
  const requests = [blocksFrom(found, 0, count)];
  for (let next = first; next < count; next += further) requests.push(blocksFrom(found, next, count));
  return requests;
}

/**
 * The fixed points and the block `index`, from 0. Its neighbours are in the same requests, so that those of one model are equal whichever
 * of them is wanted.
 */
export function requestsOfBlock(found: Found, index: number): ReadRequest[] {
  const count = countOf(found);
  if (index >= count) return [];
  const { first, further } = blocksPerRequest(found.table);
  const head = blocksFrom(found, 0, count);
  return index < first
    ? [head]
    : [head, blocksFrom(found, first + further * Math.floor((index - first) / further), count)];
}

/** The newest registers of a model. */
export function readerOf({ mapped, table }: Found, registers: Registers): ModelReader {
  const from = mapped.from - headerSize;
  return new ModelReader(table, mapped.length, (offset, count) =>
    offset < headerSize ? null : registers.at(3, from + offset, count),
  );
}

/** The fixed points of a model; none where there is no such model, or it was not read. */
export const pointsOf = (found: Found | null, registers: Registers): PointValues =>
  found ? readerOf(found, registers).points() : {};
