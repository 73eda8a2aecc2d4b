import { models } from '../../../src/datalogger/sources/fieldbus/sunspec/models';
import type { Point } from '../../../src/datalogger/sources/fieldbus/sunspec/types';

/** A number of a device, and where it is. */
export interface Field {
  /** Protocol address of its first register. */
  readonly at: number;
  readonly size: number;
  readonly name: string;
  readonly type: Point['type'];
  readonly model: number;
}

const end = 0xffff;

function placed(points: readonly Point[], at: number, model: number): Field[] {
  return points
    .filter(({ name }) => name !== 'ID' && name !== 'L')
    .map(({ offset, size, name, type }) => ({ at: at + offset, size, name, type, model }));
}

/** The points of the models that a device shows, by their registers; `base` is the address of the mark. */
export function fieldsOf(image: ArrayLike<number>, base: number): Field[] {
  const fields: Field[] = [];
  for (let at = 2; at + 1 < image.length && image[at] !== end; ) {
    const [id = 0, length = 0] = [image[at], image[at + 1]];
    const table = models.get(id);
    if (table) {
      fields.push(...placed(table.points, base + at, id));
      const size = table.block?.size ?? 0;
      const blocks = size > 0 ? Math.floor((length + 2 - table.fixed) / size) : 0;
      for (let block = 0; block < blocks; block++)
        fields.push(...placed(table.block?.points ?? [], base + at + table.fixed + block * size, id));
    }
    at += 2 + length;
  }
  return fields;
}

/** The number in registers as whole steps, with or without sign. */
export function stepsIn(words: ArrayLike<number>, isSigned: boolean): bigint {
  let sum = 0n;
  for (let index = 0; index < words.length; index++) sum = (sum << 16n) | BigInt(words[index] ?? 0);
  return isSigned ? BigInt.asIntN(16 * words.length, sum) : sum;
}

export function wordsOf(steps: bigint, size: number): number[] {
  const bits = BigInt.asUintN(16 * size, steps);
  return Array.from({ length: size }, (_, index) =>
    Number((bits >> BigInt(16 * (size - 1 - index))) & 0xffffn),
  );
}

export const isCounter = ({ type, name }: Field) =>
  /^acc/.test(type) || (/^(Tot|WH|DCWH)/.test(name) && type !== 'sunssf');
export const isSigned = ({ type }: Field) => type.startsWith('int') || type === 'sunssf';
export const isScale = ({ type }: Field) => type === 'sunssf';
/** Texts, codes and what is only padding are no quantities. */
export const isQuantity = ({ type }: Field) => /^(u?int|acc)/.test(type);
