import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Connections } from '../../../../src/datalogger/api/http/connections';

/** A connection that comes from where a test wants it to. */
function socketFrom(address: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
}

/** Takes as many connections as there are addresses; answers those that are still open. */
function takeAll(connections: Connections, addresses: readonly string[]) {
  const sockets = addresses.map(socketFrom);
  for (const socket of sockets) connections.take(socket);
  return () => sockets.filter(socket => !socket.destroyed);
}

/** A request on a connection, all of it there. */
function ask(connections: Connections, socket: Socket): ServerResponse {
  const message = new IncomingMessage(socket);
  message.complete = true;
  const response = new ServerResponse(message);
  expect(connections.begin(message, response)).toBe(true);
  return response;
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

test('E08: IPv6 has its share by the first 64 bits, whatever comes after them', () => {
  const connections = new Connections([]);
  const open = takeAll(
    connections,
    range(100).map(n => `2001:db8:1:2::${n.toString(16)}`),
  );
  expect(open()).toHaveLength(64);
  expect(
    takeAll(
      connections,
      range(10).map(n => `2001:db8:1:${n + 2}::1`),
    )(),
  ).toHaveLength(10);
  connections.stop();
});

test('a trusted proxy speaks for everybody, up to all the places there are', () => {
  const connections = new Connections(['127.0.0.1']);
  expect(takeAll(connections, Array(300).fill('::ffff:127.0.0.1'))()).toHaveLength(256);
  connections.stop();
});

test('E08: with all places taken an answer under way is the last that is given up', () => {
  const connections = new Connections([]);
  const [worker, rester] = [socketFrom('10.0.0.1'), socketFrom('10.0.0.2')];
  for (const socket of [worker, rester]) connections.take(socket);
  ask(connections, worker);
  ask(connections, rester).emit('close');
  takeAll(
    connections,
    range(255).map(n => `10.0.1.${n}`),
  );
  // The one that rests is opened again by any browser, those that are new may be about to ask.
  expect([worker.destroyed, rester.destroyed]).toEqual([false, true]);
  takeAll(
    connections,
    range(255).map(n => `10.0.2.${n}`),
  );
  expect(worker.destroyed).toBe(false);
  connections.stop();
});
