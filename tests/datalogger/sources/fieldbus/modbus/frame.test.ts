import { describe, expect, test } from 'vitest';
import {
  crc16,
  type Framing,
  isRequest,
  longestFrame,
  receive,
  requestFrame,
} from '../../../../../src/datalogger/sources/fieldbus/modbus/frame';
import type { ReadRequest } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { longPatience, rounds } from '../../../../support/long';
import { exceptionBody, framed, readFunctions, replyBody } from '../../../../support/modbus-server';

test('requests are the bytes of the specification', () => {
  const request = { unit: 17, fc: 3, from: 107, count: 3 } as const;
  // The example of MODBUS Messaging on TCP/IP, and of MODBUS over serial line.
  expect([...requestFrame('tcp', 0x1501, request)]).toEqual([0x15, 1, 0, 0, 0, 6, 17, 3, 0, 0x6b, 0, 3]);
  expect([...requestFrame('rtu', 0, request)]).toEqual([17, 3, 0, 0x6b, 0, 3, 0x76, 0x87]);
});

test.each([
  // The examples of the MODBUS application protocol, 6.5, 6.6 and 6.11.
  [{ fc: 5, from: 0xac, count: 1, words: [1] }, [0, 0xac, 0xff, 0], [0, 0xac, 0xff, 0]],
  [{ fc: 5, from: 0xac, count: 1, words: [0] }, [0, 0xac, 0, 0], [0, 0xac, 0, 0]],
  [{ fc: 6, from: 1, count: 1, words: [3] }, [0, 1, 0, 3], [0, 1, 0, 3]],
  [
    { fc: 15, from: 0x13, count: 10, words: [1, 0, 1, 1, 0, 0, 1, 1, 1, 0] },
    [0, 0x13, 0, 10, 2, 0xcd, 1],
    [0, 0x13, 0, 10],
  ],
] as const)('coils and single registers are written and answered as specified: %j', (write, sent, echoed) => {
  const request = { unit: 17, ...write };
  expect([...requestFrame('rtu', 0, request)].slice(0, -2)).toEqual([17, write.fc, ...sent]);
  for (const framing of ['tcp', 'rtu'] as const) {
    const received = (body: readonly number[]) => {
      const frame = framed(framing, 5, body);
      return receive(framing, frame, frame.length, { transaction: 5, request });
    };
    expect(received([17, write.fc, ...echoed])).toMatchObject({ kind: 'reply', reply: { kind: 'values' } });
    expect(received([17, write.fc | 0x80, 2])).toMatchObject({ reply: { kind: 'exception', code: 2 } });
    for (const [at, byte] of echoed.entries())
      expect(
        received([17, write.fc, ...[...echoed].map((each, place) => (place === at ? byte ^ 1 : each))]).kind,
      ).toBe('malformed');
  }
});

test.each([
  { fc: 5, count: 1, words: [2] },
  { fc: 5, count: 2, words: [1, 1] },
  { fc: 6, count: 1, words: [65_536] },
  { fc: 15, count: 2, words: [1, 2] },
  { fc: 15, count: 1969, words: Array(1969).fill(0) },
  { fc: 16, count: 2, words: [1] },
] as const)('a write that no device can take is no request: %j', write => {
  expect(isRequest({ unit: 1, from: 0, ...write })).toBe(false);
});

describe('a write', () => {
  // The example of the MODBUS application protocol: two registers from address 1.
  const write = { unit: 17, fc: 16, from: 1, count: 2, words: [10, 0x102] } as const;
  const answer = [17, 16, 0, 1, 0, 2];

  test('has the bytes of the specification', () => {
    const pdu = [16, 0, 1, 0, 2, 4, 0, 10, 1, 2];
    expect([...requestFrame('tcp', 1, write)]).toEqual([0, 1, 0, 0, 0, 11, 17, ...pdu]);
    expect([...requestFrame('rtu', 0, write)].slice(0, -2)).toEqual([17, ...pdu]);
  });

  test.each(['tcp', 'rtu'] as const)(
    'is answered by its address and its count, and by nothing else: %s',
    framing => {
      const awaited = { transaction: 5, request: write };
      const received = (body: readonly number[]) => {
        const frame = framed(framing, 5, body);
        return receive(framing, frame, frame.length, awaited);
      };
      expect(received(answer)).toMatchObject({ kind: 'reply', reply: { kind: 'values' } });
      expect(received([17, 0x90, 2])).toMatchObject({ reply: { kind: 'exception', code: 2 } });
      for (let at = 0; at < answer.length; at++)
        expect(received(answer.map((byte, index) => (index === at ? byte ^ 1 : byte))).kind).toBe(
          'malformed',
        );
      const frame = framed(framing, 5, answer);
      for (let count = 1; count < frame.length; count++)
        expect(receive(framing, frame, count, awaited).kind).toBe('incomplete');
    },
  );

  test('is sent only with as many words as it says, each of 16 bits', () => {
    expect(isRequest(write)).toBe(true);
    for (const wrong of [
      { count: 3 },
      { words: [1] },
      { words: [1, 65_536] },
      { words: [1, -1] },
      { from: 65_535 },
    ])
      expect(isRequest({ ...write, ...wrong })).toBe(false);
    const words = Array.from({ length: 124 }, () => 0);
    expect(isRequest({ ...write, count: 124, words })).toBe(false);
  });
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
