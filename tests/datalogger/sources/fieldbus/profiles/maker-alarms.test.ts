import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { AlarmPage } from '../../../../../src/contract/alarms';
import { createProfileDriver } from '../../../../../src/datalogger/sources/fieldbus/profiles/driver';
import { library } from '../../../../../src/datalogger/sources/fieldbus/profiles/library';
import type { Profile } from '../../../../../src/datalogger/sources/fieldbus/profiles/profile';
import { eventually } from '../../../../support/eventually';
import { startFieldDatalogger } from '../../../../support/field-datalogger';
import { freePort } from '../../../../support/free-port';

const run = promisify(execFile);
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** pymodbus holds the registers of a Huawei inverter: two alarms of the maker, and an overtemperature that our catalogue has. */
const script = `
import sys
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer
zeros = {at: 0 for start, end in ((30000, 30090), (32000, 32200)) for at in range(start, end)}
huawei = ModbusSlaveContext(hr=ModbusSparseDataBlock({**zeros, 32008: 0x0002, 32009: 0x000C, 32089: 0x0200}), zero_mode=True)
StartTcpServer(context=ModbusServerContext(slaves={1: huawei}, single=False), address=('127.0.0.1', int(sys.argv[1])))
`;

const arc = 'Roof · 2002 DC arc fault';
const insulation = 'Roof · 2062 Low insulation resistance';

test('alarms that only a profile names are in the list with its words, one by one, and stay in the history without it', async () => {
  const port = await freePort();
  const server = spawn('/usr/bin/python3', ['-c', script, String(port)], { stdio: 'ignore' });
  open.push(async () => {
    server.kill();
    await once(server, 'exit');
  });
  const write = (at: number, word: number) =>
    run('mbpoll', ['-0', '-1', '-a', '1', '-p', String(port), '-r', String(at), '127.0.0.1', String(word)]);
  await eventually(() => write(32_010, 0));

  const huawei = library.get('huawei-sun2000');
  if (!huawei) throw new Error('no such profile');
  let profile: Profile = huawei;
  const datalogger = await startFieldDatalogger({ driver: createProfileDriver(() => profile) });
  open.push(() => datalogger.close());
  const device = { protocollo: 'modbus-tcp', host: '127.0.0.1', porta: port, unita: 1, polling: 1 };
  await datalogger.add('inverters', { ...device, nome: 'Roof', pn: 100, mppt: 1, profilo: 'huawei-sun2000' });
  const rows = async (stato: string) => {
    const token = datalogger.login('admin');
    const response = await datalogger.request(`/api/allarmi?stato=${stato}&tipo=inverter`, { token });
    const { righe }: AlarmPage = await response.json();
    return righe.filter(({ codice }) => codice === 'INV23');
  };
  const present = async () => (await rows('correnti')).filter(each => each.presente).map(({ nome }) => nome);

  await datalogger.pass(90, 5);
  expect((await present()).sort()).toEqual([arc, insulation]);
  expect((await rows('correnti')).map(({ dispositivo, priorita }) => [dispositivo, priorita])).toEqual([
    [1, 3],
    [1, 3],
  ]);

  await write(32_008, 0);
  await datalogger.pass(90, 5);
  expect(await present()).toEqual([insulation]);

  profile = { ...huawei, alarms: [] };
  await datalogger.pass(90, 5);
  expect(await present()).toEqual([]);
  expect((await rows('storico')).map(({ nome }) => nome).sort()).toEqual([arc, insulation]);
});
