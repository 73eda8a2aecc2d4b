import { OutgoingError } from '../../outgoing/guard';

/*
 * The packets of MQTT 5.0 (OASIS, 7 March 2019) and 3.1.1 (29 October 2014) that a publisher sends and receives: quality of service 1, no
 * subscriptions. Version 5 answers each message with a reason; version 3.1.1 acknowledges also what the broker throws away.
 */

export type Level = 4 | 5;

/** The type of a packet, as its first four bits say it. */
export const packetTypes = { connack: 2, puback: 4, pingresp: 13, disconnect: 14 } as const;
/** A broker has nothing longer to say to a publisher. */
const longestReceived = 1024;
/** The remaining length takes at most four bytes. */
const longestLength = 4;

export interface Received {
  readonly type: number;
  readonly body: Buffer;
}

export interface Connect {
  readonly clientId: string;
  readonly keepAliveS: number;
  readonly will: { readonly topic: string; readonly payload: string };
  /** Empty where it needs no login. */
  readonly user: string;
  readonly password: string | null;
}

const wordOf = (value: number) => Buffer.from([value >> 8, value & 255]);

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([wordOf(bytes.length), bytes]);
}

function packetOf(head: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  let left = body.length;
  do {
    length.push((left & 127) | (left > 127 ? 128 : 0));
    left >>= 7;
  } while (left > 0);
  return Buffer.concat([Buffer.from([head, ...length]), body]);
}

/** A clean session whose last will is retained by the broker. */
export function connectPacket(
  { clientId, keepAliveS, will, user, password }: Connect,
  level: Level = 4,
): Buffer {
  const login = user === '' ? [] : [textOf(user), ...(password === null ? [] : [textOf(password)])];
  const flags = 0b0010_1110 | (login.length > 0 ? 128 : 0) | (login.length > 1 ? 64 : 0);
  const none = noProperties(level);
  const head = [textOf('MQTT'), Buffer.from([level, flags]), wordOf(keepAliveS), ...none];
  const last = [...none, textOf(will.topic), textOf(will.payload)];
  return packetOf(0x10, ...head, textOf(clientId), ...last, ...login);
}

const noProperties = (level: Level) => (level === 5 ? [Buffer.from([0])] : []);

export interface Message {
  readonly topic: string;
  readonly payload: string;
  /** Whether the broker retains it. */
  readonly isRetained: boolean;
}

/** A message of quality 1, which the broker answers with its id. */
export function publishPacket({ topic, payload, isRetained }: Message, id: number, level: Level = 4): Buffer {
  const head = [textOf(topic), wordOf(id), ...noProperties(level)];
  return packetOf(0x32 | (isRetained ? 1 : 0), ...head, Buffer.from(payload));
}

export const pingPacket = Buffer.from([0xc0, 0]);
export const disconnectPacket = Buffer.from([0xe0, 0]);

/** Finds the packets in what arrives, however it is cut. Throws for what no broker says to a publisher. */
export class PacketReader {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Received[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const found: Received[] = [];
    for (let next = this.#take(); next; next = this.#take()) found.push(next);
    return found;
  }

  #take(): Received | null {
    let length = 0;
    for (let at = 1; at <= longestLength; at++) {
      const byte = this.#rest[at];
      if (byte === undefined) return null;
      length |= (byte & 127) << (7 * (at - 1));
      if (length > longestReceived) break;
      if (byte < 128) return this.#cut(at + 1, length);
    }
    throw new OutgoingError('protocollo');
  }

  #cut(from: number, length: number): Received | null {
    if (this.#rest.length < from + length) return null;
    const type = (this.#rest[0] ?? 0) >> 4;
    const body = this.#rest.subarray(from, from + length);
    this.#rest = this.#rest.subarray(from + length);
    return { type, body };
  }
}
