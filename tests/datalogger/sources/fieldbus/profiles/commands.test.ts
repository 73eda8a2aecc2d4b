import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { RecordOf } from '../../../../../src/contract/config/kinds';
import { SteadyClock } from '../../../../../src/datalogger/core/time/steady-clock';
import { usualLimits } from '../../../../../src/datalogger/plant/processing/limits';
import { noRecords } from '../../../../../src/datalogger/plant/processing/setup';
import { driverOf } from '../../../../../src/datalogger/sources/fieldbus/drivers';
import {
  FieldPlant,
  type FieldPlantOptions,
} from '../../../../../src/datalogger/sources/fieldbus/field-plant';
import type { WriteRequest } from '../../../../../src/datalogger/sources/fieldbus/modbus/read';
import type { Command, Commands } from '../../../../../src/datalogger/sources/fieldbus/profiles/commands';
import { library } from '../../../../../src/datalogger/sources/fieldbus/profiles/library';
import { readProfileFile } from '../../../../../src/datalogger/sources/fieldbus/profiles/read-file';
import { ProfileShelf } from '../../../../../src/datalogger/sources/fieldbus/profiles/shelf';
import { testClock } from '../../../../support/clock';
import { newRecord } from '../../../../support/config-records';
import { eventually } from '../../../../support/eventually';
import { freePort } from '../../../../support/free-port';
import { localDial } from '../../../../support/local-guard';

const run = promisify(execFile);
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** An inverter of 100 kW and a datalogger that commands it, or not. */
function commanded(
  given: object,
  parts: Omit<FieldPlantOptions, 'clock'>,
  isRunning: boolean,
  commands = true,
) {
  const clock = testClock('2026-06-10T12:00:00+02:00', { isRunning });
  const source = new FieldPlant({ clock: new SteadyClock(clock), ...parts });
  open.push(() => source.close('kept'));
  const record = {
    ...newRecord('inverters', { protocollo: 'modbus-tcp', pn: 100, kwp: 100, polling: 1, ...given }),
    id: 1,
    tentativi: 0,
  } as unknown as RecordOf<'inverters'>;
  source.configure({
    configuration: { ...noRecords, inverters: [record] },
    name: null,
    zone: 'UTC',
    site: null,
    limits: usualLimits,
    commands,
  });
  return { source, clock };
}

/*
 * Over the wire: pymodbus holds the registers of a Sungrow inverter as github.com/bohdan-s/SunGather describes them (addresses less 1), and
 * of a Huawei inverter as github.com/wlcrs/huawei-solar-lib does; of Growatt inverters as github.com/0xAHA/Growatt_ModbusTCP,
 * of a Solis inverter as github.com/Pho3niX90/solis_modbus (string_sensors.py), of a SolarEdge inverter as github.com/binsentsu/home-assistant-solaredge-modbus;
 * mbpoll says what was written.
 */
const script = `
import sys
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer
zeros = lambda *spans: {at: 0 for start, end in spans for at in range(start, end)}
sungrow = ModbusSlaveContext(ir=ModbusSparseDataBlock(zeros((4989, 5150))), hr=ModbusSparseDataBlock({5006: 0x55, 5007: 1000}), zero_mode=True)
huawei = ModbusSlaveContext(hr=ModbusSparseDataBlock({**zeros((30000, 30090), (32000, 32200)), 40125: 1000}), ir=ModbusSparseDataBlock({65000: 0}), zero_mode=True)
growatt = ModbusSlaveContext(ir=ModbusSparseDataBlock(zeros((0, 125), (3000, 3125))), hr=ModbusSparseDataBlock({2: 1, 3: 100}), zero_mode=True)
solis = ModbusSlaveContext(ir=ModbusSparseDataBlock(zeros((3000, 3060))), hr=ModbusSparseDataBlock({3051: 10000}), zero_mode=True)
solaredge = ModbusSlaveContext(hr=ModbusSparseDataBlock({**zeros((40000, 40120)), 61441: 100}), ir=ModbusSparseDataBlock({65000: 0}), zero_mode=True)
slaves = {1: sungrow, 2: huawei, 3: growatt, 4: growatt, 5: solis, 6: solaredge}
StartTcpServer(context=ModbusServerContext(slaves=slaves, single=False), address=('127.0.0.1', int(sys.argv[1])))
`;

async function held(port: number, unit: number, from: number, count: number): Promise<number[]> {
  const place = ['-0', '-1', '-a', String(unit), '-p', String(port), '-r', String(from), '-c', String(count)];
  const { stdout } = await run('mbpoll', [...place, '-t', '4', '127.0.0.1']);
  return [...stdout.matchAll(/^\[\d+\]:\s+(\d+)/gm)].map(([, word]) => Number(word));
}

