import { readdirSync, readFileSync } from 'node:fs';
import type { Job, Registers } from '../../src/datalogger/sources/fieldbus/device-driver';
import type { Read, ReadReply } from '../../src/datalogger/sources/fieldbus/modbus/read';
import type { Decoded } from '../../src/datalogger/sources/fieldbus/sunspec/decode';
import type { Model } from '../../src/datalogger/sources/fieldbus/sunspec/models';

/** Holding registers of a real device, and what an independent client made of them. */
export interface Capture {
  readonly name: string;
  readonly base: number;
  /** The first is at `base`. */
  readonly registers: readonly number[];
  readonly models: readonly {
    readonly id: number;
    /** Protocol address of the model's id. */
    readonly address: number;
    /** Values by point, scaled; those of a repeating block as `block[0].point`. */
    readonly points: Readonly<Record<string, number | string | null>>;
  }[];
}

const folder = new URL('field-captures/', import.meta.url);

/** The captures of real devices; each file names its origin and licence. */
export const captures: readonly Capture[] = readdirSync(folder)
  .filter(name => name.endsWith('.json'))
  .map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

export function captureOf(name: string): Capture {
  const found = captures.find(capture => capture.name === name);
  if (!found) throw new Error(`No capture ${name}`);
  return found;
}

/** What came of the reads of a device in memory: how many, and the largest. */
export interface ReadLog {
  reads: number;
  largest: number;
}

export interface RegisterPlace {
  readonly unit?: number;
  readonly base: number;
  readonly registers: readonly (number | undefined)[];
}

/**
 * Reads holding registers from memory as a device does: an address it does not have is exception 2, another unit is silent. `log` counts.
 */
export function readFrom(
  { unit = 1, base, registers }: RegisterPlace,
  log: ReadLog = { reads: 0, largest: 0 },
): Read {
  return async (request): Promise<ReadReply> => {
    log.reads++;
    log.largest = Math.max(log.largest, request.count);
    if (request.unit !== unit) return { kind: 'timeout' };
    if (request.fc !== 3) return { kind: 'exception', code: 1 };
    if (request.from + request.count > 65_536) throw new RangeError('no such register');
    if (request.count < 1 || request.count > 125) return { kind: 'exception', code: 3 };
    const words = Array.from({ length: request.count }, (_, index) => registers[request.from + index - base]);
    return words.includes(undefined)
      ? { kind: 'exception', code: 2 }
      : { kind: 'values', values: Uint16Array.from(words as number[]) };
  };
}

/** Sends the requests of jobs and keeps what came of them, as the engine does. */
export async function readJobs(read: Read, jobs: readonly Job[]): Promise<Registers> {
  const words = new Map<string, number>();
  for (const request of jobs.flatMap(({ requests }) => requests)) {
    const reply = await read(request);
    if (reply.kind !== 'values') continue;
    for (const [index, word] of reply.values.entries())
      words.set(`${request.fc} ${request.from + index}`, word);
  }
  return {
    at(fc, from, count) {
      const own = Array.from({ length: count }, (_, index) => words.get(`${fc} ${from + index}`));
      return own.includes(undefined) ? null : Uint16Array.from(own.map(word => word ?? 0));
    },
  };
}

/** Models of makers are recognised and skipped: nothing is read from them. */
export const isOfMaker = (id: number) => id >= 64_000;

/** The points of a decoded model under the names of the independent client. */
export function namedPoints({ block }: Model, { points, blocks }: Decoded): Record<string, unknown> {
  const ofBlocks = blocks.flatMap((values, index) =>
    Object.entries(values).map(([name, value]) => [`${block?.name}[${index}].${name}`, value] as const),
  );
  return { ...points, ...Object.fromEntries(ofBlocks) };
}
