import { type NumberType, type Point, type Profile, sizeOf } from './profile';

/** Raw numbers with which most devices say "not there". */
const usuallyAbsent: Readonly<Record<NumberType, readonly number[]>> = {
  u16: [0xffff],
  i16: [0x7fff, -0x8000],
  u32: [0xffff_ffff],
  i32: [0x7fff_ffff, -0x8000_0000],
  f32: [],
};

const swapped = (word: number) => ((word & 0xff) << 8) | (word >> 8);

/** The bytes of a number, the most significant first. A single register is never turned. */
function viewOf(words: Uint16Array, order: Profile['order']): DataView {
  const isTurned = words.length > 1;
  const inOrder = isTurned && (order === 'CDAB' || order === 'DCBA') ? [...words].reverse() : [...words];
  const hasSwappedBytes = isTurned && (order === 'BADC' || order === 'DCBA');
  const view = new DataView(new ArrayBuffer(2 * words.length));
  for (const [index, word] of inOrder.entries())
    view.setUint16(2 * index, hasSwappedBytes ? swapped(word) : word);
  return view;
}

const readers: Readonly<Record<NumberType, (view: DataView) => number>> = {
  u16: view => view.getUint16(0),
  i16: view => view.getInt16(0),
  u32: view => view.getUint32(0),
  i32: view => view.getInt32(0),
  f32: view => view.getFloat32(0),
};

/** The value of a point in its words; null where the device has none, or one that cannot be. */
export function numberIn(words: Uint16Array, point: Point, order: Profile['order']): number | null {
  const { type, times, per, absent = usuallyAbsent[type], least, most } = point;
  if (words.length !== sizeOf[type]) return null;
  const raw = readers[type](viewOf(words, order));
  if (!Number.isFinite(raw) || absent.includes(raw)) return null;
  const value = (raw * times) / per;
  return (least !== undefined && value < least) || (most !== undefined && value > most) ? null : value;
}
