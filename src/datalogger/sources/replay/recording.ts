import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import * as v from 'valibot';
import { OutgoingError } from '../../integrations/outgoing/guard';
import { keyOfLine } from '../fieldbus/engine/lines';
import type { TcpAddress } from '../fieldbus/modbus/address';
import type { Connection, Dial } from '../fieldbus/modbus/connection';
import type { ReadReply, ReadRequest } from '../fieldbus/modbus/read';

/*
 * Registers that the register viewer saved of a device ("save as dump"), read again as if the device were there: what somebody sees at
 * their plant can be seen anywhere. Nothing is dialled.
 */

const Word = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff));

/** As the register viewer writes it. A register that was not recorded is null. Other fields, as the origin, are left alone. */
const Dump = v.object({
  name: v.string(),
  unit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)), 1),
  base: Word,
  registers: v.pipe(v.array(v.nullable(Word)), v.minLength(4), v.maxLength(0x1_0000)),
});

/** A recorded device, and the address at which it is read. */
export interface Recording extends v.InferOutput<typeof Dump> {
  readonly address: TcpAddress;
}

export interface RecordingFile {
  readonly recordings: readonly Recording[];
  /** SHA-256 of the file, in hexadecimal: data of one recording never become those of another. */
  readonly fingerprint: string;
}

const Dumps = v.pipe(v.array(Dump), v.minLength(1), v.maxLength(200));

/** Many devices with all their registers. */
const largestBytes = 20_000_000;
/** 192.0.2.x is kept free for examples (RFC 5737): no device has such an address. */
const addressOf = (index: number): TcpAddress => ({
  host: `192.0.2.${index + 1}`,
  port: 502,
  framing: 'tcp',
});

/** One dump, or a list of dumps. Throws an Error of one line that says what is wrong. */
export function readRecordings(file: string): RecordingFile {
  const refuse = (why: string) => new Error(`SOURCE=replay: ${file} ${why}`);
  let text: string;
  try {
    if (statSync(file).size > largestBytes) throw refuse('is too large for a dump of registers');
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw error;
    throw refuse('cannot be read');
  }
  const read = jsonOf(text);
  const result = v.safeParse(Dumps, Array.isArray(read) ? read : [read]);
  if (!result.success) {
    const place = v.getDotPath(result.issues[0])?.replace(/^0\.?/, '') || 'it is not as it was saved';
    throw refuse(`is no dump of the register viewer: ${place}`);
  }
  return {
    recordings: result.output.map((dump, index) => ({ ...dump, address: addressOf(index) })),
    fingerprint: createHash('sha256').update(text).digest('hex'),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const [noFunction, noAddress] = [1, 2];

/** A connection to a recorded device: units that were not recorded are silent, and registers that were not are refused. */
export function connectionTo({ unit, base, registers }: Recording): Connection {
  const answer = (request: ReadRequest): ReadReply => {
    if (request.unit !== unit) return { kind: 'timeout' };
    if (request.fc !== 3) return { kind: 'exception', code: noFunction };
    const from = request.from - base;
    const words = from < 0 ? [] : registers.slice(from, from + request.count);
    const known = words.filter(word => word !== null);
    return known.length === request.count
      ? { kind: 'values', values: Uint16Array.from(known) }
      : { kind: 'exception', code: noAddress };
  };
  let isOpen = true;
  return {
    get isOpen() {
      return isOpen;
    },
    read: async request => (isOpen ? answer(request) : { kind: 'no-connection', cause: 'closed' }),
    // A recording obeys nobody.
    write: async () => ({ kind: 'exception', code: noFunction }),
    close() {
      isOpen = false;
    },
  };
}

/** Connects to the recorded devices, and to nothing else. */
export const dialRecordings =
  (recordings: readonly Recording[]): Dial =>
  async dialled => {
    const key = keyOfLine(dialled);
    const found = recordings.find(({ address }) => keyOfLine(address) === key);
    if (!found) throw new OutgoingError('rifiutata');
    return connectionTo(found);
  };
