import type { Model } from './models/table';
import { type Point, type Value, valueIn } from './types';

/** Values of a model by point; what was not read is left out. */
export type PointValues = Readonly<Record<string, Value>>;

/** A model as it was read. */
export interface Decoded {
  readonly points: PointValues;
  /** The repeating blocks that the model's length has room for, whatever the device's own count says. */
  readonly blocks: readonly PointValues[];
}

/** How many blocks a model of this length (its own `L`, without id and length) has. Devices count them wrongly, or not at all. */
export function blockCount({ fixed, block }: Pick<Model, 'fixed' | 'block'>, length: number): number {
  return block ? Math.max(0, Math.floor((length + 2 - fixed) / block.size)) : 0;
}

/** Reads a register by its distance from the start of the model; undefined where it was not read. */
type RegisterAt = (offset: number) => number | undefined;

/** The registers of a point; null when one of them was not read. */
function wordsOf({ offset, size }: Point, start: number, at: RegisterAt): number[] | null {
  const words: number[] = [];
  for (let index = 0; index < size; index++) {
    const word = at(start + offset + index);
    if (word === undefined) return null;
    words.push(word);
  }
  return words;
}

/**
 * Decodes a model whose length is `length`. Scale factors are taken from the same registers as the values, because devices change them
 * with the magnitude.
 */
export function decode(model: Model, length: number, at: RegisterAt): Decoded {
  const isInside: RegisterAt = offset => (offset < length + 2 ? at(offset) : undefined);
  const factors = new Map<string, Value>();
  const powerOf = ({ scale }: Point): number | null => {
    if (typeof scale !== 'string') return scale ?? 0;
    const factor = factors.get(scale);
    return typeof factor === 'number' ? factor : null;
  };
  for (const point of model.points) {
    const words = point.type === 'sunssf' ? wordsOf(point, 0, isInside) : null;
    if (words) factors.set(point.name, valueIn('sunssf', words, 0));
  }
  const valuesOf = (points: readonly Point[], start: number): PointValues =>
    Object.fromEntries(
      points.flatMap(point => {
        const words = point.type === 'pad' ? null : wordsOf(point, start, isInside);
        return words ? [[point.name, valueIn(point.type, words, powerOf(point))]] : [];
      }),
    );
  const { block } = model;
  return {
    points: valuesOf(model.points, 0),
    blocks: Array.from({ length: blockCount(model, length) }, (_, index) =>
      block ? valuesOf(block.points, model.fixed + index * block.size) : {},
    ),
  };
}
