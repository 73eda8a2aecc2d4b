import { afterEach, expect, test } from 'vitest';
import { hostClock } from '../../../../../src/datalogger/core/time/clock';
import { Line, type ReadOptions } from '../../../../../src/datalogger/sources/fieldbus/modbus/line';
import type { ReadReply } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { eventually } from '../../../../support/eventually';
import { localDial } from '../../../../support/local-guard';
import { type ServedUnit, serveUnits } from '../../../../support/modbus-server';
import { waitMs } from '../../../../support/patience';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const unitOf = (value: number, rest: Partial<ServedUnit> = {}): ServedUnit => ({
  registers: new Map([[0, value]]),
  ...rest,
});

/** A clock whose monotonic time a test moves on. */
function movedClock() {
  let ahead = 0;
  return {
    monotonic: () => hostClock.monotonic() + ahead,
    advance(ms: number) {
      ahead += ms;
    },
  };
}

async function lineTo(units: Map<number, ServedUnit>) {
  const order: number[] = [];
  const server = await serveUnits(units, 'tcp', ({ unit }) => order.push(unit));
  const clock = movedClock();
  const line = new Line({ host: '127.0.0.1', port: server.port, framing: 'tcp', dial: localDial, clock });
  open.push(line, { close: () => server.stop() });
  const ask = (unit: number, options: Partial<ReadOptions> = {}): Promise<ReadReply> =>
    line.read(
      { unit, fc: 3, from: 0, count: 1 },
      { timeoutMs: waitMs, deadlineMs: clock.monotonic(), turn: 'poll', ...options },
    );
  return { server, line, clock, ask, order };
}

const value = (number: number) => ({ kind: 'values', values: Uint16Array.from([number]) });

test('the request with the earliest deadline goes first, and a guest at most every fourth time', async () => {
  const units = new Map([1, 2, 3, 4, 5, 6, 9].map(unit => [unit, unitOf(unit)]));
  const { ask, order, line } = await lineTo(units);
  expect(await ask(1)).toEqual(value(1));
  order.length = 0;
  const guests = [1, 2, 3].map(() => ask(9, { turn: 'guest', deadlineMs: 0 }));
  const polls = [6, 5, 4, 3, 2].map(unit => ask(unit, { deadlineMs: unit * 1000 }));
  expect(line.queued).toBe(8);
  await Promise.all([...guests, ...polls]);
  // The first was taken before the others were there.
  expect(order).toEqual([9, 2, 3, 4, 9, 5, 6, 9]);
});

test('a device that does not answer keeps the others waiting for one time-out, and then they have the line', async () => {
  const units = new Map([1, 2, 7, 8].map(unit => [unit, unitOf(unit, unit > 6 ? { fault: 'dead' } : {})]));
  const { ask, order } = await lineTo(units);
  await ask(1);
  const silent = [7, 8].map(unit => ask(unit, { turn: 'doubtful', timeoutMs: 200, deadlineMs: 0 }));
  let answers = 0;
  // Asked in turn while both are waited for.
  let isOver = false;
  const both = Promise.all(silent).then(replies => {
    isOver = true;
    return replies;
  });
  while (!isOver) {
    await ask(2);
    answers++;
  }
  expect(await both).toEqual([{ kind: 'timeout' }, { kind: 'timeout' }]);
  const [first, second] = [order.indexOf(7), order.indexOf(8)];
  expect(second - first, 'between the two the living have their turns').toBeGreaterThan(5);
  expect(answers).toBeGreaterThan(5);
});

test('asks a busy device again, which is no failure of it', async () => {
  const busy = unitOf(5, { fault: 6 });
  const { ask, line } = await lineTo(new Map([[1, busy]]));
  const reply = ask(1);
  await eventually(() => expect(line.tally.exceptions.get(6)).toBe(1));
  busy.fault = null;
  expect(await reply).toEqual(value(5));
});

test('connects again with longer and longer waits, and at once after a connection that was good', async () => {
  const { ask, line, server, clock } = await lineTo(new Map([[1, unitOf(1)]]));
  expect(line.state).toBe('idle');
  expect(await ask(1)).toEqual(value(1));
  expect(line.state).toBe('up');

  for (const socket of server.connections) socket.destroy();
  expect(await ask(1), 'a closed connection costs nothing').toEqual(value(1));
  expect([line.state, line.reconnects]).toEqual(['up', 1]);

  await server.stop();
  expect(await ask(1)).toEqual({ kind: 'no-connection', cause: 'refused' });
  expect(line.state).toBe('down');
  await server.restart();
  const before = server.opened;
  expect(await ask(1), 'not before its time').toEqual({ kind: 'no-connection', cause: 'refused' });
  expect(server.opened).toBe(before);
  clock.advance(1300);
  expect(await ask(1)).toEqual(value(1));
  expect(line.state).toBe('up');
});

