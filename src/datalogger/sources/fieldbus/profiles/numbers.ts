/*
 * How makers write numbers into registers.
 */

/** Registers that a number takes. `m10k`: each register holds four decimal digits; `bcd`: each has four of them in half bytes. */
export const sizeOf = {
  ...({ u16: 1, i16: 1, bcd16: 1 } as const),
  ...({ u32: 2, i32: 2, f32: 2, bcd32: 2, m10k32: 2 } as const),
  m10k48: 3,
  ...({ u64: 4, i64: 4, f64: 4, m10k64: 4 } as const),
} as const;
export type NumberType = keyof typeof sizeOf;
export const numberTypes = Object.keys(sizeOf) as NumberType[];

/** Of the bytes of several registers: `ABCD` as they stand, `CDAB` the low word first, `BADC` and `DCBA` with the bytes of each turned. */
export const orders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;
export type Order = (typeof orders)[number];

/** Raw numbers with which most devices say "not there". */
export const usuallyAbsent: Readonly<Record<NumberType, readonly number[]>> = {
  u16: [0xffff],
  i16: [0x7fff, -0x8000],
  u32: [0xffff_ffff],
  i32: [0x7fff_ffff, -0x8000_0000],
  u64: [2 ** 64],
  i64: [2 ** 63, -(2 ** 63)],
  f32: [],
  f64: [],
  bcd16: [],
  bcd32: [],
  m10k32: [],
  m10k48: [],
  m10k64: [],
};

const swapped = (word: number) => ((word & 0xff) << 8) | (word >> 8);

/** The words of a number, the most significant first. A single register is never turned. */
function inOrder(words: ArrayLike<number>, order: Order): number[] {
  const list = Array.from(words);
  if (list.length === 1) return list;
  const turned = order === 'CDAB' || order === 'DCBA' ? list.reverse() : list;
  return order === 'BADC' || order === 'DCBA' ? turned.map(swapped) : turned;
}

/** Decimal digits of which each takes four bits; NaN for other half bytes. */
function decimal(words: readonly number[]): number {
  const digits = words.map(word => word.toString(16).padStart(4, '0')).join('');
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Four decimal digits in each word, the first with the sign of the whole; NaN where one holds more. */
function ofTenThousands(words: readonly number[]): number {
  const signed = words.map(word => (word > 0x7fff ? word - 0x1_0000 : word));
  if (signed.some(part => Math.abs(part) > 9999)) return Number.NaN;
  return signed.reduce((sum, part) => 10_000 * sum + part, 0);
}

const readers: Readonly<Record<NumberType, (view: DataView, words: readonly number[]) => number>> = {
  u16: view => view.getUint16(0),
  i16: view => view.getInt16(0),
  u32: view => view.getUint32(0),
  i32: view => view.getInt32(0),
  u64: view => Number(view.getBigUint64(0)),
  i64: view => Number(view.getBigInt64(0)),
  f32: view => view.getFloat32(0),
  f64: view => view.getFloat64(0),
  bcd16: (_, words) => decimal(words),
  bcd32: (_, words) => decimal(words),
  m10k32: (_, words) => ofTenThousands(words),
  m10k48: (_, words) => ofTenThousands(words),
  m10k64: (_, words) => ofTenThousands(words),
};

/** The raw number in the registers of a type; null where they are of another length, or hold none. */
export function rawNumber(words: ArrayLike<number>, type: NumberType, order: Order): number | null {
  if (words.length !== sizeOf[type]) return null;
  const ordered = inOrder(words, order);
  const view = new DataView(new ArrayBuffer(2 * ordered.length));
  for (const [index, word] of ordered.entries()) view.setUint16(2 * index, word);
  const raw = readers[type](view, ordered);
  return Number.isFinite(raw) ? raw : null;
}

/** The registers of a whole number; null where it has no room in its type. */
export function wordsOf(raw: number, type: 'u16' | 'i16' | 'u32' | 'i32', order: Order): number[] | null {
  const size = sizeOf[type];
  const [least, most] =
    type[0] === 'i' ? [-(2 ** (16 * size - 1)), 2 ** (16 * size - 1) - 1] : [0, 2 ** (16 * size) - 1];
  if (!Number.isInteger(raw) || raw < least || raw > most) return null;
  const whole = raw < 0 ? raw + 2 ** (16 * size) : raw;
  const words = Array.from(
    { length: size },
    (_, word) => Math.floor(whole / 2 ** (16 * (size - 1 - word))) & 0xffff,
  );
  return inOrder(words, order);
}
