import { expect, test } from 'vitest';
import { crc16 } from '../../../../src/datalogger/fieldbus/modbus/crc';
import {
  type Framing,
  longestFrame,
  receive,
  requestFrame,
} from '../../../../src/datalogger/fieldbus/modbus/frame';
import type { ReadRequest } from '../../../../src/datalogger/fieldbus/modbus/read';
import { longPatience, rounds } from '../../../support/long';
import { exceptionBody, framed, readFunctions, replyBody } from '../../../support/modbus-server';

test('requests are the bytes of the specification', () => {
  const request = { unit: 17, fc: 3, from: 107, count: 3 } as const;
  // The example of MODBUS Messaging on TCP/IP, and of MODBUS over serial line.
  expect([...requestFrame('tcp', 0x1501, request)]).toEqual([0x15, 1, 0, 0, 0, 6, 17, 3, 0, 0x6b, 0, 3]);
  expect([...requestFrame('rtu', 0, request)]).toEqual([17, 3, 0, 0x6b, 0, 3, 0x76, 0x87]);
});

test('the check sum is that of the specification', () => {
  expect(crc16(Uint8Array.from([2, 7]), 0, 2)).toBe(0x1241);
});

/** Numbers from 0 up to, but without, `below`; the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

/** A frame that is almost right. */
function damaged(frame: Buffer, number: (below: number) => number): Buffer {
  const at = number(frame.length);
  switch (number(6)) {
    case 0:
      return frame.subarray(0, at);
    case 1:
      return Buffer.concat([frame.subarray(0, at), frame.subarray(at + 1)]);
    case 2:
      return Buffer.concat([frame.subarray(0, at), Buffer.from([number(256)]), frame.subarray(at)]);
    case 3:
      return Buffer.concat([frame, Buffer.from([number(256), number(256)])]);
    case 4:
      return frame;
    default: {
      const copy = Buffer.from(frame);
      for (let left = 1 + number(3); left > 0; left--) copy[number(copy.length)] = number(256);
      return copy;
    }
  }
}

test('no damaged frame is taken for an answer, and none throws', longPatience, () => {
  const number = numbers(20_261_122);
  const counts = { reply: 0, incomplete: 0, malformed: 0, other: 0 };
  const bytes = new Uint8Array(longestFrame);
  for (let round = rounds(60_000, 1_000_000); round > 0; round--) {
    const framing: Framing = number(2) === 0 ? 'tcp' : 'rtu';
    const fc = readFunctions[number(4)] ?? 3;
    const request: ReadRequest = { unit: number(256), fc, from: number(60_000), count: 1 + number(20) };
    const transaction = number(0x1_0000);
    const awaited = number(20) === 0 ? null : { transaction, request };
    const values = Array.from({ length: request.count }, () => number(fc <= 2 ? 2 : 0x1_0000));
    const body =
      number(8) === 0
        ? exceptionBody({ ...request, transaction }, 1 + number(11))
        : replyBody({ ...request, transaction }, values);
    const sent = damaged(framed(framing, transaction, body), number);
    bytes.set(sent);
    const received = receive(framing, bytes, sent.length, awaited);
    counts[received.kind]++;
    if (received.kind !== 'reply') continue;
    // Encoded again for this request, what was taken must be what was received, byte for byte.
    const { reply } = received;
    const again =
      reply.kind === 'values'
        ? replyBody({ ...request, transaction }, reply.values)
        : exceptionBody({ ...request, transaction }, reply.kind === 'exception' ? reply.code : 0);
    const right = framed(framing, transaction, again);
    const isBits = reply.kind === 'values' && fc <= 2;
    // The bits that fill the last byte mean nothing.
    if (!isBits && !right.equals(sent.subarray(0, received.length)))
      expect.fail(
        `${sent.toString('hex')} was taken for the answer to ${JSON.stringify({ framing, request })}`,
      );
    if (isBits && framing === 'tcp') expect(sent.subarray(0, 9)).toEqual(right.subarray(0, 9));
    if (awaited === null) expect.fail('an answer was taken that nobody asked for');
  }
  // Every kind of outcome was reached.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(500);
});
