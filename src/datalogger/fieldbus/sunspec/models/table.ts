import { type Point, type PointType, registersOf } from '../types';

/** A model: points at fixed places, and a block of points that may repeat until the end of the model. */
export interface Model {
  readonly id: number;
  readonly points: readonly Point[];
  /** Registers before the first block, the model's id and length included. */
  readonly fixed: number;
  readonly block: { readonly name: string; readonly size: number; readonly points: readonly Point[] } | null;
}

/** A point before it has its place. */
type Entry = Omit<Point, 'offset'>;

/** Points of one type, by their names with a space between; `scale` names their scale factor, or is the power of ten itself. */
export function points(
  type: Exclude<PointType, 'string'>,
  names: string,
  scale: string | number | null = null,
): Entry[] {
  return names.split(' ').map(name => ({ name, type, size: registersOf[type], scale }));
}

/** Texts of `size` registers, two characters each. */
export function texts(size: number, names: string): Entry[] {
  return names.split(' ').map(name => ({ name, type: 'string', size, scale: null }));
}

function placed(entries: readonly Entry[]): { points: Point[]; size: number } {
  let size = 0;
  const points = entries.map(entry => {
    const offset = size;
    size += entry.size;
    return { ...entry, offset };
  });
  return { points, size };
}

const header = points('uint16', 'ID L');

/** A model from its points in order, and those of its repeating block. */
export function model(
  id: number,
  entries: readonly Entry[],
  block?: readonly [string, readonly Entry[]],
): Model {
  const { points, size: fixed } = placed([...header, ...entries]);
  return { id, points, fixed, block: block ? { name: block[0], ...placed(block[1]) } : null };
}
