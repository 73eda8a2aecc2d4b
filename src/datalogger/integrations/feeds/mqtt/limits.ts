/** What a broker allows, by its answer to the login (MQTT 5.0, 3.2.2.3). */
export interface Limits {
  /** Messages that may wait for their answer at a time. */
  readonly waiting: number;
  /** Bytes of a packet. */
  readonly bytes: number;
  readonly hasRetained: boolean;
}

export const noLimits: Limits = {
  waiting: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
  hasRetained: true,
};

/** Bytes of the properties with a value of fixed length, by their number. */
const sizes: Readonly<Record<number, number>> = {
  17: 4,
  19: 2,
  33: 2,
  34: 2,
  36: 1,
  37: 1,
  39: 4,
  40: 1,
  41: 1,
  42: 1,
};
/** A name and its value. */
const pair = 38;

/** The limits in the answer to a login of version 5; what cannot be read limits nothing. */
export function limitsOf(connack: Buffer): Limits {
  const [length, begin] = lengthAt(connack, 2);
  const end = Math.min(connack.length, begin + length);
  const numbers = new Map<number, number>();
  for (let at = begin; at < end; ) {
    const name = connack[at] ?? 0;
    const size = sizes[name];
    if (size !== undefined && at + 1 + size <= end) numbers.set(name, connack.readUIntBE(at + 1, size));
    at += 1 + (size ?? textSize(connack, at + 1, name === pair ? 2 : 1));
  }
  return {
    waiting: numbers.get(33) || noLimits.waiting,
    bytes: numbers.get(39) || noLimits.bytes,
    hasRetained: numbers.get(37) !== 0,
  };
}

function textSize(bytes: Buffer, from: number, texts: number): number {
  let at = from;
  for (let text = 0; text < texts && at + 2 <= bytes.length; text++) at += 2 + bytes.readUInt16BE(at);
  // Past the end, where the text is cut.
  return Math.max(2, at - from);
}

/** A variable byte integer, and where what follows it begins. */
function lengthAt(bytes: Buffer, from: number): readonly [value: number, next: number] {
  let value = 0;
  for (let at = from; at < from + 4; at++) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 127) << (7 * (at - from));
    if (byte < 128) return [value, at + 1];
  }
  return [0, bytes.length];
}
