import { hasLeapt } from '../../../plant/gate/leaps';
import type { Reading, Registers } from '../device-driver';
import type { ReadReply, ReadRequest } from '../modbus/read';
import type { Block } from './image';
import type { AddressedRecord } from './lines';
import type { PlannedJob } from './plan';

/** What the devices of a record say. */
export interface Decoded {
  readonly configured: AddressedRecord;
  readonly readings: readonly Reading[];
}

/** The registers of a job, and what they say. */
export interface Answered {
  readonly failure: null;
  readonly blocks: readonly Block[];
  readonly decoded: readonly Decoded[];
}

/** What the requests of a job brought, or why they brought nothing. */
export type Brought = { readonly failure: ReadReply } | Answered;

/** The registers of requests, one after the other, or the first reply without registers. Ends early once `isOver`. */
export async function blocksOf(
  requests: readonly ReadRequest[],
  read: (request: ReadRequest) => Promise<ReadReply>,
  isOver: () => boolean,
): Promise<Block[] | Exclude<ReadReply, { kind: 'values' }>> {
  const blocks: Block[] = [];
  for (const request of requests) {
    const reply = await read(request);
    if (reply.kind !== 'values') return reply;
    blocks.push({ request, values: reply.values });
    if (isOver()) break;
  }
  return blocks;
}

/** What the registers say of each of the records that own a job. */
export const decodedOf = (
  { owners }: Pick<PlannedJob, 'owners'>,
  records: readonly AddressedRecord[],
  registers: Registers,
  says: (configured: AddressedRecord, registers: Registers) => readonly Reading[],
): Decoded[] =>
  records
    .filter(record => owners.some(({ configured }) => configured === record))
    .map(configured => ({ configured, readings: says(configured, registers) }));

/** Reads until two answers agree. */
const mostTries = 4;

/** Whether two answers of the same devices, one after the other, say something else. */
const differ = (a: readonly Decoded[], b: readonly Decoded[]): boolean =>
  a.some(({ readings }, index) =>
    readings.some((reading, at) => {
      const other = b[index]?.readings[at];
      return !other || other.part !== reading.part || hasLeapt(reading, other);
    }),
  );

/**
 * What is read; an odd answer is read again at once, and is taken when two say the same. Null where no two did: the line garbles them.
 */
export async function confirmed(
  read: () => Promise<Brought>,
  isOdd: (decoded: readonly Decoded[]) => boolean,
): Promise<Brought | null> {
  let before: readonly Decoded[] | null = null;
  for (let tries = 0; tries < mostTries; tries++) {
    const brought = await read();
    if (brought.failure || !isOdd(brought.decoded)) return brought;
    if (before && !differ(before, brought.decoded)) return brought;
    before = brought.decoded;
  }
  return null;
}
