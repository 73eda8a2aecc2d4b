import { type Awaited, crc16, receive } from '../modbus/frame';
import type { ReadReply } from '../modbus/read';

/** What the bytes since a request are. */
export type Received =
  | { readonly kind: 'reply'; readonly reply: ReadReply }
  /** `strange`: bytes that are neither the echo of the request nor whole frames of others. `isBegun`: they may be the beginning of the answer. */
  | { readonly kind: 'none'; readonly strange: number; readonly isBegun: boolean };

const crcBytes = 2;
/** Bytes of an answer that refuses. */
export const exceptionBytes = 5;
/** A request, and the answer to a write. */
const fixedBytes = 8;
/** Unit, function and byte count: from then on an answer is known by its beginning. */
const headBytes = 3;

/**
 * Looks for the answer to a request among all bytes that came since: adapters give the request back as an echo, and a line that turns
 * around adds bytes before and behind a frame. Only a frame of this unit, this function and this length with a right check sum counts.
 */
export function searchAnswer(bytes: Uint8Array, awaited: Awaited, sent: Uint8Array): Received {
  let strange = 0;
  let isBegun = false;
  for (let at = 0; at < bytes.length; ) {
    const rest = bytes.subarray(at);
    // A frame that is the request, byte for byte, is its echo, even where it could be read as the answer.
    if (startsWith(rest, sent)) {
      at += sent.length;
      continue;
    }
    const received = receive('rtu', rest, rest.length, awaited);
    if (received.kind === 'reply') return { kind: 'reply', reply: received.reply };
    if (received.kind === 'incomplete' && rest.length >= headBytes) isBegun = true;
    const other = received.kind === 'incomplete' ? 0 : wholeFrame(rest);
    if (other === 0) strange++;
    at += Math.max(1, other);
  }
  return { kind: 'none', strange, isBegun };
}

const startsWith = (bytes: Uint8Array, start: Uint8Array) =>
  bytes.length >= start.length && start.every((byte, index) => bytes[index] === byte);

/** The units of the whole frames among bytes. */
export function unitsIn(bytes: Uint8Array): number[] {
  const units: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = wholeFrame(bytes.subarray(at));
    const unit = bytes[at];
    if (length > 0 && unit !== undefined) units.push(unit);
    at += Math.max(1, length);
  }
  return units;
}

/** Length of the whole frame at the start, be it of another unit or of another read; 0 where none is. */
function wholeFrame(bytes: Uint8Array): number {
  const isException = ((bytes[1] ?? 0) & 0x80) !== 0;
  const ofRead = headBytes + (bytes[2] ?? 0) + crcBytes;
  const lengths = isException ? [exceptionBytes] : [ofRead, fixedBytes];
  return lengths.find(length => isWhole(bytes, length)) ?? 0;
}

function isWhole(bytes: Uint8Array, length: number): boolean {
  if (bytes.length < length) return false;
  const crc = crc16(bytes, 0, length - crcBytes);
  return bytes[length - 2] === (crc & 0xff) && bytes[length - 1] === crc >> 8;
}
