import { describe, expect, test } from 'vitest';
import { requestFrame } from '../../../../../src/datalogger/sources/fieldbus/modbus/frame';
import type { ReadRequest } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { searchAnswer } from '../../../../../src/datalogger/sources/fieldbus/serial/frame-search';
import { GivenUp } from '../../../../../src/datalogger/sources/fieldbus/serial/given-up';
import { sttyArguments } from '../../../../../src/datalogger/sources/fieldbus/serial/port';
import { silenceMs, wireMs } from '../../../../../src/datalogger/sources/fieldbus/serial/timing';
import { framed, replyBody } from '../../../../support/modbus-server';

const usual = { baud: 9600, parity: 'N', stopBits: 1 } as const;

describe('a port is set', () => {
  test.each([
    [usual, ['-parenb', '-cstopb']],
    [{ ...usual, parity: 'E', stopBits: 2 } as const, ['parenb', '-parodd', 'cstopb']],
    [{ ...usual, parity: 'O' } as const, ['parenb', 'parodd', '-cstopb']],
  ])('to 8 data bits, and the speed, parity and stop bits of %o', (line, settings) => {
    const all = sttyArguments(line, '/dev/ttyUSB0');
    expect(all).toEqual(expect.arrayContaining(['raw', '-echo', 'cs8', '9600']));
    expect(all.slice(-settings.length)).toEqual(settings);
  });
});

test('frames are 3.5 characters apart, and 1.75 ms above 19,200 baud', () => {
  expect(silenceMs(usual)).toBeCloseTo(3.646, 3);
  expect(silenceMs({ ...usual, parity: 'E' })).toBeCloseTo(4.01, 3);
  expect(silenceMs({ ...usual, baud: 115_200 })).toBe(1.75);
  // A long answer at the slowest speed takes longer than most devices are given to answer.
  expect(wireMs({ ...usual, baud: 1200 }, 255)).toBe(2125);
});

test('an echo that could be read as the answer is not one', () => {
  // 20 coils from 0x0300: request and answer both begin with 1, 1, 3 and have 8 bytes.
  const request: ReadRequest = { unit: 1, fc: 1, from: 0x300, count: 20 };
  const sent = requestFrame('rtu', 0, request);
  const awaited = { transaction: 0, request };
  expect(searchAnswer(sent, awaited, sent).kind).toBe('none');
  const bits = Array.from({ length: 20 }, (_, index) => index % 2);
  const answer = framed('rtu', 0, replyBody({ transaction: 0, ...request }, bits));
  expect(searchAnswer(Buffer.concat([sent, answer]), awaited, sent)).toMatchObject({
    kind: 'reply',
    reply: { kind: 'values', values: Uint16Array.from(bits) },
  });
});

describe('after a read was given up', () => {
  const read: ReadRequest = { unit: 1, fc: 3, from: 100, count: 2 };
  const timeout = { kind: 'timeout' } as const;
  const values = { kind: 'values', values: new Uint16Array(1) } as const;

  test('one of the same length at another address waits for the answer to a read of another length', () => {
    const givenUp = new GivenUp();
    givenUp.note(read, timeout, 0);
    expect(givenUp.proofBefore(read, 10)).toBeNull();
    expect(givenUp.proofBefore({ ...read, unit: 2, from: 200 }, 10)).toBeNull();
    expect(givenUp.proofBefore({ ...read, from: 200, count: 3 }, 10)).toBeNull();
    const proof = givenUp.proofBefore({ ...read, from: 200 }, 10);
    expect(proof).toEqual({ unit: 1, fc: 3, from: 200, count: 1 });
    if (proof) givenUp.note(proof, values, 20);
    expect(givenUp.proofBefore({ ...read, from: 200 }, 30)).toBeNull();
  });

  test('nothing is waited for any more after 10 s', () => {
    const givenUp = new GivenUp();
    givenUp.note(read, timeout, 0);
    expect(givenUp.proofBefore({ ...read, from: 200 }, 9999)).not.toBeNull();
    expect(givenUp.proofBefore({ ...read, from: 200 }, 10_000)).toBeNull();
  });
});
