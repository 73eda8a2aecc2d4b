import {
  isWrite,
  type ModbusRequest,
  type ReadFunction,
  type ReadReply,
  type ReadRequest,
  type WriteRequest,
} from './read';

/** CRC-16 of Modbus (polynomial 0xA001, start 0xFFFF) over `count` bytes from `start`; it is sent with its low byte first. */
export function crc16(bytes: Uint8Array, start: number, count: number): number {
  let crc = 0xffff;
  for (let index = start; index < start + count; index++) {
    crc ^= bytes[index] ?? 0;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}

/** Framing: with the header of Modbus TCP, or as on a serial line (RTU), which some gateways pass on unchanged. */
export type Framing = 'tcp' | 'rtu';

/** The longest frame of either framing, bytes. */
export const longestFrame = 260;

const headerBytes = 7;
const crcBytes = 2;
/** Bytes that MBAP counts: unit, function and at least one more; at most a whole PDU with its unit. */
const leastCounted = 3;
const mostCounted = 254;
const exceptionBit = 0x80;

const readsBits = (fc: ReadFunction) => fc <= 2;

/** Bytes of the values that answer a request. */
const byteCountOf = ({ fc, count }: Pick<ReadRequest, 'count' | 'fc'>) =>
  readsBits(fc) ? Math.ceil(count / 8) : 2 * count;

const mostRegisters = 125;
const mostBits = 2000;
const mostWritten = { 5: 1, 6: 1, 15: 1968, 16: 123 } as const;

/** Whether a request may be sent at all. */
export function isRequest(request: ModbusRequest): boolean {
  const { unit, fc, from, count } = request;
  if (fc === 43) return unit >= 0 && unit <= 255;
  if (isWrite(request)) {
    const isRight = request.fc === 5 || request.fc === 15 ? isBit : isWord;
    if (request.words.length !== count || !request.words.every(isRight)) return false;
  }
  const most = mostOf(request);
  const areWhole = [unit, from, count].every(Number.isInteger);
  const hasAddress = unit >= 0 && unit <= 255 && from >= 0 && from + count <= 0x1_0000;
  return areWhole && hasAddress && count >= 1 && count <= most;
}

/** How many registers or bits a request may name. */
const mostOf = (request: Exclude<ModbusRequest, { fc: 43 }>): number =>
  isWrite(request) ? mostWritten[request.fc] : readsBits(request.fc) ? mostBits : mostRegisters;

/** Interface 14, basic identification, from its first object on. */
const identityQuery = [14, 1, 0];
/** Bytes of an answer to it up to its objects: unit, function, interface, access, conformity, more, next, number of objects. */
const identityHead = 8;

const isWord = (word: number) => Number.isInteger(word) && word >= 0 && word <= 0xffff;
const isBit = (word: number) => word === 0 || word === 1;
const bytesOf = (words: readonly number[]) => words.flatMap(each => [each >> 8, each & 0xff]);

/** A coil that is switched on is written as this. */
const on = 0xff00;

/** What a device answers to a write: its address, and its value or its count. */
const echoedBytes = ({ fc, from, count, words: [first = 0] }: WriteRequest): number[] =>
  bytesOf([from, fc === 5 ? first * on : fc === 6 ? first : count]);

/** A write after its function: address, value or count, and the values of several. */
function writtenBytes(request: WriteRequest): number[] {
  const { fc, words } = request;
  const bits = Array.from({ length: Math.ceil(words.length / 8) }, (_, byte) =>
    words.slice(8 * byte, 8 * byte + 8).reduce((sum, bit, place) => sum | (bit << place), 0),
  );
  const values = fc === 15 ? bits : fc === 16 ? bytesOf(words) : [];
  return [...echoedBytes(request), ...(fc > 6 ? [values.length] : []), ...values];
}

/** The bytes of a request. `transaction` is 0 to 65535 and without meaning in RTU. */
export function requestFrame(framing: Framing, transaction: number, request: ModbusRequest): Buffer {
  const { unit, fc, from, count } = request;
  const asked = isWrite(request) ? writtenBytes(request) : bytesOf([from, count]);
  const pdu = [unit, fc, ...(fc === 43 ? identityQuery : asked)];
  if (framing === 'tcp')
    return Buffer.from([transaction >> 8, transaction & 0xff, 0, 0, 0, pdu.length, ...pdu]);
  const crc = crc16(Uint8Array.from(pdu), 0, pdu.length);
  return Buffer.from([...pdu, crc & 0xff, crc >> 8]);
}

/** What the first bytes of a stream are. `length`: the bytes of the frame. */
export type Received =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'malformed' }
  /** The answer to an earlier request, which was given up. Only on Modbus TCP: RTU frames have no transaction. */
  | { readonly kind: 'other'; readonly transaction: number; readonly length: number }
  | { readonly kind: 'reply'; readonly reply: ReadReply; readonly length: number };

const incomplete = { kind: 'incomplete' } as const;
const malformed = { kind: 'malformed' } as const;

