import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordOf } from '../../../../src/contract/config/kinds';
import { hostClock } from '../../../../src/datalogger/core/time/clock';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import { noRecords } from '../../../../src/datalogger/plant/processing/setup';
import { driverOf } from '../../../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../../../src/datalogger/sources/fieldbus/field-plant';
import { ModbusClient } from '../../../../src/datalogger/sources/fieldbus/modbus/client';
import type { Read } from '../../../../src/datalogger/sources/fieldbus/modbus/read';
import { identify } from '../../../../src/datalogger/sources/fieldbus/sunspec/chain';
import { decode } from '../../../../src/datalogger/sources/fieldbus/sunspec/decode';
import { models } from '../../../../src/datalogger/sources/fieldbus/sunspec/models';
import { newRecord } from '../../../support/config-records';
import { eventually } from '../../../support/eventually';
import { captures, isOfMaker, namedPoints } from '../../../support/field-captures';
import { freePort } from '../../../support/free-port';
import { localDial } from '../../../support/local-guard';
import { waitMs } from '../../../support/patience';

/*
 * The registers of ten real devices, served by pymodbus: neither the frames nor the numbers that are expected are ours. Each device is a
 * unit of its own, with nothing around its registers.
 */

const script = `
import json, sys
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer
captures = json.load(sys.stdin)
def unit(capture):
    words = {capture['base'] + index: word for index, word in enumerate(capture['registers'])}
    return ModbusSlaveContext(hr=ModbusSparseDataBlock(words), zero_mode=True)
units = {index + 1: unit(capture) for index, capture in enumerate(captures)}
StartTcpServer(context=ModbusServerContext(slaves=units, single=False), address=('127.0.0.1', int(sys.argv[1])))
`;

let server: ChildProcess;
let port: number;
let client: ModbusClient;
const read: Read = request => client.read(request, 5000);

beforeAll(async () => {
  port = await freePort();
  server = spawn('/usr/bin/python3', ['-c', script, String(port)], { stdio: ['pipe', 'ignore', 'ignore'] });
  server.stdin?.end(JSON.stringify(captures));
  await eventually(async () => expect(await isOpen(port)).toBe(true));
  client = new ModbusClient(connect(port, '127.0.0.1'), 'tcp');
});

afterAll(async () => {
  client.close();
  server.kill();
  await once(server, 'exit');
});

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['open']),
    once(socket, 'error').then(() => ['refused']),
  ]);
  socket.destroy();
  return event === 'open';
}

/** All registers of a model, in requests as long as a device allows. */
async function registersAt(unit: number, from: number, length: number): Promise<number[]> {
  const words: number[] = [];
  while (words.length < length) {
    const reply = await read({
      unit,
      fc: 3,
      from: from + words.length,
      count: Math.min(125, length - words.length),
    });
    if (reply.kind !== 'values') throw new Error(`${unit}/${from}: ${JSON.stringify(reply)}`);
    words.push(...reply.values);
  }
  return words;
}

test.each(captures.map((capture, index) => [capture.name, capture, index + 1] as const))(
  '%s: every model is found and decoded as by an independent client',
  async (_, capture, unit) => {
    const found = await identify(read, { unit, base: 40_000 });
    if (found.kind !== 'found') throw new Error(found.kind);
    const own = new Map<string, unknown>();
    for (const { id, from, length } of found.map.devices.flatMap(device => device.models)) {
      const table = models.get(id);
      if (!table) continue;
      const words = [id, length, ...(await registersAt(unit, from, length))];
      const decoded = decode(table, length, (offset, count) => words.slice(offset, offset + count));
      own.set(`${id} at ${from - 2}`, namedPoints(table, decoded));
    }
    const expected = capture.models
      .filter(({ id }) => !isOfMaker(id))
      .map(({ id, address, points }) => {
        const told = Object.entries(points).filter(([name]) => !/\bPad$/.test(name));
        return [`${id} at ${address}`, Object.fromEntries(told)] as const;
      });
    expect(expected.length).toBeGreaterThanOrEqual(2);
    for (const [name, points] of expected) expect([name, own.get(name)]).toEqual([name, points]);
  },
);

test.each([
  ['fimer-pvs175', 120],
  // It has no reversion time.
  ['sma-sb36-2023', null],
] as const)('%s, served by an independent server, is limited and freed again', async (name, ritorno) => {
  const unita = captures.findIndex(capture => capture.name === name) + 1;
  const modelOf = (id: number) => captures[unita - 1]?.models.find(model => model.id === id);
  const at = { protocollo: 'sunspec-tcp', host: '127.0.0.1', porta: port, unita } as const;
  const pn = Number(modelOf(121)?.points.WMax) / 1000;
  const record = { ...newRecord('inverters', { ...at, pn }), id: 1 } as RecordOf<'inverters'>;
  const source = new FieldPlant({ dial: localDial, clock: new SteadyClock(hostClock), driverOf });
  source.configure({
    configuration: { ...noRecords, inverters: [record] },
    name: null,
    zone: 'UTC',
    site: null,
    limits: usualLimits,
    commands: true,
  });
  source.start();
  /** Limit, window, reversion time, ramp and enabling. */
  const block = () => registersAt(unita, (modelOf(123)?.address ?? 0) + 5, 5);
  const before = await block();
  await source.execute({ kind: 'limit-power', percent: 40 });
  const order = () => source.bus.orders()[0];
  await expect.poll(() => order()?.esito, { timeout: waitMs }).toBe('verificato');
  expect(order()).toMatchObject({ chiesto: 40, scritto: 40, riletto: 40, ritorno });
  expect((await block()).slice(2)).toEqual([ritorno ?? 0xffff, before[3], 1]);
  await source.close();
  expect((await block()).at(-1)).toBe(0);
});
