import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundDevice, ScanBody } from '../../../../../src/contract/bus';
import { controllerStates, doublePoint, spiStates, trackerStates } from '../../../../../src/contract/codes';
import type { Group } from '../../../../../src/contract/points';
import { readProfileFile } from '../../../../../src/datalogger/sources/fieldbus/profiles/read-file';
import { ProfileShelf } from '../../../../../src/datalogger/sources/fieldbus/profiles/shelf';
import { eventually } from '../../../../support/eventually';
import { type FieldDatalogger, startFieldDatalogger } from '../../../../support/field-datalogger';
import { freePort } from '../../../../support/free-port';

/*
 * Trackers, interface protections and central controllers that a file describes. The files in `kinds` are invented, and pymodbus serves
 * their devices from rows of its own; every other register is refused.
 */

const script = `
import sys
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer

def device(*rows):
    registers = {}
    for at, *words in rows:
        for index, word in enumerate(words):
            registers[at + index] = word & 0xffff
    return ModbusSlaveContext(hr=ModbusSparseDataBlock(registers), zero_mode=True)

# Three trackers: following the sun to the east, in the wind, blocked. Angles in tenths, positive to the east.
box = device((10, 0x5442), (457, 0x20, 0x44, 0), (607, 305, 5, 100), (757, 298, -2, -455), (907, 0, 0, 0x8000))
relay = device((100, 22012, 21990, 22050, 50123, 1021), (110, 2, 0x11, 0b0101, 7))
controller = device((0, *divmod(812500, 65536), 0xFFFF, -42000, 20150, 8000, 7, 2, 0b01))
units = {1: box, 2: relay, 3: controller}
StartTcpServer(context=ModbusServerContext(slaves=units, single=False), address=('127.0.0.1', int(sys.argv[1])))
`;

const profiles = ['tracker-box', 'grid-relay', 'plant-controller'].map(name => {
  const read = readProfileFile(readFileSync(join(import.meta.dirname, 'kinds', `${name}.json`), 'utf8'));
  if (read.kind !== 'profile') throw new Error(`${name}: ${JSON.stringify(read.faults)}`);
  return read.profile;
});
const shelf = new ProfileShelf(() => new Map(profiles.map(profile => [profile.key, profile])));

const run = promisify(execFile);
let port: number;
let datalogger: FieldDatalogger;
const closings: (() => Promise<unknown>)[] = [];
const write = (unit: number, at: number, word: number) =>
  run('mbpoll', ['-0', '-1', '-a', `${unit}`, '-p', `${port}`, '-r', `${at}`, '127.0.0.1', `${word}`]);

beforeAll(async () => {
  port = await freePort();
  const server = spawn('/usr/bin/python3', ['-c', script, String(port)], { stdio: 'ignore' });
  closings.push(async () => {
    server.kill();
    await once(server, 'exit');
  });
  await eventually(() => write(2, 113, 7));
  datalogger = await startFieldDatalogger({ driver: shelf.driver, profiles: () => shelf.all() });
  closings.push(() => datalogger.close());
  const place = { protocollo: 'modbus-tcp', host: '127.0.0.1', porta: port, polling: 1 };
  for (const istanza of [1, 2, 3])
    await datalogger.add('trackers', {
      ...place,
      nome: `Row ${istanza}`,
      unita: 1,
      istanza,
      profilo: 'tracker-box',
    });
  await datalogger.add('protezioni-interfaccia', {
    ...place,
    nome: 'Relay',
    un: 20_000,
    unita: 2,
    profilo: 'grid-relay',
  });
  await datalogger.add('cci', { ...place, nome: 'Controller', unita: 3, profilo: 'plant-controller' });
  await datalogger.pass(90, 5);
});
afterAll(async () => {
  for (const close of closings.reverse()) await close();
});

/** What is shown of the devices of a group: state and values of each, without what no profile reads. */
const shown = (group: Group) => {
  const { stato, values } = datalogger.plant.snapshot().groups[group];
  return stato.map((state, row) => ({
    state,
    ...Object.fromEntries(
      Object.entries(values).flatMap(([point, all]) => {
        const value = all[row] ?? null;
        return value === null ? [] : [[point, Math.round(1e6 * value) / 1e6]];
      }),
    ),
  }));
};
const reported = async () => {
  const response = await datalogger.request('/api/bus/linee', { token: datalogger.login('admin') });
  return JSON.stringify(await response.json());
};

test('each tracker behind a controller is read where it is: angle, target, state, and the words of its alarms', async () => {
  const { tracking, windStow, fault } = trackerStates;
  expect(shown('tracker')).toMatchObject([
    { state: tracking, ang: -29.8, tgt: -30.5, err: 0.7 },
    { state: windStow, ang: 0.2, tgt: -0.5, err: 0.7 },
    { state: fault, ang: 45.5, tgt: -10, err: 55.5 },
  ]);
  for (const row of shown('tracker')) expect(row).not.toHaveProperty('imot');
  expect(await reported()).toContain('Motor blocked');
});