const limitedOverTheWire = [
  ['sungrow-sg', 1, 5006, [0xaa, 400], [0x55, 1000]],
  ['huawei-sun2000', 2, 40_125, [400], [1000]],
  ['growatt', 3, 2, [0, 40], [0, 100]],
  ['growatt-tl-x', 4, 2, [0, 40], [0, 100]],
  ['solis', 5, 3051, [4000], [10_000]],
  ['solaredge', 6, 61_441, [40], [100]],
] as const;

test('inverters of profiles with commands are limited over the wire, say so, and are set free again', {
  timeout: 20_000,
}, async () => {
  const port = await freePort();
  const server = spawn('/usr/bin/python3', ['-c', script, String(port)], { stdio: 'ignore' });
  open.push(async () => {
    server.kill();
    await once(server, 'exit');
  });
  const limitAndFree = async ([profilo, unita, from, limited, free]: (typeof limitedOverTheWire)[number]) => {
    const given = { host: '127.0.0.1', porta: port, unita, profilo, mppt: 1, timeout: 1000 };
    const { source } = commanded(given, { dial: localDial, driverOf }, true);
    source.start();
    await eventually(() => expect(source.engine.units.every(({ map }) => map !== null)).toBe(true));
    expect(await source.execute({ kind: 'limit-power', percent: 40 })).toBe('taken');
    const order = () => source.bus.orders().find(({ grandezza }) => grandezza === 'p');
    await eventually(() =>
      expect([profilo, order()]).toMatchObject([profilo, { esito: 'verificato', scritto: 40, riletto: 40 }]),
    );
    expect([profilo, await held(port, unita, from, limited.length)]).toEqual([profilo, limited]);
    expect(order()).toMatchObject({ ritorna: false, ritorno: null });
    expect(await source.execute({ kind: 'controller-automatic' })).toBe('taken');
    await eventually(() => expect(order()).toMatchObject({ esito: 'nessuno', riletto: null }));
    expect([profilo, await held(port, unita, from, free.length)]).toEqual([profilo, free]);
  };
  await Promise.all(limitedOverTheWire.map(limitAndFree));
});

const profile = library.get('solis');
if (!profile) throw new Error('no such profile');
type Registers = Map<number, number>;

/** A device of the profile `solis` with holding registers and commands besides, in memory. */
function device(
  commands: Commands,
  registers: Registers,
  options: { isOn?: boolean; refuses?: boolean } = {},
) {
  const writes: WriteRequest[] = [];
  const shelf = new ProfileShelf(() => new Map([['own', { ...profile, key: 'own', commands } as never]]));
  const parts = {
    driverOf: (configured: Parameters<typeof driverOf>[0]) => driverOf(configured, shelf),
    dial: async () => ({
      isOpen: true,
      async read({ fc, from, count }: { fc: number; from: number; count: number }) {
        const words = Array.from({ length: count }, (_, index) =>
          fc === 3
            ? registers.get(from + index)
            : from + index >= 3000 && from + index < 3060
              ? 0
              : undefined,
        );
        return words.includes(undefined)
          ? { kind: 'exception' as const, code: 2 }
          : { kind: 'values' as const, values: Uint16Array.from(words as number[]) };
      },
      async write(write: WriteRequest) {
        writes.push(write);
        if (options.refuses) return { kind: 'exception' as const, code: 4 };
        for (const [index, word] of write.words.entries()) registers.set(write.from + index, word);
        return { kind: 'values' as const, values: new Uint16Array() };
      },
      close: () => undefined,
    }),
  };
  const { source, clock } = commanded(
    { host: '192.0.2.1', profilo: 'own', mppt: 1 },
    parts,
    false,
    options.isOn,
  );
  const settled = () =>
    eventually(() => {
      if (source.commander.isBusy || source.engine.units.some(({ isBusy }) => isBusy))
        throw new Error('busy');
    });
  return {
    source,
    writes,
    registers,
    async pass(seconds: number) {
      for (; seconds > 0; seconds--) {
        clock.advance(1000);
        source.engine.tick();
        source.commander.tick();
        await settled();
      }
    },
    order: (wanted = 'p') => source.bus.orders().find(({ grandezza }) => grandezza === wanted),
  };
}

const value = { write: 'value', at: 100, type: 'u16', times: 1, per: 100, least: 10, most: 90 } as const;
const active: Command = { steps: [value], rest: 90, readFunction: 3, writeFunction: 6 };

