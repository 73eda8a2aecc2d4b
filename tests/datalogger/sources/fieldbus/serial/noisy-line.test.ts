import { afterEach, describe, expect, test } from 'vitest';
import { hostClock } from '../../../../../src/datalogger/core/time/clock';
import { Line } from '../../../../../src/datalogger/sources/fieldbus/modbus/line';
import type { ReadReply, ReadRequest } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { localDial } from '../../../../support/local-guard';
import { framed, replyBody } from '../../../../support/modbus-server';
import { numbersFrom } from '../../../../support/numbers';
import {
  type SerialLine,
  type ServedUnits,
  type Spoil,
  serialAddress,
  serveRtu,
  spoiledLine,
} from '../../../../support/serial-lines';

/* An RTU server that is not ours (pymodbus) behind a line that spoils frames. Each register has a value of its own. */

const valueAt = (unit: number, address: number) => (unit * 5003 + address * 7) & 0xffff;
const units: ServedUnits = Object.fromEntries(
  [1, 2, 17].map(unit => [
    unit,
    { base: 0, registers: Array.from({ length: 200 }, (_, index) => valueAt(unit, index)) },
  ]),
);

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function lineThrough(spoil: Spoil): Promise<{ line: Line; wire: SerialLine }> {
  const wire = await spoiledLine(spoil);
  ends.push(() => wire.remove(), await serveRtu(wire.far, units));
  const line = new Line({ ...serialAddress(wire.near), dial: localDial, clock: hostClock });
  ends.push(() => line.close());
  return { line, wire };
}

const read = (line: Line, request: ReadRequest, timeoutMs = 150): Promise<ReadReply> =>
  line.read(request, { timeoutMs, deadlineMs: hostClock.monotonic(), turn: 'poll' });

const expected = ({ unit, from, count }: ReadRequest) =>
  Array.from({ length: count }, (_, index) => valueAt(unit, from + index));

/** Reads here and there, and counts; a wrong value fails at once. */
async function readMany(line: Line, many: number, random: () => number, timeoutMs?: number) {
  const counts = { values: 0, exception: 0, timeout: 0, malformed: 0, 'no-connection': 0 };
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  for (let index = 0; index < many; index++) {
    // Few lengths, so that answers to different reads look alike.
    const request = {
      unit: pick([1, 2, 17]),
      fc: 3,
      from: Math.floor(random() * 150),
      count: pick([1, 2, 50]),
    } as const;
    const reply = await read(line, request, timeoutMs);
    counts[reply.kind]++;
    if (reply.kind === 'values') expect([...reply.values]).toEqual(expected(request));
  }
  return counts;
}

const noise = (random: () => number, most: number) =>
  Buffer.from(Array.from({ length: 1 + Math.floor(random() * most) }, () => Math.floor(random() * 256)));

describe('a serial line', () => {
  test('reads each unit through an adapter that gives requests back', async () => {
    const { line } = await lineThrough((bytes, towards, back) => {
      if (towards === 'devices') back(bytes);
      return [bytes];
    });
    const counts = await readMany(line, 30, numbersFrom(1), 1000);
    expect(counts.values).toBe(30);
  });

  test.each<[string, (random: () => number) => Spoil]>([
    ['noise before frames', random => bytes => (random() < 0.3 ? [noise(random, 6), bytes] : [bytes])],
    ['noise behind frames', random => bytes => (random() < 0.3 ? [bytes, noise(random, 6)] : [bytes])],
  ])('reads in spite of %s', async (_, spoilBy) => {
    const random = numbersFrom(7);
    const spoil = spoilBy(random);
    const { line } = await lineThrough((bytes, towards) =>
      towards === 'datalogger' ? spoil(bytes, towards, () => undefined) : [bytes],
    );
    const counts = await readMany(line, 60, numbersFrom(3), 1000);
    expect(counts.values).toBeGreaterThan(57);
  });

  test('takes no wrong value from spoiled frames, and reads again when they are whole', async () => {
    const random = numbersFrom(11);
    let isBad = true;
    let kept: Buffer = Buffer.alloc(0);
    const { line } = await lineThrough((bytes, towards) => {
      if (!isBad || random() < 0.4) return [bytes];
      const at = Math.floor(random() * bytes.length);
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      const other = framed(
        'rtu',
        0,
        replyBody({ transaction: 0, unit: 9, fc: 3, from: 0, count: 2 }, [1, 2]),
      );
      const merged = Buffer.concat([kept, bytes]);
      switch (Math.floor(random() * 7)) {
        case 0:
          return [noise(random, 40), bytes];
        case 1:
          return [bytes.subarray(0, at), noise(random, 3), bytes.subarray(at)];
        case 2:
          return [bytes.subarray(0, at), bytes.subarray(at + 1)];
        case 3:
          return [flipped];
        case 4:
          return towards === 'datalogger' ? [other, bytes] : [bytes];
        case 5:
          kept = bytes;
          return [];
        default:
          kept = Buffer.alloc(0);
          return [merged];
      }
    });
    const bad = await readMany(line, 120, numbersFrom(5), 80);
    expect(bad.values).toBeGreaterThan(20);
    expect(bad.timeout + bad.malformed).toBeGreaterThan(30);
    expect(bad['no-connection']).toBe(0);
    isBad = false;
    // What is still on its way belongs to the bad time.
    await expect.poll(async () => (await readMany(line, 1, numbersFrom(7), 1000)).values).toBe(1);
    const good = await readMany(line, 40, numbersFrom(6), 1000);
    expect(good.values).toBeGreaterThan(38);
  });

  test('takes no answer that comes after its request was given up for that of the next one', async () => {
    const random = numbersFrom(13);
    const waiting: Buffer[] = [];
    const { line } = await lineThrough((bytes, towards) => {
      if (towards === 'devices') return [bytes];
      // Held back, and released in front of a later answer, in the order in which the device gave them.
      if (random() < 0.3) {
        waiting.push(bytes);
        return [];
      }
      return [...waiting.splice(0), bytes];
    });
    const counts = await readMany(line, 120, numbersFrom(17), 80);
    expect(counts.values).toBeGreaterThan(40);
    expect(counts.timeout + counts.malformed).toBeGreaterThan(15);
  });
});
