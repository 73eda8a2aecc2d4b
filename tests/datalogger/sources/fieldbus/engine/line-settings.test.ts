import { afterEach, expect, test } from 'vitest';
import { hostClock } from '../../../../../src/datalogger/core/time/clock';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import { FieldBus } from '../../../../../src/datalogger/sources/fieldbus/engine/field-bus';
import { newRecord } from '../../../../support/config-records';
import { localDial } from '../../../../support/local-guard';
import { serveUnits } from '../../../../support/modbus-server';
import { waitMs } from '../../../../support/patience';
import { registerDriver, registerUnit } from '../../../../support/register-driver';

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const answerMs = 100;

/** What three inverters of one gateway are asked within a while: when, and how many at a time. */
async function asked(settings: object, mostConnections = 4) {
  const units = new Map(
    [1, 2, 3].map(unit => [unit, { ...registerUnit({ serial: unit }), delayMs: answerMs }]),
  );
  const times: number[] = [];
  let inFlight = 0;
  let most = 0;
  const server = await serveUnits(
    units,
    'tcp',
    () => {
      times.push(performance.now());
      inFlight += 1;
      most = Math.max(most, inFlight);
    },
    () => {
      inFlight -= 1;
    },
  );
  let connectedMs = 0;
  const bus = new FieldBus({
    dial: async (address, forMs) => {
      if (server.connections.size >= mostConnections) throw new Error('one more than it takes');
      const connection = await localDial(address, forMs);
      connectedMs ||= performance.now();
      return connection;
    },
    clock: hostClock,
    driverOf: () => registerDriver,
    around: { nowS: () => Math.floor(Date.now() / 1000), zone: () => 'UTC', isNight: () => false },
  });
  toClose.push(
    () => server.stop(),
    () => bus.close(),
  );
  const address = {
    protocollo: 'sunspec-tcp',
    host: '127.0.0.1',
    porta: server.port,
    timeout: 5000,
  } as const;
  const inverters = [1, 2, 3].map(unit => ({
    ...newRecord('inverters', { nome: `I${unit}`, ...address, unita: unit, ...(unit === 2 ? settings : {}) }),
    id: unit,
    versione: 1,
  }));
  bus.configure({ ...noRecords, inverters });
  bus.start();
  const pac = () => bus.answers(Math.floor(Date.now() / 1000)).get('inverter') ?? [];
  await expect.poll(() => pac().length, { timeout: waitMs }).toBe(3);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return {
    shortestMs: Math.min(...gaps),
    firstMs: (times[0] ?? 0) - connectedMs,
    most,
    server,
  };
}

test('without settings one request follows the other at once, on one connection', async () => {
  const { most, server } = await asked({});
  expect([most, server.opened]).toEqual([1, 1]);
});

test('the pause and the first wait that one record of a gateway needs hold for all of them', async () => {
  const { shortestMs, firstMs } = await asked({ pausa: 100, attesa_iniziale: 300 });
  // A timer may ring a millisecond early.
  expect(shortestMs).toBeGreaterThanOrEqual(answerMs + 100 - 2);
  expect(firstMs).toBeGreaterThanOrEqual(300 - 2);
});

test('several connections have as many requests in flight', async () => {
  const { most, server } = await asked({ connessioni: 3 });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(3);
  expect(server.opened).toBeLessThanOrEqual(3);
  expect(server.opened).toBeGreaterThan(1);
});

test('a gateway that takes fewer connections than are configured answers over those that it takes', async () => {
  const { most, server } = await asked({ connessioni: 3 }, 1);
  expect([most, server.opened]).toEqual([1, 1]);
});
