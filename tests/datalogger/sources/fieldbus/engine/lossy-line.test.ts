import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startOfDay } from '../../../../../src/contract/zone';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import { Diagnostics } from '../../../../../src/datalogger/sources/fieldbus/diagnostics';
import { FieldBus } from '../../../../../src/datalogger/sources/fieldbus/engine/field-bus';
import type { Connection } from '../../../../../src/datalogger/sources/fieldbus/modbus/connection';
import type { ReadReply } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import { sunspecDriver } from '../../../../../src/datalogger/sources/fieldbus/sunspec/driver';
import { newRecord } from '../../../../support/config-records';
import { readFrom } from '../../../../support/field-captures';
import { longPatience, rounds } from '../../../../support/long';
import { numbersFrom } from '../../../../support/numbers';

/* One line on which replies are lost, in simulated time: only requests take time, and pauses in which none is due. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const answerMs = 30;
const minuteMs = 60_000;
const zone = 'Europe/Rome';

/** Models of an inverter with two inputs, with their lengths. */
const inverter = [
  [1, 66],
  [103, 50],
  [120, 26],
  [121, 30],
  [122, 44],
  [123, 24],
  [160, 48],
] as const;
const ids = inverter.map(([id]) => id).join(' ');

const chainOf = (models: readonly (readonly [id: number, length: number])[]) => [
  ...[0x5375, 0x6e53],
  ...models.flatMap(([id, length]) => [id, length, ...Array<number>(length).fill(7)]),
  ...[0xffff, 0],
];

interface Options {
  readonly units: number;
  readonly seed: number;
  /** Share of lost replies. */
  readonly loss: number;
  readonly registers?: readonly number[];
}

function lossyLine({ units, seed, loss, registers = chainOf(inverter) }: Options) {
  const random = numbersFrom(seed);
  const startMs = 1000 * (startOfDay(zone, 2026, 6, 10) + 10 * 3600);
  /** `isLost`: decides on a request instead of chance. */
  const time = { ms: startMs, loss, isLost: (_from: number): boolean | null => null };
  let requests = 0;
  const connection: Connection = {
    isOpen: true,
    close: () => undefined,
    write: async () => ({ kind: 'timeout' }),
    async read(request, timeoutMs): Promise<ReadReply> {
      requests++;
      await setImmediate();
      const isLost = time.isLost(request.from) ?? random() < time.loss;
      time.ms += isLost ? timeoutMs : answerMs;
      return isLost
        ? { kind: 'timeout' }
        : readFrom({ unit: request.unit, base: 40_000, registers })(request);
    },
  };
  const bus = new FieldBus({
    dial: async () => connection,
    clock: { monotonic: () => time.ms },
    driverOf: () => sunspecDriver,
    around: { nowS: () => Math.floor(time.ms / 1000), zone: () => zone, isNight: () => false },
  });
  const address = { protocollo: 'sunspec-tcp', host: '192.168.10.14', polling: 10, timeout: 1000 } as const;
  const inverters = Array.from({ length: units }, (_, index) => ({
    ...newRecord('inverters', { nome: `I${index + 1}`, pn: 100, ...address, unita: index + 1, tentativi: 2 }),
    ...{ id: index + 1, versione: 1 },
  }));
  bus.configure({ ...noRecords, inverters });
  /** Runs for so long, or until `isDone`; returns how long it took, ms. */
  const run = async (forMs: number, isDone: () => boolean = () => false) => {
    const from = time.ms;
    while (time.ms - from < forMs && !isDone()) {
      bus.tick();
      const [before, beganMs] = [requests, time.ms];
      for (let turn = 0; turn < 4; turn++) await setImmediate();
      if (requests === before) time.ms += 100;
      vi.advanceTimersByTime(time.ms - beganMs);
    }
    return time.ms - from;
  };
  const models = (unit: number) =>
    bus.units
      .find(each => each.unit === unit)
      ?.map?.devices.flatMap(device => device.models.map(({ id }) => id))
      .join(' ');
  const cut = () => bus.units.filter(({ unit }) => models(unit) !== ids).map(({ unit }) => unit);
  return { bus, time, run, cut, models, requests: () => requests };
}

test.each([
  [0.02, 2],
  [0.1, 10],
])(
  '120 units with %d of the replies lost know all models within %i minutes and keep them',
  longPatience,
  async (loss, minutes) => {
    for (const seed of rounds([1], [1, 2, 3])) {
      const { bus, run, cut } = lossyLine({ units: 120, seed, loss });
      const tookMs = await run(minutes * minuteMs, () => cut().length === 0);
      expect(cut(), `seed ${seed}`).toEqual([]);
      console.info(
        `loss ${loss}, seed ${seed}: all models of 120 units after ${Math.round(tookMs / 1000)} s`,
      );
      let lost = 0;
      for (let minute = 0; minute < rounds(3, 60); minute++) {
        await run(minuteMs);
        lost += cut().length;
      }
      expect(lost).toBe(0);
      bus.close();
    }
  },
);

test('a chain whose end is not answered is incomplete, and is walked again after a minute', async () => {
  const { bus, time, run, models } = lossyLine({ units: 1, seed: 1, loss: 0 });
  const from = 40_000 + chainOf(inverter.slice(0, 5)).length - 2;
  time.isLost = address => (address >= from ? true : null);
  await run(20_000);
  expect(models(1)).toBe('1 103 120 121 122');
  const shown = () => new Diagnostics().linesOf(bus, { ms: time.ms, s: time.ms / 1000 })[0]?.dispositivi[0];
  const since = shown()?.incompleta?.da;
  expect(shown()?.incompleta).toEqual({ da: since, mancano: ['ingressi', 'comandi'] });
  expect(time.ms / 1000 - (since ?? 0)).toBeLessThan(20);
  time.isLost = () => null;
  await run(70_000);
  expect(models(1)).toBe(ids);
  expect(shown()?.incompleta).toBeNull();
  bus.close();
});

test('a device that never answers behind its last model is complete after three equal walks', async () => {
  const { bus, time, run, models, requests } = lossyLine({ units: 1, seed: 1, loss: 0 });
  const from = 40_000 + chainOf(inverter).length - 2;
  time.isLost = address => (address >= from ? true : null);
  await run(20_000);
  expect(bus.units[0]?.incompleteSinceMs).not.toBeNull();
  await run(150_000);
  expect(models(1)).toBe(ids);
  expect(bus.units[0]?.incompleteSinceMs).toBeNull();
  const before = requests();
  await run(600_000);
  expect(requests() - before, 'polls alone').toBeLessThan(130);
  bus.close();
});

test('a later walk that loses its end keeps the chain that was read before', async () => {
  const { bus, time, run, models } = lossyLine({ units: 1, seed: 1, loss: 0 });
  await run(20_000);
  const from = 40_000 + chainOf(inverter.slice(0, 3)).length - 2;
  // The chain is walked once a day.
  time.ms += 86_400_000;
  time.isLost = address => (address === from ? true : null);
  await run(60_000);
  expect(models(1)).toBe(ids);
  bus.close();
});