/** A request that waits for its answer. */
export interface Awaited {
  readonly transaction: number;
  readonly request: ModbusRequest;
}

/** Reads one frame from the first `count` bytes. Every byte that is there is checked, so that a wrong frame is refused at its first wrong byte. */
export function receive(
  framing: Framing,
  bytes: Uint8Array,
  count: number,
  awaited: Awaited | null,
): Received {
  return framing === 'tcp' ? receiveTcp(bytes, count, awaited) : receiveRtu(bytes, count, awaited);
}

const word = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

function receiveTcp(bytes: Uint8Array, count: number, awaited: Awaited | null): Received {
  if (count > 2 && bytes[2] !== 0) return malformed;
  if (count > 3 && bytes[3] !== 0) return malformed;
  if (count < headerBytes - 1) return incomplete;
  const counted = word(bytes, 4);
  if (counted < leastCounted || counted > mostCounted) return malformed;
  const length = headerBytes - 1 + counted;
  const transaction = word(bytes, 0);
  if (transaction !== awaited?.transaction)
    return count < length ? incomplete : { kind: 'other', transaction, length };
  const expected = countedOf(awaited.request);
  if (counted !== leastCounted && expected !== null && counted !== expected) return malformed;
  const body = bodyOf(bytes, headerBytes - 1, count, awaited.request);
  if (body.kind !== 'reply') return body;
  return body.length === length ? body : malformed;
}

/** Bytes that MBAP counts in the answer to a request: a write is answered with its address and its count. Null where any may come. */
function countedOf(request: ModbusRequest): number | null {
  if (request.fc === 43) return null;
  return isWrite(request) ? 6 : leastCounted + byteCountOf(request);
}

function receiveRtu(bytes: Uint8Array, count: number, awaited: Awaited | null): Received {
  // Nobody was asked.
  if (awaited === null) return count === 0 ? incomplete : malformed;
  const body = bodyOf(bytes, 0, count, awaited.request);
  if (body.kind !== 'reply') return body;
  const { length } = body;
  if (count < length + crcBytes) return incomplete;
  const crc = crc16(bytes, 0, length);
  const isRight = bytes[length] === (crc & 0xff) && bytes[length + 1] === crc >> 8;
  return isRight ? { ...body, length: length + crcBytes } : malformed;
}

/** Unit and PDU, which both framings have in common, from `start`. Its `length` counts from the start of the frame. */
function bodyOf(bytes: Uint8Array, start: number, count: number, request: ModbusRequest): Received {
  const { unit, fc } = request;
  const has = count - start;
  if (has > 0 && bytes[start] !== unit) return malformed;
  if (has < 2) return incomplete;
  const said = bytes[start + 1];
  if (said !== fc && said !== (fc | exceptionBit)) return malformed;
  if (has < 3) return incomplete;
  const third = bytes[start + 2] ?? 0;
  if (said !== fc) {
    const reply = { kind: 'exception', code: third } as const;
    return third === 0 ? malformed : { kind: 'reply', reply, length: start + 3 };
  }
  if (isWrite(request)) return echoOf(bytes, start, count, echoedBytes(request));
  if (request.fc === 43) return objectsOf(bytes.subarray(start, count), start);
  const byteCount = byteCountOf(request);
  if (third !== byteCount) return malformed;
  const length = start + 3 + byteCount;
  if (count < length) return incomplete;
  return { kind: 'reply', reply: { kind: 'values', values: valuesOf(bytes, start + 3, request) }, length };
}

/** The answer to a write, byte for byte. */
function echoOf(bytes: Uint8Array, start: number, count: number, expected: readonly number[]): Received {
  const length = start + 2 + expected.length;
  const isOther = (byte: number, index: number) =>
    start + 2 + index < count && bytes[start + 2 + index] !== byte;
  if (expected.some(isOther)) return malformed;
  return count < length
    ? incomplete
    : { kind: 'reply', reply: { kind: 'values', values: new Uint16Array() }, length };
}

/** The objects of an identification, whose number it says itself. `start` of the frame is before `bytes`. */
function objectsOf(bytes: Uint8Array, start: number): Received {
  if (bytes[2] !== identityQuery[0]) return malformed;
  if (bytes.length < identityHead) return incomplete;
  let at = identityHead;
  for (let left = bytes[identityHead - 1] ?? 0; left > 0; left--) {
    if (bytes.length < at + 2) return incomplete;
    at += 2 + (bytes[at + 1] ?? 0);
  }
  if (at > longestFrame) return malformed;
  if (bytes.length < at) return incomplete;
  const values = Uint16Array.from(bytes.subarray(identityHead, at));
  return { kind: 'reply', reply: { kind: 'values', values }, length: start + at };
}

function valuesOf(bytes: Uint8Array, start: number, { fc, count }: ReadRequest): Uint16Array {
  const values = new Uint16Array(count);
  for (let index = 0; index < count; index++)
    values[index] = readsBits(fc)
      ? ((bytes[start + (index >> 3)] ?? 0) >> (index & 7)) & 1
      : word(bytes, start + 2 * index);
  return values;
}
