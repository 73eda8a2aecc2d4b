import type { NamedRegisters } from '../../../../contract/bus';
import type { DeviceMap, MappedModel } from '../device-driver';
import { ModelReader, type PointValues } from './decode';
import type { Model } from './models';
import { models } from './models';
import type { Point } from './types';
import { unitOf } from './units';

/** Id and length come before the registers that `MappedModel.from` points at. */
const headerSize = 2;

/** Registers of a unit that were read together. */
export interface Extract {
  readonly from: number;
  readonly words: Uint16Array;
}

/** A point, where its registers begin, and the block in which it is. */
interface Placed {
  readonly point: Point;
  readonly from: number;
  readonly block: number | null;
}

interface Located {
  readonly table: Model;
  readonly mapped: MappedModel;
  readonly start: number;
}

const known = (map: DeviceMap): Located[] =>
  map.devices.flatMap(device =>
    device.models.flatMap(mapped => {
      const table = models.get(mapped.id);
      return table ? [{ table, mapped, start: mapped.from - headerSize }] : [];
    }),
  );

const isValue = ({ type }: Point) => type !== 'pad';

function placesOf({ table, mapped, start }: Located): Placed[] {
  const { points, block, fixed } = table;
  const places: Placed[] = points.map(point => ({ point, from: start + point.offset, block: null }));
  const end = start + headerSize + mapped.length;
  for (let index = 0; block && start + fixed + (index + 1) * block.size <= end; index++)
    for (const point of block.points)
      places.push({ point, from: start + fixed + index * block.size + point.offset, block: index });
  return places.filter(({ point, from }) => isValue(point) && from + point.size <= end);
}

const isWithin = ({ point, from }: Placed, { from: first, count }: { from: number; count: number }) =>
  from >= first && from + point.size <= first + count;

/**
 * The registers that have to be read together so that the points in `range` can be scaled: their scale factors change with the magnitude of
 * the values. No more than one request takes, as these are left out which are too far away.
 */
export function withScales(map: DeviceMap, range: { from: number; count: number }, most: number) {
  let [first, end] = [range.from, range.from + range.count];
  for (const located of known(map))
    for (const place of placesOf(located)) {
      const { scale } = place.point;
      if (typeof scale !== 'string' || !isWithin(place, range)) continue;
      const factor = located.table.points.find(({ name }) => name === scale);
      if (!factor) continue;
      const at = located.start + factor.offset;
      const wider = [Math.min(first, at), Math.max(end, at + 1)] as const;
      if (wider[1] - wider[0] <= most) [first, end] = wider;
    }
  return { from: first, count: end - first };
}

/** What the models of a unit say of the registers in `range`. The value is null where the device gives none, or its scale was not read. */
export function namedRegisters(
  map: DeviceMap,
  range: { from: number; count: number },
  { from: first, words }: Extract,
): NamedRegisters[] {
  return known(map).flatMap(located => {
    const { table, mapped, start } = located;
    const places = placesOf(located).filter(place => isWithin(place, range));
    if (places.length === 0) return [];
    const reader = new ModelReader(table, mapped.length, (offset, count) => {
      const at = start + offset - first;
      return at >= 0 && at + count <= words.length ? words.subarray(at, at + count) : null;
    });
    const read = new Map<number | null, PointValues>();
    const valuesIn = (block: number | null) => {
      const values = read.get(block) ?? (block === null ? reader.points() : reader.block(block));
      read.set(block, values);
      return values;
    };
    return places.map(({ point, from, block }) => ({
      da: from,
      quanti: point.size,
      modello: mapped.id,
      punto: block === null ? point.name : `${table.block?.name ?? ''}[${block + 1}].${point.name}`,
      valore: valuesIn(block)[point.name] ?? null,
      unita: unitOf(point.name),
    }));
  });
}
