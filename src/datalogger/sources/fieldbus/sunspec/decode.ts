import type { Model } from './models';
import { type Point, type Value, valueIn, type Words } from './types';

/** Values of a model by point; what was not read is left out. */
export type PointValues = Readonly<Record<string, Value>>;

/** A model as it was read. */
export interface Decoded {
  readonly points: PointValues;
  /** The repeating blocks that the model's length has room for, whatever the device's own count says. */
  readonly blocks: readonly PointValues[];
}

/** Registers of a model from the start of its id; null where one of them was not read. */
export type WordsAt = (offset: number, count: number) => Words | null;

/** How many blocks a model of this length (its own `L`, without id and length) has. Devices count them wrongly, or not at all. */
export function blockCount({ fixed, block }: Pick<Model, 'fixed' | 'block'>, length: number): number {
  return block ? Math.max(0, Math.floor((length + 2 - fixed) / block.size)) : 0;
}

/** A model whose registers lie in `at`. Scale factors are taken from the same registers as the values: devices change them with the magnitude. */
export class ModelReader {
  readonly #model: Model;
  readonly #length: number;
  readonly #at: WordsAt;
  readonly #factors = new Map<string, Value>();

  /** `length` as the device says it, without id and length. */
  constructor(model: Model, length: number, at: WordsAt) {
    this.#model = model;
    this.#length = length;
    this.#at = (offset, count) => (offset + count <= length + 2 ? at(offset, count) : null);
    for (const point of model.points) {
      const words = point.type === 'sunssf' ? this.#at(point.offset, point.size) : null;
      if (words) this.#factors.set(point.name, valueIn('sunssf', words, 0));
    }
  }

  get blockCount(): number {
    return blockCount(this.#model, this.#length);
  }

  /** The points that do not repeat. */
  points(): PointValues {
    return this.#values(this.#model.points, 0);
  }

  /** The points of a block, from 0; none where the model does not have it. */
  block(index: number): PointValues {
    const { block, fixed } = this.#model;
    return block ? this.#values(block.points, fixed + index * block.size) : {};
  }

  blocks(): PointValues[] {
    return Array.from({ length: this.blockCount }, (_, index) => this.block(index));
  }

  #values(points: readonly Point[], start: number): PointValues {
    const values: Record<string, Value> = {};
    for (const point of points) {
      const words = point.type === 'pad' ? null : this.#at(start + point.offset, point.size);
      if (words) values[point.name] = valueIn(point.type, words, this.#powerOf(point));
    }
    return values;
  }

  #powerOf({ scale }: Point): number | null {
    if (typeof scale !== 'string') return scale ?? 0;
    const factor = this.#factors.get(scale);
    return typeof factor === 'number' ? factor : null;
  }
}

/** Decodes a model of this length (`L`) as a whole. */
export function decode(model: Model, length: number, at: WordsAt): Decoded {
  const reader = new ModelReader(model, length, at);
  return { points: reader.points(), blocks: reader.blocks() };
}
