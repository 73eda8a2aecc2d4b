import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlarmPage } from '../../../../../src/contract/alarms';
import { type ProfiledKind, profiledKinds } from '../../../../../src/contract/config/profiles';
import { driverOf } from '../../../../../src/datalogger/sources/fieldbus/drivers';
import { readProfileFile } from '../../../../../src/datalogger/sources/fieldbus/profiles/read-file';
import { ProfileShelf } from '../../../../../src/datalogger/sources/fieldbus/profiles/shelf';
import { eventually } from '../../../../support/eventually';
import { type FieldDatalogger, startFieldDatalogger } from '../../../../support/field-datalogger';
import { freePort } from '../../../../support/free-port';

/*
 * A device of each kind that may have a profile, whose second register has a bit that stands for no alarm of the catalogue. pymodbus serves
 * them: unit 1 the first kind, and so on.
 */

const script = `
import sys
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSequentialDataBlock
from pymodbus.server import StartTcpServer
def device():
    return ModbusSlaveContext(hr=ModbusSequentialDataBlock(0, [100, 1] + 30 * [12]), co=ModbusSequentialDataBlock(0, 4 * [0]), zero_mode=True)
units = {number + 1: device() for number in range(int(sys.argv[2]))}
StartTcpServer(context=ModbusServerContext(slaves=units, single=False), address=('127.0.0.1', int(sys.argv[1])))
`;

/** Of each kind: what else its profile has, its record, the code of the alarm, and how the device is called in it. */
const kinds: Readonly<
  Record<ProfiledKind, { profile: object; record: object; code: string; name?: string }>
> = {
  inverters: { profile: { points: { pac: { at: 0, type: 'u16' } } }, record: { pn: 200 }, code: 'INV23' },
  contatori: { profile: { points: { p: { at: 0, type: 'u16' } } }, record: {}, code: 'MET10' },
  sensori: { profile: { points: { poa: { at: 0, type: 'u16' } } }, record: { tipo: 'poa' }, code: 'SEN06' },
  'box-stringhe': {
    profile: { inputs: [{ step: 1, most: 8, points: { i: { at: 10, type: 'u16' } } }] },
    record: { ingressi: 2, inverter: 1 },
    code: 'STR14',
  },
  'moduli-io': {
    profile: { outputs: { write: 5, at: 0, count: 4 } },
    record: { numero: 1, canali: 4 },
    code: 'DIN03',
  },
  trackers: { profile: { points: { ang: { at: 0, type: 'i16', per: 10 } } }, record: {}, code: 'TRK07' },
  'protezioni-interfaccia': {
    profile: { points: { f: { at: 0, type: 'u16', per: 2 } } },
    record: { un: 20_000 },
    code: 'SPI11',
  },
  cci: { profile: { points: { p: { at: 0, type: 'u16' } } }, record: {}, code: 'CCI07' },
};

const profileOf = (kind: ProfiledKind) => {
  const text = JSON.stringify({
    ...{ format: 1, key: `own-${kind}`, maker: 'Nobody', series: kind, kind, tried: false, identity: null },
    sources: [{ document: 'An invented device', version: '1', pages: '1' }],
    ...{ fc: 3, documentOffset: 0, order: 'ABCD', main: [{ from: 0, count: 2 }], slow: [], states: null },
    ...{ points: {}, inputs: [] },
    alarms: [{ at: 1, type: 'u16', as: 'bits', reports: { 0: { text: `Own words of ${kind}` } } }],
    ...kinds[kind].profile,
  });
  const read = readProfileFile(text);
  if (read.kind !== 'profile') throw new Error(`${kind}: ${JSON.stringify(read.faults)}`);
  return [`own-${kind}`, read.profile] as const;
};
const shelf = new ProfileShelf(() => new Map(profiledKinds.map(profileOf)));
const run = promisify(execFile);

let port: number;
let datalogger: FieldDatalogger;
const closings: (() => Promise<unknown>)[] = [];
const write = (unit: number, word: number) =>
  run('mbpoll', ['-0', '-1', '-a', `${unit}`, '-p', `${port}`, '-r', '1', '127.0.0.1', `${word}`]);

beforeAll(async () => {
  port = await freePort();
  const server = spawn('/usr/bin/python3', ['-c', script, String(port), String(profiledKinds.length)], {
    stdio: 'ignore',
  });
  closings.push(async () => {
    server.kill();
    await once(server, 'exit');
  });
  await eventually(() => write(1, 1));
  datalogger = await startFieldDatalogger({ driver: configured => driverOf(configured, shelf) });
  closings.push(() => datalogger.close());
  for (const [index, kind] of profiledKinds.entries())
    await datalogger.add(kind, {
      ...{ protocollo: 'modbus-tcp', host: '127.0.0.1', porta: port, unita: index + 1, polling: 1 },
      ...{ nome: `Device ${kind}`, profilo: `own-${kind}`, ...kinds[kind].record },
    });
  await datalogger.add('digital-signals', { nome: 'Door', modulo: 1, canale: 3, allarme: false });
  await datalogger.pass(90, 5);
});
afterAll(async () => {
  for (const close of closings.reverse()) await close();
});

/** What makers' words are listed of in a state, and whether each is present. */
async function listed(stato: 'correnti' | 'storico') {
  const token = datalogger.login('admin');
  const response = await datalogger.request(`/api/allarmi?stato=${stato}`, { token });
  const { righe }: AlarmPage = await response.json();
  return new Map(
    righe.flatMap(({ codice, nome, presente }) =>
      nome.includes('Own words of') ? [[`${codice} ${nome}`, presente] as const] : [],
    ),
  );
}
const lineOf = (kind: ProfiledKind) => `${kinds[kind].code} Device ${kind} · Own words of ${kind}`;

test("an alarm in its maker's words is in the list, of a device of any kind, and goes with its bit", async () => {
  const expected = profiledKinds.map(lineOf).sort();
  const present = await listed('correnti');
  expect([...present.keys()].sort()).toEqual(expected);
  for (const [index] of profiledKinds.entries()) await write(index + 1, 0);
  await datalogger.pass(120, 5);
  const after = await listed('correnti');
  expect([...after].filter(([, isPresent]) => isPresent)).toEqual([]);
  const history = await listed('storico');
  expect([...history.keys()].sort()).toEqual(expected);
});
