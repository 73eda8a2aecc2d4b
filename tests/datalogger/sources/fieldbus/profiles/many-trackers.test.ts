import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import type { Configuration } from '../../../../../src/contract/config/kinds';
import { SteadyClock } from '../../../../../src/datalogger/core/time/steady-clock';
import { noRecords, nothingConfigured } from '../../../../../src/datalogger/plant/processing/setup';
import { driverOf } from '../../../../../src/datalogger/sources/fieldbus/drivers';
import { joinedRequests } from '../../../../../src/datalogger/sources/fieldbus/engine/plan';
import { FieldPlant } from '../../../../../src/datalogger/sources/fieldbus/field-plant';
import { readProfileFile } from '../../../../../src/datalogger/sources/fieldbus/profiles/read-file';
import { ProfileShelf } from '../../../../../src/datalogger/sources/fieldbus/profiles/shelf';
import { testClock } from '../../../../support/clock';
import { newRecord } from '../../../../support/config-records';
import { eventually } from '../../../../support/eventually';
import { freePort } from '../../../../support/free-port';
import { localDial } from '../../../../support/local-guard';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** pymodbus has the lists of 150 trackers, prints each read, and takes `latency` s for it. */
const latency = 0.05;
const script = `
import sys, time
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer
registers = {from_ + index: 0x20 if from_ == 457 else index for from_ in (457, 607, 757, 907) for index in range(150)}
class Box(ModbusSlaveContext):
    def getValues(self, fc, address, count=1):
        print('read', address, count, flush=True)
        time.sleep(${latency})
        return super().getValues(fc, address, count)
box = Box(hr=ModbusSparseDataBlock(registers), zero_mode=True)
StartTcpServer(context=ModbusServerContext(slaves={1: box}, single=False), address=('127.0.0.1', int(sys.argv[1])))
`;

async function served(trackers: number) {
  const text = readFileSync(join(import.meta.dirname, 'kinds', 'tracker-box.json'), 'utf8');
  const read = readProfileFile(text);
  if (read.kind !== 'profile') throw new Error(JSON.stringify(read.faults));
  const shelf = new ProfileShelf(() => new Map([[read.profile.key, read.profile]]));
  const port = await freePort();
  const server = spawn('/usr/bin/python3', ['-c', script, String(port)]);
  open.push(async () => {
    server.kill();
    await once(server, 'close');
  });
  const reads: string[] = [];
  createInterface(server.stdout).on('line', line => reads.push(line));
  const clock = new SteadyClock(testClock('2026-06-10T12:00:00+02:00', { isRunning: true }));
  const plant = new FieldPlant({ dial: localDial, clock, driverOf: each => driverOf(each, shelf) });
  open.push(() => plant.close());
  const records = Array.from({ length: trackers }, (_, index) => ({
    ...newRecord('trackers', {
      ...{ protocollo: 'modbus-tcp', host: '127.0.0.1', porta: port, unita: 1, timeout: 1000, polling: 10 },
      ...{ nome: `T${index + 1}`, istanza: index + 1, profilo: 'tracker-box' },
    }),
    id: index + 1,
    versione: 1,
  }));
  plant.configure({
    ...nothingConfigured,
    configuration: { ...noRecords, trackers: records } as unknown as Configuration,
  });
  plant.start();
  const heard = () => {
    plant.advance(clock.moment().steadyS, () => undefined);
    return plant.answers('tracker').filter(({ isResponding }) => isResponding);
  };
  return { reads, heard };
}

test('150 trackers behind one box are read in five requests, each where it is', async () => {
  const { reads, heard } = await served(150);
  const all = await eventually(() => {
    const answers = heard();
    if (answers.length < 150) throw new Error(`${answers.length} trackers are heard`);
    return answers;
  });
  // Their angles count the tenths of a degree, positive to the east.
  expect(all.map(({ record, values }) => [record, values.ang])).toEqual(
    all.map(({ record }) => [record, record === 1 ? -0 : -(record - 1) / 10]),
  );
  // One read finds that somebody is there. The four lists lie behind each other, and 125 registers fit into a request.
  const ofCycle = reads.slice(1, 6).map(line => line.replace('read ', ''));
  expect(ofCycle).toEqual(['457 125', '582 125', '707 125', '832 125', '957 100']);
});

test('registers that touch or overlap are one request, and what lies between others is not read', () => {
  const of = (...spans: readonly (readonly [number, number])[]) =>
    joinedRequests(spans.map(([from, count]) => ({ unit: 1, fc: 3, from, count }))).map(({ from, count }) => [
      from,
      count,
    ]);
  expect(of([10, 2], [0, 2], [2, 2])).toEqual([
    [0, 4],
    [10, 2],
  ]);
  expect(of([0, 10], [2, 3], [5, 10])).toEqual([[0, 15]]);
  expect(of([0, 100], [100, 100])).toEqual([
    [0, 100],
    [100, 100],
  ]);
});
