import official from './models.json';
import { type Point, type PointType, registersOf } from './types';

/** A model: points at fixed places, and a block of points that may repeat until the end of the model. */
export interface Model {
  readonly id: number;
  readonly points: readonly Point[];
  /** Registers before the first block, including the model's id and length. */
  readonly fixed: number;
  readonly block: { readonly name: string; readonly size: number; readonly points: readonly Point[] } | null;
}

/** Name, type, registers, and the scale factor: the name of its point, or a fixed power of ten. */
type Fact = readonly (string | number | null)[];

const isPointType = (type: unknown): type is PointType =>
  type === 'string' || (typeof type === 'string' && type in registersOf);

function pointOf([name, type, size, scale]: Fact, offset: number): Point {
  if (typeof name !== 'string' || !isPointType(type) || typeof size !== 'number' || scale === undefined)
    throw new Error(`models.json: unknown type ${type} of point ${name}`);
  return { name, type, size, offset, scale };
}

/** Points in their order, one behind the other. */
function placed(facts: readonly Fact[]): { points: Point[]; size: number } {
  let size = 0;
  const points = facts.map(fact => {
    const point = pointOf(fact, size);
    size += point.size;
    return point;
  });
  return { points, size };
}

interface Facts {
  readonly points: readonly Fact[];
  /** Name and points of the repeating block. */
  readonly block: readonly (string | readonly Fact[])[] | null;
}

function modelOf(id: string, { points: facts, block }: Facts): Model {
  const { points, size: fixed } = placed(facts);
  const [name, repeated] = block ?? [];
  const hasBlock = typeof name === 'string' && Array.isArray(repeated);
  return { id: Number(id), points, fixed, block: hasBlock ? { name, ...placed(repeated) } : null };
}

const definitions: Readonly<Record<string, Facts>> = official.models;

/** The SunSpec models known here, by id: those of the official definitions in `models.json`. */
export const models: ReadonlyMap<number, Model> = new Map(
  Object.entries(definitions).map(([id, facts]) => [Number(id), modelOf(id, facts)]),
);
