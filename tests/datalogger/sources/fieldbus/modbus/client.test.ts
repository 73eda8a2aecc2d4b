import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ModbusClient } from '../../../../../src/datalogger/sources/fieldbus/modbus/client';
import type { Framing } from '../../../../../src/datalogger/sources/fieldbus/modbus/frame';
import type { ReadReply } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { eventually } from '../../../../support/eventually';
import { localGuard } from '../../../../support/local-guard';
import {
  exceptionBody,
  framed,
  replyBody,
  type ServedRequest,
  serveModbus,
  type TestServer,
} from '../../../../support/modbus-server';
import { waitMs } from '../../../../support/patience';

/** Four registers of unit 1. */
const request = { unit: 1, fc: 3, from: 40_072, count: 4 } as const;
const values = [0x1234, 0, 0xffff, 7];
const right = { kind: 'values', values: Uint16Array.from(values) };
/** Long enough for a busy machine; where a time-out is what is tested, a short one. */
const longMs = waitMs;
const shortMs = 60;

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

type Answer = (request: ServedRequest, socket: Socket) => void;

async function connectedTo(
  framing: Framing,
  answer: Answer,
): Promise<{ client: ModbusClient; server: TestServer }> {
  const server = await serveModbus(framing, answer);
  const client = new ModbusClient(await localGuard.connect('127.0.0.1', server.port, waitMs), framing);
  open.push(client, { close: () => server.stop() });
  return { client, server };
}

/** The right answer as bytes, and changes of it. */
const rightFrame = (asked: ServedRequest) => framed('tcp', asked.transaction, replyBody(asked, values));
const bodyFrame = (asked: ServedRequest, body: readonly number[]) => framed('tcp', asked.transaction, body);
const changed = (asked: ServedRequest, at: number, value: number) => {
  const frame = rightFrame(asked);
  frame[at] = value;
  return frame;
};

/** Replies that must be refused: what is sent, by what is wrong with it. */
const hostile: Readonly<Record<string, (asked: ServedRequest) => Buffer>> = {
  'a protocol other than 0': asked => changed(asked, 3, 1),
  'more frames of other transactions than gateways pass on': asked =>
    Buffer.concat(Array.from({ length: 33 }, () => changed(asked, 0, 0x77))),
  'another unit': asked => changed(asked, 6, 2),
  'another function': asked => changed(asked, 7, 4),
  'an exception of another function': asked => bodyFrame(asked, [1, 0x84, 2]),
  'fewer registers than were asked for': asked => bodyFrame(asked, replyBody({ ...asked, count: 2 }, values)),
  'more registers than were asked for': asked => bodyFrame(asked, replyBody({ ...asked, count: 7 }, values)),
  'a byte count larger than what follows': asked => bodyFrame(asked, replyBody(asked, values).slice(0, 7)),
  'a byte count smaller than what follows': asked => changed(asked, 8, 4),
  'an odd byte count': asked => changed(asked, 8, 7),
  'a length of 65535': asked => Buffer.concat([changed(asked, 4, 0xff).fill(0xff, 4, 6)]),
  'a length of 0': asked => changed(asked, 5, 0),
  'bytes before the answer': asked => Buffer.concat([Buffer.from([0x55, 0xaa, 0x55]), rightFrame(asked)]),
  'bytes behind the answer': asked => Buffer.concat([rightFrame(asked), Buffer.from([0])]),
  'an exception without a code': asked => bodyFrame(asked, exceptionBody(asked, 0)),
  'the text of a web server': () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
};

test.for(Object.entries(hostile))('refuses %s and closes the connection', async ([, reply]) => {
  const { client, server } = await connectedTo('tcp', (asked, socket) => void socket.write(reply(asked)));
  expect(await client.read(request, longMs)).toEqual({ kind: 'malformed' });
  expect(client.isOpen).toBe(false);
  await eventually(() => expect(server.connections.size).toBe(0));
  expect(await client.read(request, longMs)).toEqual({ kind: 'no-connection', cause: 'closed' });
});

