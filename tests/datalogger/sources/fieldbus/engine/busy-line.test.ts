import { afterEach, expect, test } from 'vitest';
import { hostClock } from '../../../../../src/datalogger/core/time/clock';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import { FieldBus } from '../../../../../src/datalogger/sources/fieldbus/engine/field-bus';
import { newRecord } from '../../../../support/config-records';
import { eventually } from '../../../../support/eventually';
import { localDial } from '../../../../support/local-guard';
import { longPatience, rounds } from '../../../../support/long';
import { serveUnits } from '../../../../support/modbus-server';
import { registerDriver, registerUnit } from '../../../../support/register-driver';

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
    dial: localDial,
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
    id: unit,
    versione: 1,
  }));
  bus.configure({ ...noRecords, inverters });
  bus.start();
  const countsOf = (units: readonly number[]) => units.map(unit => server.asked.get(unit) ?? 0);
  /** Waits until each of the units was asked that many times more. */
  const askedAgain = async (units: readonly number[], times: number) => {
    const before = countsOf(units);
    for (let time = 1; time <= times; time++)
      await eventually(() => {
        const after = countsOf(units);
        expect(after.every((count, index) => count >= (before[index] ?? 0) + time)).toBe(true);
      });
  };
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
  return { served, units: [...served.keys()], bus, askedAgain, countsOf, worstGap };
}

test(
  'of twenty devices four die: the others wait hardly longer than on a line where all live',
  longPatience,
  async () => {
    const { served, units, askedAgain, worstGap, bus } = await busyGateway(20, 8);
    // What else the machine does delays both.
    const sound = await busyGateway(20, 8);
    const living = units.slice(4);
    await askedAgain(units, 3);
    const from = performance.now();
    for (const unit of units.slice(0, 4)) Object.assign(served.get(unit) ?? {}, { fault: 'dead' });
    const memoryBefore = process.memoryUsage().heapUsed;
    // In the long tests for two hours; each minute one of the dead comes back and dies again.
    for (let minute = 0; minute < rounds(1, 120); minute++) {
      await askedAgain(living, rounds(12, 60));
      const first = served.get(1);
      if (first) first.fault = first.fault === 'dead' ? null : 'dead';
      expect(worstGap(living, from)).toBeLessThan(periodMs + sound.worstGap(sound.units, from));
    }
    await eventually(() =>
      expect(bus.units.filter(unit => unit.isSilent).map(({ unit }) => unit)).toContain(2),
    );
    expect(process.memoryUsage().heapUsed - memoryBefore).toBeLessThan(50e6);
  },
);

test('a gateway that stalls is read again as soon as it goes on', async () => {
  const { served, units, askedAgain, bus } = await busyGateway(8, 2);
  for (const unit of served.values()) unit.delayMs = 700;
  await eventually(() => expect(bus.units.every(({ health }) => health.failures > 0)).toBe(true));
  for (const unit of served.values()) unit.delayMs = 2;
  await eventually(() => expect(bus.units.every(unit => !unit.isSilent)).toBe(true));
  await askedAgain(units, 3);
});

test('a line that is asked for more than it can give stretches all periods alike, and builds no backlog', async () => {
  // 20 devices of 90 ms each: 1.8 s of answers wanted in every second.
  const { bus, units, askedAgain, countsOf } = await busyGateway(20, 90);
  await askedAgain(units, 3);
  const [line] = bus.lines;
  const before = countsOf(units);
  await askedAgain(units, 4);
  const counts = countsOf(units).map((count, index) => count - (before[index] ?? 0));
  expect(Math.max(...counts), 'none is read much more often than another').toBeLessThan(8);
  expect(line && bus.stretch(line)).toBeGreaterThan(1.5);
  expect(line?.queued).toBeLessThanOrEqual(units.length * 3);
  expect(line?.load).toBeGreaterThan(0.8);
});
