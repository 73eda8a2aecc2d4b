import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { hostClock } from '../../../../../src/datalogger/core/time/clock';
import { Line, type ReadOptions } from '../../../../../src/datalogger/sources/fieldbus/modbus/line';
import type { ReadReply } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { localDial } from '../../../../support/local-guard';
import {
  exceptionBody,
  framed,
  replyBody,
  type ServedRequest,
  serveModbus,
} from '../../../../support/modbus-server';
import { waitMs } from '../../../../support/patience';

/* What gateways and devices do in the field, beside the cases F1 to F19: each register holds its unit and its address, so that no answer can pass for another. */

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

type Answer = (request: ServedRequest, socket: Socket) => void;
const wordOf = (unit: number, from: number) => 256 * unit + from;
const rightBody = (asked: ServedRequest) =>
  replyBody(
    asked,
    Array.from({ length: asked.count }, (_, index) => wordOf(asked.unit, asked.from + index)),
  );
const rightFrame = (asked: ServedRequest) => framed('tcp', asked.transaction, rightBody(asked));
const frame = (asked: ServedRequest, body: readonly number[]) => framed('tcp', asked.transaction, body);

async function lineTo(answer: Answer) {
  const server = await serveModbus('tcp', answer);
  let aheadMs = 0;
  const clock = { monotonic: () => hostClock.monotonic() + aheadMs };
  const line = new Line({ host: '127.0.0.1', port: server.port, framing: 'tcp', dial: localDial, clock });
  open.push(line, { close: () => server.stop() });
  const ask = (unit: number, from = 1, options: Partial<ReadOptions> = {}): Promise<ReadReply> => {
    aheadMs += 90_000;
    return line.read(
      { unit, fc: 3, from, count: 1 },
      { timeoutMs: waitMs, deadlineMs: 0, turn: 'poll', ...options },
    );
  };
  return { server, ask };
}

const right = (unit: number, from = 1) => ({
  kind: 'values',
  values: Uint16Array.from([wordOf(unit, from)]),
});

test('a gateway that answers 0x0B for one unit gives the others on the same connection', async () => {
  const { server, ask } = await lineTo((asked, socket) =>
    socket.write(asked.unit === 2 ? frame(asked, exceptionBody(asked, 0x0b)) : rightFrame(asked)),
  );
  expect([await ask(1), await ask(2), await ask(3)]).toEqual([
    right(1),
    { kind: 'exception', code: 11 },
    right(3),
  ]);
  expect(server.opened).toBe(1);
});

test.each<[string, (asked: ServedRequest) => number[]]>([
  ['another unit id', asked => [asked.unit + 1, ...rightBody(asked).slice(1)]],
  ['the code of an exception without its bit', asked => [asked.unit, asked.fc, 2]],
  ['an odd byte count', asked => [asked.unit, asked.fc, 3, 1, 2, 3]],
  ['one register too many', asked => rightBody({ ...asked, count: asked.count + 1 })],
  ['unit 255 for unit 1', asked => [255, ...rightBody(asked).slice(1)]],
  ['unit 0 for unit 1', asked => [0, ...rightBody(asked).slice(1)]],
])('an answer with %s gives no value, and the next right one does', async (_, wrong) => {
  let isWrong = true;
  const { ask } = await lineTo((asked, socket) =>
    socket.write(isWrong ? frame(asked, wrong(asked)) : rightFrame(asked)),
  );
  // Where a byte is missing the line waits for it until the time limit.
  expect((await ask(1, 1, { timeoutMs: 2000 })).kind).not.toBe('values');
  isWrong = false;
  expect(await ask(1)).toEqual(right(1));
});

test('units 0 and 255, as gateways without a serial line want them, are asked as they are', async () => {
  const { ask } = await lineTo((asked, socket) => socket.write(rightFrame(asked)));
  expect([await ask(0), await ask(255)]).toEqual([right(0), right(255)]);
});

test('an answer that is split at any byte over two segments is taken', async () => {
  let at = 1;
  const { ask } = await lineTo((asked, socket) => {
    const whole = rightFrame(asked);
    socket.write(whole.subarray(0, at));
    setTimeout(() => socket.write(whole.subarray(at)), 5);
  });
  for (; at < 11; at++) expect(await ask(1, at)).toEqual(right(1, at));
});

test('a gateway that sends every answer twice in one segment gives each value once', async () => {
  const { server, ask } = await lineTo((asked, socket) =>
    socket.write(Buffer.concat([rightFrame(asked), rightFrame(asked)])),
  );
  for (const from of [1, 2, 3, 4]) expect(await ask(1, from)).toEqual(right(1, from));
  expect(server.opened).toBe(1);
});

test('a gateway that closes the connection after each answer gives every value', async () => {
  const { ask } = await lineTo((asked, socket) => socket.end(rightFrame(asked)));
  for (const from of [1, 2, 3, 4]) expect(await ask(1, from)).toEqual(right(1, from));
});

test('a gateway with one client alone is read when the other client has left', async () => {
  let isTaken = true;
  const { ask } = await lineTo((asked, socket) =>
    isTaken ? socket.destroy() : socket.write(rightFrame(asked)),
  );
  expect((await ask(1)).kind).toBe('no-connection');
  isTaken = false;
  expect(await ask(1)).toEqual(right(1));
});

test('a gateway that refuses connections for a minute is read after it', async () => {
  const { server, ask } = await lineTo((asked, socket) => socket.write(rightFrame(asked)));
  expect(await ask(1)).toEqual(right(1));
  await server.stop();
  for (let attempt = 0; attempt < 4; attempt++)
    expect(await ask(1)).toEqual({ kind: 'no-connection', cause: 'refused' });
  await server.restart();
  expect(await ask(1)).toEqual(right(1));
});

test('a device that answers after a second gives its own value or none, and never that of an earlier request', async () => {
  const pauseMs = 1000;
  const { ask } = await lineTo((asked, socket) => {
    setTimeout(() => socket.write(rightFrame(asked)), pauseMs);
  });
  for (const from of [1, 2, 3, 4]) {
    const reply = await ask(1, from, { timeoutMs: 0.4 * pauseMs });
    expect(reply.kind === 'values' ? reply : null).toBeNull();
  }
  expect(await ask(1, 9, { timeoutMs: 5 * pauseMs })).toEqual(right(1, 9));
});
