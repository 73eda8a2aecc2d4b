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
  int16: 1,
  uint16: 1,
  count: 1,
  acc16: 1,
  enum16: 1,
  bitfield16: 1,
  sunssf: 1,
  pad: 1,
  int32: 2,
  uint32: 2,
  acc32: 2,
  enum32: 2,
  bitfield32: 2,
  float32: 2,
  int64: 4,
  uint64: 4,
  acc64: 4,
  eui48: 4,
};

/** Registers, the most significant first. */
export type Words = ArrayLike<number>;

/** The raw value that means "not there". Counters say 0: a lifetime counter that never counted. */
const absentValues: Readonly<Record<Exclude<NumberType, 'float32' | 'bitfield16' | 'bitfield32'>, number>> = {
  int16: -0x8000,
  uint16: 0xffff,
  count: 0xffff,
  acc16: 0,
  enum16: 0xffff,
  int32: -0x8000_0000,
  uint32: 0xffff_ffff,
  acc32: 0,
  enum32: 0xffff_ffff,
  int64: -(2 ** 63),
  uint64: 2 ** 64,
  acc64: 0,
};

const isSigned = (type: NumberType) => type === 'int16' || type === 'int32' || type === 'int64';

/** Beyond 2^53 the nearest number: of all ones in 64 bits that is 2^64. */
function unsigned(words: Words): number {
  let sum = 0;
  for (let index = 0; index < words.length; index++) sum = sum * 0x1_0000 + (words[index] ?? 0);
  return sum;
}

function signed(words: Words): number {
  const first = words[0] ?? 0;
  if (first < 0x8000) return unsigned(words);
  // The complement is small where the value is, so that no digit of it is lost.
  return -1 - unsigned(Array.from(words, word => 0xffff - word));
}

/** Single-precision number of two words; null for infinities and NaN. */
function float(words: Words): number | null {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint16(0, words[0] ?? 0);
  view.setUint16(2, words[1] ?? 0);
  const value = view.getFloat32(0);
  return Number.isFinite(value) ? value : null;
}

const bytesOf = (words: Words): number[] => Array.from(words).flatMap(word => [word >> 8, word & 0xff]);

/** Latin-1 up to the first NUL, without control characters and spaces at its ends; null where nothing is left. */
function text(words: Words): string | null {
  const bytes = bytesOf(words);
  const end = bytes.indexOf(0);
  const characters = bytes
    .slice(0, end < 0 ? bytes.length : end)
    .filter(byte => byte >= 0x20 && (byte < 0x7f || byte >= 0xa0));
  return String.fromCharCode(...characters).trim() || null;
}

/** The last six bytes as a hardware address; null where all are zero. */
function hardwareAddress(words: Words): string | null {
  const bytes = bytesOf(words).slice(2);
  return bytes.every(byte => byte === 0)
    ? null
    : bytes.map(byte => byte.toString(16).toUpperCase().padStart(2, '0')).join(':');
}

/** Largest power of ten of a valid scale factor. */
const largestScale = 10;

/** The power of ten in a scale factor's register; null where the device gives none. */
function scaleFactor(word: number | undefined): number | null {
  if (word === undefined) return null;
  const power = word >= 0x8000 ? word - 0x1_0000 : word;
  return Math.abs(power) <= largestScale ? power : null;
}

/** A bit field whose highest bit is set is not implemented, whatever its other bits say. */
function isAbsent(type: Exclude<NumberType, 'float32'>, raw: number): boolean {
  if (type === 'bitfield16') return raw >= 0x8000;
  if (type === 'bitfield32') return raw >= 0x8000_0000;
  return raw === absentValues[type];
}

/** The raw number in the words; null where it means "not there". */
function raw(type: NumberType, words: Words): number | null {
  if (type === 'float32') return float(words);
  const value = isSigned(type) ? signed(words) : unsigned(words);
  return isAbsent(type, value) ? null : value;
}

/**
 * `value` times ten to the `power`. Negative powers divide, which gives the nearest number to the decimal one: 1066 with -1 is 106.6, not
 * 106.60000000000001.
 */
const scaled = (value: number, power: number): number =>
  power < 0 ? value / 10 ** -power : value * 10 ** power;

/** The value of a point in its words, multiplied with ten to the `power`; null where it, or its scale, is absent. */
export function valueIn(type: PointType, words: Words, power: number | null): Value {
  if (type === 'pad') return null;
  if (type === 'string') return text(words);
  if (type === 'eui48') return hardwareAddress(words);
  if (type === 'sunssf') return scaleFactor(words[0]);
  const value = raw(type, words);
  return value === null || power === null ? null : scaled(value, power);
}