test('steps are written in their order, within their bounds, and again before the reversion time of the device has passed', async () => {
  const steps = [
    { write: 'constant', at: 99, type: 'u16', raw: 7 },
    { write: 'reversion', at: 102, type: 'u16', times: 1, per: 1, least: 10, most: 60 },
    value,
    { write: 'enable', at: 101, type: 'u16', on: 1, off: 0 },
  ] as const;
  const zeros = () => new Map([99, 100, 101, 102].map(at => [at, 0]));
  const { source, writes, pass, order, registers } = device(
    { active: { ...active, steps: [...steps] } },
    zeros(),
  );
  await pass(2);
  expect(writes).toEqual([]);
  await source.execute({ kind: 'limit-power', percent: 3 });
  await pass(12);
  // 3 % is below what the file allows: 10 %; the reversion time is 60 s at most.
  expect(writes.map(({ fc, from, words }) => [fc, from, ...words])).toEqual([
    ...[[6, 99, 7] as number[], [6, 102, 60], [6, 100, 1000], [6, 101, 1]],
  ]);
  expect(order()).toMatchObject({
    esito: 'verificato',
    scritto: 10,
    riletto: 10,
    ritorno: 60,
    ritorna: true,
  });
  writes.length = 0;
  await pass(60);
  // A third of the reversion time apart.
  expect(writes.filter(({ from }) => from === 100)).toHaveLength(3);
  await source.execute({ kind: 'controller-automatic' });
  await pass(12);
  expect([registers.get(100), registers.get(101)]).toEqual([9000, 0]);
  expect(order()).toMatchObject({ esito: 'nessuno', riletto: null });
});

test('a watchdog is fed three times before it bites; without one a value that is held is not written again', async () => {
  const fed = device({ active: { ...active, watchdogS: 30 } }, new Map([[100, 9000]]));
  const held = device({ active }, new Map([[100, 9000]]));
  for (const { source, pass } of [fed, held]) {
    await pass(2);
    await source.execute({ kind: 'limit-power', percent: 50 });
    await pass(65);
  }
  expect(held.writes.map(({ words }) => words[0])).toEqual([5000]);
  expect(fed.writes.length).toBeGreaterThanOrEqual(6);
  expect(fed.order()).toMatchObject({ ritorno: 30, ritorna: true, esito: 'verificato' });
});

test('reactive power goes its own way, negative as well; nothing is written while commands are off, and a refusal is shown', async () => {
  const reactive: Command = {
    rest: 0,
    readFunction: 3,
    writeFunction: 16,
    steps: [{ write: 'value', at: 200, type: 'i32', order: 'CDAB', times: 1, per: 10, least: -60, most: 60 }],
  };
  const registers = () =>
    new Map([
      [200, 0],
      [201, 0],
    ]);
  const commands: Commands = { reactive };
  const on = device(commands, registers());
  await on.pass(2);
  await on.source.execute({ kind: 'set-reactive', percent: -20 });
  await on.pass(12);
  // -200, the low word first.
  expect(on.writes.map(({ fc, words }) => [fc, ...words])).toEqual([[16, 0xff38, 0xffff]]);
  expect(on.order('q')).toMatchObject({ esito: 'verificato', riletto: -20 });
  const off = device(commands, registers(), { isOn: false });
  await off.pass(2);
  expect(await off.source.execute({ kind: 'set-reactive', percent: -20 })).toBe('refused');
  await off.pass(12);
  expect(off.writes).toEqual([]);
  const refusing = device({ active }, new Map([[100, 9000]]), { refuses: true });
  await refusing.pass(2);
  await refusing.source.execute({ kind: 'limit-power', percent: 50 });
  await refusing.pass(12);
  expect(refusing.order()).toMatchObject({ esito: 'rifiutato' });
});

test.each<[string, object, string]>([
  [
    'no value',
    { active: { ...active, steps: [{ write: 'constant', at: 1, type: 'u16', raw: 1 }] } },
    'no step writes',
  ],
  ['too wide', { active: { ...active, steps: [{ ...value, most: 130 }] } }, 'not within 0 to 100'],
  ['a rest beyond', { active: { ...active, rest: 100 } }, 'beyond its bounds'],
  ['written twice', { active: { ...active, steps: [value, { ...value, write: 'constant', raw: 1 }] } }, ''],
  ['32 bits by function 6', { active: { ...active, steps: [{ ...value, type: 'u32' }] } }, 'function 6'],
  [
    'both',
    { active: { ...active, watchdogS: 9, steps: [value, { ...value, at: 9, write: 'reversion' }] } },
    'either',
  ],
  ['a disconnection', { disconnect: active }, 'disconnect'],
])('commands are refused with their line: %s', (_, commands, reason) => {
  const read = readProfileFile(JSON.stringify({ ...profile, commands }, null, 1));
  expect(read.kind).toBe('faults');
  if (read.kind === 'faults') expect(read.faults.map(fault => fault.reason).join()).toContain(reason);
  const meter = { ...library.get('sdm630'), commands: { active } };
  expect(readProfileFile(JSON.stringify(meter)).kind).toBe('faults');
});