test('a relay says measures, started and tripped functions and its switch, and our alarms follow', async () => {
  expect(shown('spi')).toMatchObject([
    {
      ...{ state: spiStates.tripped, uab: 22_012, ubc: 21_990, uca: 22_050, f: 50.123, u10: 102.1 },
      ...{ avviate: 1 << 7, intervento: 1, ddi: doublePoint.open, telescatto: 1, scatti: 7 },
    },
  ]);
  for (const point of ['v0', 'dfdt', 'link']) expect(shown('spi')[0]).not.toHaveProperty(point);
  const ofRelay = async () =>
    (await datalogger.alarms()).flatMap(each => (each.startsWith('SPI') ? [each.slice(0, 5)] : [])).sort();
  expect(await ofRelay()).toEqual(['SPI02', 'SPI06', 'SPI11']);
  expect(await reported()).toContain('Battery of the clock is low');
  await write(2, 110, 1);
  await write(2, 111, 0);
  await write(2, 112, 2);
  await datalogger.pass(30, 5);
  expect(shown('spi')).toMatchObject([
    { state: spiStates.starting, avviate: 1, intervento: 0, ddi: doublePoint.closed, telescatto: 0 },
  ]);
});

test('a central controller is read, and never written: measures, limit, function, links', () => {
  expect(shown('cci')).toMatchObject([
    {
      ...{ state: controllerStates.automatic, p: 812.5, qac: -42, u: 20.15, plim: 80 },
      ...{ funzione: 2, link_a: 1, link_b: 0 },
    },
  ]);
  expect(shown('cci')[0]).not.toHaveProperty('gps');
});

test('there is no tracker beyond those that its controller has', () => {
  const [box] = profiles;
  const read = (istanza: number) =>
    shelf.of({
      kind: 'trackers',
      record: { protocollo: 'modbus-tcp', profilo: box?.key, istanza } as never,
    })?.main[0]?.from;
  expect([1, 150, 151].map(read)).toEqual([457, 606, undefined]);
});

test('trying a file shows the tracker that is asked for, and refuses one that its controller cannot have', async () => {
  const post = async (istanza: number) => {
    const linea = { host: '127.0.0.1', porta: port, unita: 1, trama: 'tcp' };
    const json = {
      testo: readFileSync(join(import.meta.dirname, 'kinds', 'tracker-box.json'), 'utf8'),
      linea,
      istanza,
    };
    const token = datalogger.login('admin');
    const response = await datalogger.request('/api/bus/profili/lettura', { method: 'POST', token, json });
    return response.json();
  };
  const shownOf = async (istanza: number) =>
    (await post(istanza)).letture.map(({ punto, valore }: { punto: string; valore: number }) => [
      punto,
      valore,
    ]);
  expect(Object.fromEntries(await shownOf(2))).toMatchObject({ ang: 0.2, tgt: -0.5 });
  expect(Object.fromEntries(await shownOf(3))).toMatchObject({ ang: 45.5, tgt: -10 });
  expect(await post(151)).toMatchObject({ campo: 'istanza', codice: 'too_high', da: '150' });
});

test('a search finds the controller by what its file says of it, and counts the trackers behind it', async () => {
  const found: FoundDevice[] = [];
  const progress = {
    at: () => undefined,
    silent: () => undefined,
    found: (each: FoundDevice) => found.push(each),
  };
  const range = {
    host: '127.0.0.1',
    fino_a: null,
    trama: 'tcp',
    porta: port,
    unita_da: 1,
    unita_a: 1,
  } as ScanBody;
  await datalogger.field.bus.scan(range, progress, new AbortController().signal);
  expect(found).toMatchObject([
    {
      unita: 1,
      tipo: 'trackers',
      profilo: 'tracker-box',
      parti: 3,
      istanza: 1,
      marca: 'Nobody',
      configurato: { nome: 'Row 1' },
    },
  ]);
});

test('trackers side by side are read in as few requests as they touch, and one that is not there silences no other', async () => {
  const requests = () =>
    datalogger.field.engine.units
      .filter(({ unit, records }) => unit === 1 && records[0]?.kind === 'trackers')
      .flatMap(({ jobs }) => jobs.flatMap(job => job.requests.map(({ from, count }) => [from, count])));
  expect(requests()).toEqual([
    [457, 3],
    [607, 3],
    [757, 3],
    [907, 3],
  ]);
  const place = { protocollo: 'modbus-tcp', host: '127.0.0.1', porta: port, polling: 1, unita: 1 };
  await datalogger.add('trackers', { ...place, nome: 'Row 5', istanza: 5, profilo: 'tracker-box' });
  await datalogger.pass(60, 5);
  expect(requests()).toHaveLength(16);
  const { sampled, q } = datalogger.plant.snapshot().groups.tracker;
  const newest = Math.max(...sampled);
  expect(sampled.slice(0, 3).every(each => newest - each <= 5)).toBe(true);
  expect(q.map(each => each > 0)).toEqual([true, true, true, false]);
});