/** Replies that are right although they look odd. */
const harmless: Readonly<Record<string, [Answer, unknown]>> = {
  'an answer in one piece': [(asked, socket) => void socket.write(rightFrame(asked)), right],
  'an answer byte by byte': [
    async (asked, socket) => {
      for (const byte of rightFrame(asked)) {
        socket.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
    },
    right,
  ],
  'an answer among the answers to another master': [
    (asked, socket) =>
      void socket.write(Buffer.concat([changed(asked, 0, 0x77), changed(asked, 0, 0x78), rightFrame(asked)])),
    right,
  ],
  'an answer before those to another master, in one piece': [
    (asked, socket) => void socket.write(Buffer.concat([rightFrame(asked), changed(asked, 0, 0x77)])),
    right,
  ],
  'the answer twice in one piece': [
    (asked, socket) => void socket.write(Buffer.concat([rightFrame(asked), rightFrame(asked)])),
    right,
  ],
  'an exception': [
    (asked, socket) => void socket.write(bodyFrame(asked, exceptionBody(asked, 2))),
    { kind: 'exception', code: 2 },
  ],
};

test.for(Object.entries(harmless))('takes %s', async ([, [answer, expected]]) => {
  const { client } = await connectedTo('tcp', answer);
  expect(await client.read(request, longMs)).toEqual(expected);
  expect(client.isOpen).toBe(true);
});

test('drops an answer that comes after its time-out, and takes the next', async () => {
  let late: Buffer | null = null;
  const { client } = await connectedTo('tcp', (asked, socket) => {
    if (late === null) late = framed('tcp', asked.transaction, replyBody(asked, [9, 9, 9, 9]));
    else socket.write(Buffer.concat([late, rightFrame(asked)]));
  });
  expect(await client.read(request, shortMs)).toEqual({ kind: 'timeout' });
  expect(await client.read(request, longMs)).toEqual(right);
});

const renumbered = (asked: ServedRequest) =>
  framed('tcp', (asked.transaction + 0x4321) & 0xffff, replyBody(asked, values));

test('says that an answer came with another number, and takes it where the gateway numbers answers', async () => {
  const { client } = await connectedTo('tcp', (asked, socket) => void socket.write(renumbered(asked)));
  expect(await client.read(request, shortMs)).toEqual({ kind: 'timeout', isRenumbered: true });
  client.takesAnyNumber = true;
  expect(await client.read(request, longMs)).toEqual(right);
});

test('a late answer of a gateway that numbers answers is never taken for the next one', async () => {
  let late: ServedRequest | null = null;
  const { client } = await connectedTo('tcp', (asked, socket) => {
    if (late) socket.write(renumbered(asked));
    else setTimeout(() => socket.write(renumbered(asked)), 2 * shortMs);
    late = asked;
  });
  client.takesAnyNumber = true;
  expect(await client.read(request, shortMs)).toEqual({ kind: 'timeout' });
  expect(client.isOpen).toBe(false);
});

test('a gateway that numbers answers and sends one that nobody asked for is disconnected', async () => {
  const { client } = await connectedTo('tcp', (asked, socket) => {
    socket.write(Buffer.concat([renumbered(asked), renumbered(asked)]));
  });
  client.takesAnyNumber = true;
  expect(await client.read(request, longMs)).toMatchObject({ kind: 'malformed' });
  expect(client.isOpen).toBe(false);
});

test('closes the connection after three time-outs in a row', async () => {
  const { client } = await connectedTo('tcp', () => undefined);
  for (const isOpen of [true, true, false]) {
    expect(await client.read(request, shortMs)).toEqual({ kind: 'timeout' });
    expect(client.isOpen).toBe(isOpen);
  }
});

test('a device that sends a byte now and then does not keep a request waiting', async () => {
  const { client } = await connectedTo('tcp', (asked, socket) => {
    const frame = rightFrame(asked);
    let sent = 0;
    const timer = setInterval(() => socket.write(frame.subarray(sent, ++sent)), shortMs / 2);
    socket.on('close', () => clearInterval(timer));
  });
  expect(await client.read(request, shortMs * 2)).toEqual({ kind: 'timeout' });
  expect(client.isOpen, 'the rest of half a frame cannot be told from the next').toBe(false);
});

test('a device that sends without end is cut off at its first wrong frame', async () => {
  const block = Buffer.alloc(1 << 20, 0x11);
  const { client, server } = await connectedTo('tcp', (asked, socket) => {
    socket.write(rightFrame(asked));
    const pour = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('drain', pour);
    setImmediate(pour);
  });
  await client.read(request, longMs);
  await eventually(() => expect(client.isOpen).toBe(false));
  await eventually(() => expect(server.connections.size).toBe(0));
});

test('an answer that arrived in time is taken although this process was busy then', async () => {
  const { client } = await connectedTo('tcp', (asked, socket) => {
    socket.write(rightFrame(asked));
    const until = performance.now() + 2 * shortMs;
    while (performance.now() < until);
  });
  expect(await client.read(request, shortMs)).toEqual(right);
});

test('reads coils and discrete inputs bit by bit', async () => {
  const bits = [1, 0, 1, 1, 0, 0, 0, 0, 1, 1];
  const { client } = await connectedTo(
    'tcp',
    (asked, socket) => void socket.write(bodyFrame(asked, replyBody(asked, bits))),
  );
  for (const fc of [1, 2] as const)
    expect(await client.read({ unit: 1, fc, from: 0, count: 10 }, longMs)).toEqual({
      kind: 'values',
      values: Uint16Array.from(bits),
    });
});

test('a reply that ends in the middle is no reply', async () => {
  const { client } = await connectedTo(
    'tcp',
    (asked, socket) => void socket.end(rightFrame(asked).subarray(0, 13)),
  );
  expect(await client.read(request, longMs)).toEqual({ kind: 'no-connection', cause: 'closed' });
});

const rtuFrame = (asked: ServedRequest) => framed('rtu', 0, replyBody(asked, values));

const rtu: Readonly<Record<string, [Answer, ReadReply['kind'], boolean]>> = {
  'takes a frame with its check sum': [(asked, socket) => void socket.write(rtuFrame(asked)), 'values', true],
  'takes an exception': [
    (asked, socket) => void socket.write(framed('rtu', 0, exceptionBody(asked, 11))),
    'exception',
    true,
  ],
  'refuses a wrong check sum': [
    (asked, socket) => {
      const frame = rtuFrame(asked);
      frame[5] = (frame[5] ?? 0) ^ 1;
      socket.write(frame);
    },
    'malformed',
    false,
  ],
  'refuses another unit': [
    (asked, socket) => void socket.write(framed('rtu', 0, replyBody({ ...asked, unit: 2 }, values))),
    'malformed',
    false,
  ],
  'refuses a shorter answer': [
    (asked, socket) => void socket.write(framed('rtu', 0, replyBody({ ...asked, count: 3 }, values))),
    'malformed',
    false,
  ],
  'closes after a time-out, so that a late answer is taken for no other': [() => undefined, 'timeout', false],
};

test.for(Object.entries(rtu))('RTU over TCP: %s', async ([, [answer, kind, isOpen]]) => {
  const { client } = await connectedTo('rtu', answer);
  const reply = await client.read(request, kind === 'timeout' ? shortMs : longMs);
  expect(reply.kind).toBe(kind);
  expect(client.isOpen).toBe(isOpen);
});
