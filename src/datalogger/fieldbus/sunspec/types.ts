/** The types of SunSpec points. Words and bytes are big-endian. */
export type PointType =
  | 'int16'
  | 'uint16'
  | 'count'
  | 'acc16'
  | 'enum16'
  | 'bitfield16'
  | 'int32'
  | 'uint32'
  | 'acc32'
  | 'enum32'
  | 'bitfield32'
  | 'int64'
  | 'uint64'
  | 'acc64'
  | 'float32'
  | 'string'
  | 'eui48'
  | 'sunssf'
  | 'pad';

/** A value as the device means it, scaled; null where the device says that it has none. */
export type Value = number | string | null;

/** A point of a model. */
export interface Point {
  readonly name: string;
  readonly type: PointType;
  /** Registers that it takes. */
  readonly size: number;
  /** Registers from the start of the model (its id is at 0), or of the block that it repeats. */
  readonly offset: number;
  /** The power of ten that its raw value is multiplied with: fixed, or the point of the model that says it; null for none. */
  readonly scale: string | number | null;
}

type NumberType = Exclude<PointType, 'string' | 'eui48' | 'pad' | 'sunssf'>;

/** Registers that a value of the type takes; texts differ. */
export const registersOf: Readonly<Record<Exclude<PointType, 'string'>, number>> = {
  ...{ int16: 1, uint16: 1, count: 1, acc16: 1, enum16: 1, bitfield16: 1, sunssf: 1, pad: 1 },
  ...{ int32: 2, uint32: 2, acc32: 2, enum32: 2, bitfield32: 2, float32: 2 },
  ...{ int64: 4, uint64: 4, acc64: 4, eui48: 4 },
};

/** The raw value that means "not there". Counters say 0: a lifetime counter that never counted. */
export const absentValues: Readonly<Record<Exclude<NumberType, 'float32'>, bigint>> = {
  ...{ int16: -0x8000n, uint16: 0xffffn, count: 0xffffn, acc16: 0n, enum16: 0xffffn, bitfield16: 0xffffn },
  ...{ int32: -0x8000_0000n, uint32: 0xffff_ffffn, acc32: 0n, enum32: 0xffff_ffffn },
  bitfield32: 0xffff_ffffn,
  ...{ int64: -0x8000_0000_0000_0000n, uint64: 0xffff_ffff_ffff_ffffn, acc64: 0n },
};

const isSigned = (type: NumberType) => type === 'int16' || type === 'int32' || type === 'int64';

function unsigned(words: readonly number[]): bigint {
  return words.reduce((sum, word) => sum * 0x1_0000n + BigInt(word), 0n);
}

/** Single-precision number of two words; null for infinities and what is no number. */
function float(words: readonly number[]): number | null {
  const view = new DataView(new ArrayBuffer(4));
  words.slice(0, 2).forEach((word, index) => {
    view.setUint16(2 * index, word);
  });
  const value = view.getFloat32(0);
  return Number.isFinite(value) ? value : null;
}

const bytesOf = (words: readonly number[]): number[] => words.flatMap(word => [word >> 8, word & 0xff]);

/** Latin-1 up to the first NUL, without control characters and spaces at its ends; null where nothing is left. */
function text(words: readonly number[]): string | null {
  const bytes = bytesOf(words);
  const end = bytes.indexOf(0);
  const characters = bytes
    .slice(0, end < 0 ? bytes.length : end)
    .filter(byte => byte >= 0x20 && (byte < 0x7f || byte >= 0xa0));
  return String.fromCharCode(...characters).trim() || null;
}

/** The last six bytes as a hardware address; null where all are zero. */
function hardwareAddress(words: readonly number[]): string | null {
  const bytes = bytesOf(words).slice(2);
  return bytes.every(byte => byte === 0)
    ? null
    : bytes.map(byte => byte.toString(16).toUpperCase().padStart(2, '0')).join(':');
}

/** A power of ten beyond this is none. */
const largestScale = 10;

/** The power of ten in a scale factor's register; null where the device gives none. */
function scaleFactor(word: number | undefined): number | null {
  if (word === undefined) return null;
  const power = word >= 0x8000 ? word - 0x1_0000 : word;
  return Math.abs(power) <= largestScale ? power : null;
}

/** A bit field whose highest bit is set is not implemented, whatever its other bits say. */
function isAbsent(type: Exclude<NumberType, 'float32'>, raw: bigint): boolean {
  if (type === 'bitfield16') return raw >= 0x8000n;
  if (type === 'bitfield32') return raw >= 0x8000_0000n;
  return raw === absentValues[type];
}

/** The raw number in the words; null where it means "not there". */
function raw(type: NumberType, words: readonly number[]): number | null {
  if (type === 'float32') return float(words);
  const bits = unsigned(words);
  const value = isSigned(type) ? BigInt.asIntN(16 * words.length, bits) : bits;
  return isAbsent(type, value) ? null : Number(value);
}

/**
 * `value` times ten to the `power`. Negative powers divide, which gives the nearest number to the decimal one: 1066 with -1 is 106.6, not
 * 106.60000000000001.
 */
export const scaled = (value: number, power: number): number =>
  power < 0 ? value / 10 ** -power : value * 10 ** power;

/** The value of a point in its words, multiplied with ten to the `power`; null where it, or its scale, is absent. */
export function valueIn(type: PointType, words: readonly number[], power: number | null): Value {
  if (type === 'pad') return null;
  if (type === 'string') return text(words);
  if (type === 'eui48') return hardwareAddress(words);
  if (type === 'sunssf') return scaleFactor(words[0]);
  const value = raw(type, words);
  return value === null || power === null ? null : scaled(value, power);
}
