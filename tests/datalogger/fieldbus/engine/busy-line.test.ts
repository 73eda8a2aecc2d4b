import { afterEach, expect, test } from 'vitest';
import { noRecords } from '../../../../src/datalogger/devices/setup';
import { FieldBus } from '../../../../src/datalogger/fieldbus/engine/field-bus';
import { hostClock } from '../../../../src/datalogger/time/clock';
import { newRecord } from '../../../support/config-records';
import { eventually } from '../../../support/eventually';
import { localGuard } from '../../../support/local-guard';
import { longPatience, rounds } from '../../../support/long';
import { serveUnits } from '../../../support/modbus-server';
import { registerDriver, registerUnit } from '../../../support/register-driver';

/* One gateway with twenty inverters, in real time: what one of them does not answer must not be felt by the others. */

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const periodMs = 1000;

/** `answerMs`: how long each answer takes. */
async function busyGateway(count: number, answerMs: number) {
  const served = new Map(
    Array.from({ length: count }, (_, index) => [
      index + 1,
      { ...registerUnit({ serial: index }), delayMs: answerMs },
    ]),
  );
  /** When the power of each unit was asked for, ms. */
  const asked = new Map<number, number[]>();
  const server = await serveUnits(served, 'tcp', ({ unit, from }) => {
    if (from === 10) asked.set(unit, [...(asked.get(unit) ?? []), performance.now()]);
  });
  const bus = new FieldBus({
    guard: localGuard,
    clock: hostClock,
    driverOf: () => registerDriver,
    around: { nowS: () => Math.floor(Date.now() / 1000), zone: () => 'UTC', isNight: () => false },
  });
  toClose.push(
    () => server.stop(),
    () => bus.close(),
  );
  // A time-out is a fifth of the period, as by default.
  const address = { protocollo: 'sunspec-tcp', host: '127.0.0.1', porta: server.port } as const;
  const inverters = [...served.keys()].map(unit => ({
    ...newRecord('inverters', { ...address, unita: unit, polling: periodMs / 1000, timeout: periodMs / 5 }),
    ...{ id: unit, versione: 1 },
  }));
  bus.configure({ ...noRecords, inverters });
  bus.start();
  const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
  /** The longest time between two questions to a unit since `fromMs`. */
  const worstGap = (units: readonly number[], fromMs: number) =>
    Math.max(
      ...units.map(unit => {
        const times = [...(asked.get(unit) ?? []).filter(ms => ms >= fromMs), performance.now()];
        return Math.max(...times.slice(1).map((ms, index) => ms - (times[index] ?? ms)));
      }),
    );
  const isRead = () => {
    for (const unit of bus.units) if (unit.map === null) throw new Error('not all are identified');
  };
  await eventually(isRead);
  return { served, bus, wait, worstGap, server };
}

test('of twenty devices four die: the others wait less than two periods', longPatience, async () => {
  const { served, wait, worstGap, bus } = await busyGateway(20, 8);
  const units = [...served.keys()];
  const living = units.slice(4);
  await wait(3 * periodMs);
  const from = performance.now();
  for (const unit of units.slice(0, 4)) Object.assign(served.get(unit) ?? {}, { fault: 'dead' });
  const memoryBefore = process.memoryUsage().heapUsed;
  // In the long tests for two hours; each minute one of the dead comes back and dies again.
  for (let minute = 0; minute < rounds(1, 120); minute++) {
    await wait(rounds(12, 60) * periodMs);
    const first = served.get(1);
    if (first) first.fault = first.fault === 'dead' ? null : 'dead';
    expect(worstGap(living, from)).toBeLessThan(2 * periodMs);
  }
  expect(bus.units.filter(unit => unit.isSilent).map(({ unit }) => unit)).toContain(2);
  expect(process.memoryUsage().heapUsed - memoryBefore).toBeLessThan(50e6);
});

test('a gateway that stalls is read again as soon as it goes on', async () => {
  const { served, wait, server, bus } = await busyGateway(8, 2);
  for (const unit of served.values()) unit.delayMs = 700;
  await wait(4 * periodMs);
  for (const unit of served.values()) unit.delayMs = 2;
  const before = new Map(server.asked);
  await wait(6 * periodMs);
  await eventually(() => expect(bus.units.every(unit => !unit.isSilent)).toBe(true));
  for (const unit of served.keys())
    expect((server.asked.get(unit) ?? 0) - (before.get(unit) ?? 0)).toBeGreaterThan(2);
});

test('a line that is asked for more than it can give stretches all periods alike, and builds no backlog', async () => {
  // 20 devices of 90 ms each: 1.8 s of answers wanted in every second.
  const { served, bus, wait, server } = await busyGateway(20, 90);
  await wait(6 * periodMs);
  const [line] = bus.lines;
  const before = new Map(server.asked);
  await wait(10 * periodMs);
  const counts = [...served.keys()].map(unit => (server.asked.get(unit) ?? 0) - (before.get(unit) ?? 0));
  expect(Math.max(...counts) - Math.min(...counts), 'none is read much more often than another').toBeLessThan(
    4,
  );
  expect(Math.min(...counts)).toBeGreaterThan(2);
  expect(line && bus.stretch(line)).toBeGreaterThan(1.5);
  expect(line?.queued).toBeLessThanOrEqual(served.size * 3);
  expect(line?.load).toBeGreaterThan(0.8);
});
