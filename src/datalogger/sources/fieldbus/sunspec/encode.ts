import { models } from './models';
import type { Point, Value } from './types';

/** Values of a model by point; scale factors among them. What is left out is absent. */
export type Given = Readonly<Record<string, Value>>;

/** A model as a device shows it. */
export interface ShownModel {
  readonly id: number;
  readonly points: Given;
  readonly blocks?: readonly Given[];
}

const signed = /^(int|sunssf)/;
const counter = /^acc/;

/** The words of a raw number that is absent. Counters say 0, texts nothing. */
function absentWords({ type, size }: Point): number[] {
  if (counter.test(type) || type === 'string' || type === 'eui48') return Array(size).fill(0);
  if (signed.test(type) || type === 'pad') return [0x8000, ...Array(size - 1).fill(0)];
  return type === 'float32' ? [0x7fc0, 0] : Array(size).fill(0xffff);
}

/** The largest and the least raw value that is not "absent". */
function rangeOf({ type, size }: Point): readonly [number, number] {
  const bits = 16 * size;
  if (signed.test(type)) return [-(2 ** (bits - 1)) + 1, 2 ** (bits - 1) - 1];
  return [0, 2 ** (type.startsWith('bitfield') ? bits - 1 : bits) - (counter.test(type) ? 1 : 2)];
}

function wholeWords(value: number, size: number): number[] {
  const bits = BigInt.asUintN(16 * size, BigInt(value));
  return Array.from({ length: size }, (_, index) =>
    Number((bits >> BigInt(16 * (size - 1 - index))) & 0xffffn),
  );
}

function floatWords(value: number): number[] {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return [view.getUint16(0), view.getUint16(2)];
}

function textWords(text: string, size: number): number[] {
  const byte = (index: number) => text.charCodeAt(index) & 0xff || 0;
  return Array.from({ length: size }, (_, index) => (byte(2 * index) << 8) | byte(2 * index + 1));
}

/** The words of a value; a number that has no room in its type at this power of ten is absent. */
function wordsOf(point: Point, value: Value, power: number): number[] {
  if (value === null) return absentWords(point);
  if (typeof value === 'string') return textWords(value, point.size);
  if (point.type === 'float32') return floatWords(value);
  const raw = Math.round(power < 0 ? value * 10 ** -power : value / 10 ** power);
  const [least, most] = rangeOf(point);
  return raw < least || raw > most ? absentWords(point) : wholeWords(raw, point.size);
}

/** The registers of a model, its id and length first. */
export function modelWords({ id, points, blocks = [] }: ShownModel): number[] {
  const table = models.get(id);
  if (!table) throw new Error(`No table of model ${id}`);
  const length = table.fixed - 2 + blocks.length * (table.block?.size ?? 0);
  const powerOf = ({ scale }: Point) => {
    const power = typeof scale === 'string' ? points[scale] : scale;
    return typeof power === 'number' ? power : 0;
  };
  const wordsOfAll = (list: readonly Point[], given: Given) =>
    list.flatMap(point => wordsOf(point, given[point.name] ?? null, powerOf(point)));
  return [
    ...wordsOfAll(table.points, { ...points, ID: id, L: length }),
    ...blocks.flatMap(block => wordsOfAll(table.block?.points ?? [], block)),
  ];
}

/** "SunS", the models, and the end of the chain. */
export const chainWords = (shown: readonly ShownModel[]): Uint16Array =>
  Uint16Array.from([0x5375, 0x6e53, ...shown.flatMap(modelWords), 0xffff, 0]);

/** The least power of ten with which values up to `most` fit a number of bits; not below `finest`. */
export function scaleFor(most: number, bits: number, finest: number): number {
  const room = 2 ** bits - 2;
  return Math.max(finest, Math.ceil(Math.log10(Math.max(most, 1e-9) / room)));
}
