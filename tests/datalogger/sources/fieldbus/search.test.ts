import { afterEach, expect, test } from 'vitest';
import type { FoundDevice, Scan, ScanBody } from '../../../../src/contract/bus';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { FieldPlant } from '../../../../src/datalogger/sources/fieldbus/field-plant';
import { sunspecDriver } from '../../../../src/datalogger/sources/fieldbus/sunspec/driver';
import { testClock } from '../../../support/clock';
import { captureOf } from '../../../support/field-captures';
import { localDial } from '../../../support/local-guard';
import {
  exceptionBody,
  framed,
  replyBody,
  type ServedRequest,
  serveModbus,
  type TestServer,
} from '../../../support/modbus-server';

/* How a search goes with gateways as they are: quick, slow, with one client, with absent units, and with devices that have no SunSpec. */

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const { base, registers: captured } = captureOf('fimer-pvs175');
/** Registers of a SunSpec inverter with a serial number of its own. */
function inverter(serial: string): ReadonlyMap<number, number> {
  const registers = new Map(captured.map((word, index) => [base + index, word]));
  const padded = serial.padEnd(32, '\0');
  for (let index = 0; index < 16; index++)
    registers.set(base + 52 + index, (padded.charCodeAt(2 * index) << 8) | padded.charCodeAt(2 * index + 1));
  return registers;
}

type Units = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** The body of the answer from registers; exception 2 beyond them. */
function bodyFrom(registers: ReadonlyMap<number, number>, request: ServedRequest): number[] {
  if (request.fc !== 3) return exceptionBody(request, 1);
  const values = Array.from({ length: request.count }, (_, index) => registers.get(request.from + index));
  return values.includes(undefined) ? exceptionBody(request, 2) : replyBody(request, values.map(Number));
}

/** A gateway that answers at once and is silent for absent units. */
const quick =
  (units: Units): Parameters<typeof serveModbus>[1] =>
  (request, socket) => {
    const own = units.get(request.unit);
    if (own) socket.write(framed('tcp', request.transaction, bodyFrom(own, request)));
  };

/** A gateway to a serial line: one request after the other, `waitMs` for each that nobody answers. */
function serialGateway(units: Units, waitMs: number): Parameters<typeof serveModbus>[1] {
  let free = Promise.resolve();
  return (request, socket) => {
    free = free.then(async () => {
      const own = units.get(request.unit);
      await new Promise(next => setTimeout(next, own ? 5 : waitMs));
      if (own && !socket.destroyed) socket.write(framed('tcp', request.transaction, bodyFrom(own, request)));
    });
  };
}

async function searched(server: Pick<TestServer, 'port'>, range: Partial<ScanBody> = {}) {
  const clock = new SteadyClock(testClock('2026-06-10T12:00:00+02:00', { isRunning: true }));
  const plant = new FieldPlant({ dial: localDial, clock, driverOf: () => sunspecDriver });
  open.push(plant);
  const found: FoundDevice[] = [];
  const silent: Scan['muti'][number][] = [];
  const begunMs = performance.now();
  await plant.bus.scan(
    {
      host: '127.0.0.1',
      fino_a: null,
      porta: server.port,
      trama: 'tcp',
      unita_da: 1,
      unita_a: 247,
      ...range,
    },
    {
      at: () => undefined,
      silent: host => silent.push(host),
      found: device => found.push(device),
    },
    new AbortController().signal,
  );
  return {
    ms: performance.now() - begunMs,
    units: found.map(({ unita }) => unita).sort((a, b) => a - b),
    found,
    silent,
  };
}

async function served(answer: Parameters<typeof serveModbus>[1]): Promise<TestServer> {
  const server = await serveModbus('tcp', answer);
  open.push({ close: () => server.stop() });
  return server;
}

const silenceMs = 500;
const connections = 5;

test('247 units of a TCP gateway take 40 s at most: absent ones cost a share of the silence', async () => {
  const units = new Map([3, 17, 60, 99, 100, 200].map(unit => [unit, inverter(`F-${unit}`)]));
  const { ms, units: found } = await searched(await served(quick(units)));
  expect(found).toEqual([...units.keys()]);
  const ratio = ms / ((247 - units.size) * silenceMs);
  console.log(`247 units, 241 absent: ${Math.round(ms / 100) / 10} s, ${ratio.toFixed(2)} of one by one`);
  expect(ms).toBeLessThan(40_000);
  expect(ratio).toBeLessThan(1.3 / connections + 0.02);
});

test('a gateway that waits for its serial line is asked by one connection, and no unit is missed', async () => {
  const units = new Map([1, 8, 9, 10].map(unit => [unit, inverter(`F-${unit}`)]));
  const { units: found } = await searched(await served(serialGateway(units, 900)), { unita_a: 12 });
  expect(found).toEqual([1, 8, 9, 10]);
});