/** ms between the attempts to connect of a line that is asked all the time. */
async function waitsOf(
  count: number,
  { line, clock }: { line: Line; clock: { advance(ms: number): void } },
  attempts: () => number,
): Promise<number[]> {
  const waits: number[] = [];
  const request = { unit: 1, fc: 3, from: 0, count: 1 } as const;
  while (waits.length < count) {
    let waited = 0;
    for (const before = attempts(); attempts() === before && waited < 100_000; waited += 250) {
      clock.advance(250);
      await line.read(request, { timeoutMs: 5, deadlineMs: 0, turn: 'poll' });
    }
    waits.push(waited);
  }
  return waits;
}

test('waits up to a minute between attempts that are refused', async () => {
  const clock = movedClock();
  let attempts = 0;
  const dial = async () => {
    attempts++;
    throw new Error('refused');
  };
  const line = new Line({ host: '127.0.0.1', port: 5020, framing: 'tcp', dial, clock });
  open.push(line);
  const waits = await waitsOf(9, { line, clock }, () => attempts);
  expect(waits[1]).toBeLessThanOrEqual(2000);
  expect(Math.max(...waits)).toBeGreaterThan(40_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(73_000);
});

test('waits seconds between connections that are accepted and mute, and reads as soon as one is answered', async () => {
  const units = new Map<number, ServedUnit>();
  const { line, clock, server, ask } = await lineTo(units);
  const waits = await waitsOf(9, { line, clock }, () => server.opened);
  expect(Math.max(...waits)).toBeLessThanOrEqual(3000);
  units.set(1, unitOf(1));
  clock.advance(3000);
  expect(await ask(1)).toEqual(value(1));
});

test('a new connection stays open where one of its units is silent and another answered before', async () => {
  const { ask, server } = await lineTo(new Map([[1, unitOf(1)]]));
  await ask(1);
  for (const socket of server.connections) socket.destroy();
  await ask(2, { timeoutMs: 50 });
  expect(await ask(1)).toEqual(value(1));
  expect(server.opened).toBe(2);
});

test('where nobody has answered yet, a device that is known to be silent does not come before the others', async () => {
  const { ask } = await lineTo(new Map([[2, unitOf(2)]]));
  const silent = ask(1, { turn: 'doubtful', timeoutMs: 50, deadlineMs: 0 });
  expect(await ask(2)).toEqual(value(2));
  expect(await silent).toEqual({ kind: 'timeout' });
});

test('counts what came of the requests, for the line and for each unit', async () => {
  const units = new Map([
    [1, unitOf(1)],
    [2, unitOf(2, { fault: 2 })],
    [3, unitOf(3, { fault: 'short' })],
    [4, unitOf(4, { fault: 11 })],
  ]);
  const { ask, line } = await lineTo(units);
  for (const unit of [1, 1, 2, 3, 4]) await ask(unit);
  expect(await ask(5, { timeoutMs: 50 })).toEqual({ kind: 'timeout' });
  expect(line.tally).toMatchObject({ requests: 6, timeouts: 1, malformed: 1 });
  expect([...line.tally.exceptions]).toEqual([
    [2, 1],
    [11, 1],
  ]);
  const answering = [1, 2, 3, 4, 5].map(unit => line.units.get(unit)?.isAnswering);
  expect(answering, 'a gateway that reports silence is not the device').toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(line.units.get(1)?.responseMs(0.5)).toBeGreaterThan(0);
  expect(line.units.get(5)?.lastFailure?.failure).toEqual({ kind: 'timeout' });
});

test('a line that is closed answers everything that waits, and dials no more', async () => {
  const { ask, line, server } = await lineTo(new Map([[1, unitOf(1, { delayMs: 50 })]]));
  const waiting = [ask(1), ask(1), ask(1)];
  await eventually(() => expect(server.opened).toBe(1));
  line.close();
  for (const reply of await Promise.all(waiting)) expect(reply.kind).toBe('no-connection');
  expect((await ask(1)).kind).toBe('no-connection');
  expect(server.opened).toBe(1);
});

test('addresses that no device can have are not asked for', async () => {
  const { line, server, clock } = await lineTo(new Map([[1, unitOf(1)]]));
  const options = { timeoutMs: waitMs, deadlineMs: clock.monotonic(), turn: 'poll' } as const;
  for (const [from, count] of [
    [65_535, 2],
    [0, 126],
    [-1, 1],
    [0, 0],
  ] as const)
    expect(await line.read({ unit: 1, fc: 3, from, count }, options)).toEqual({ kind: 'exception', code: 2 });
  expect(server.opened).toBe(0);
});