test('a unit that answers after a second is found by its late answer', async () => {
  const delays = new Map([
    [1, 5],
    [4, 1000],
  ]);
  const server = await served((request, socket) => {
    const delay = delays.get(request.unit);
    if (delay === undefined) return;
    const body = bodyFrom(inverter(`F-${request.unit}`), request);
    setTimeout(() => socket.write(framed('tcp', request.transaction, body)), delay);
  });
  const { units } = await searched(server, { unita_a: 6 });
  expect(units).toEqual([1, 4]);
});

test('a gateway for one client alone, which drops the older connection, gives every unit', async () => {
  const units = new Map([1, 2, 5, 6].map(unit => [unit, inverter(`F-${unit}`)]));
  const answer = quick(units);
  const server = await served((request, socket) => {
    for (const other of server.connections) if (other !== socket) other.destroy();
    answer(request, socket);
  });
  const { units: found } = await searched(server, { unita_a: 8 });
  expect(found).toEqual([1, 2, 5, 6]);
});

test('a gateway that takes a second connection and never answers on it gives every unit', async () => {
  const units = new Map([1, 2, 11, 12].map(unit => [unit, inverter(`F-${unit}`)]));
  const answer = quick(units);
  const server = await served((request, socket) => {
    const [first] = server.connections;
    if (socket === first) answer(request, socket);
  });
  const { units: found } = await searched(server, { unita_a: 14 });
  expect(found).toEqual([1, 2, 11, 12]);
});

test('a gateway that numbers answers itself gives every unit, and each says so', async () => {
  const units = new Map([1, 5].map(unit => [unit, inverter(`N-${unit}`)]));
  const server = await served((request, socket) =>
    quick(units)({ ...request, transaction: (request.transaction * 3 + 99) & 0xffff }, socket),
  );
  const { units: found, found: devices } = await searched(server, { unita_a: 6 });
  expect(found).toEqual([1, 5]);
  expect(devices.map(({ numeri_propri }) => numeri_propri)).toEqual([true, true]);
});

test('a gateway that closes the connection after each answer gives every unit', async () => {
  const units = new Map([1, 2, 5].map(unit => [unit, inverter(`F-${unit}`)]));
  const server = await served((request, socket) => {
    const own = units.get(request.unit);
    if (own) socket.end(framed('tcp', request.transaction, bodyFrom(own, request)));
  });
  const { units: found } = await searched(server, { unita_a: 6 });
  expect(found).toEqual([1, 2, 5]);
});

const words = (text: string, count: number) => {
  const padded = text.padEnd(2 * count, '\0');
  return Array.from(
    { length: count },
    (_, index) => (padded.charCodeAt(2 * index) << 8) | padded.charCodeAt(2 * index + 1),
  );
};
const float = (value: number) => {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return [view.getUint16(0), view.getUint16(2)];
};
/** Registers by function and address. */
type Foreign = Readonly<Record<string, readonly number[]>>;
const foreignDevices: Readonly<Record<number, Foreign>> = {
  1: { '3 30000': words('SUN2000-100KTL-M1', 15), '3 30015': words('HV2020123456', 10) },
  2: { '4 4989': [...words('A2290401234', 10), 0x2c06] },
  3: { '3 64512': [1, 2], '4 70': float(50), '4 200': float(400.5) },
  4: { '3 49': words('iEM3155', 20), '3 69': words('Schneider Electric', 20) },
  5: { '3 11': [1649] },
};
const identification = (unit: number) => {
  const object = (id: number, text: string) => [
    id,
    text.length,
    ...Array.from(text, each => each.charCodeAt(0)),
  ];
  return [
    ...[unit, 43, 14, 1, 1, 0, 0, 3],
    ...[...object(0, 'WAGO'), ...object(1, '750-352'), ...object(2, 'v1.3')],
  ];
};

test('devices without SunSpec are recognised by registers of their maker, or by function 43/14', async () => {
  const server = await served((request, socket) => {
    const { unit, fc, from, count, transaction } = request;
    const send = (body: readonly number[]) => socket.write(framed('tcp', transaction, body));
    const values = foreignDevices[unit]?.[`${fc} ${from}`];
    if (unit > 7) return;
    if (unit === 6 && fc === 43) send(identification(unit));
    else if (values && values.length === count) send(replyBody(request, values));
    else send(exceptionBody(request, fc === 43 ? 1 : 2));
  });
  const { found } = await searched(server, { unita_a: 8 });
  const said = found
    .sort((a, b) => a.unita - b.unita)
    .map(({ unita, tipo, profilo, marca, modello, versione, seriale }) =>
      [unita, tipo, profilo, marca, modello, versione, seriale].join(' '),
    );
  expect(said).toEqual([
    '1 inverters huawei-sun2000 Huawei SUN2000-100KTL-M1  HV2020123456',
    '2 inverters sungrow-sg Sungrow SG 0x2C06  A2290401234',
    '3 contatori sdm630 Eastron SDM630  65538',
    '4   Schneider Electric iEM3155  ',
    '5   Carlo Gavazzi EM24  ',
    '6   WAGO 750-352 v1.3 ',
    '7      ',
  ]);
});
