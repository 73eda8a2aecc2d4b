import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConfigKind, ConfigOf, Configuration } from '../../../../../src/contract/config/kinds';
import { SteadyClock } from '../../../../../src/datalogger/core/time/steady-clock';
import { noRecords, nothingConfigured } from '../../../../../src/datalogger/plant/processing/setup';
import type { DeviceGroup, Values } from '../../../../../src/datalogger/plant/source';
import { driverOf } from '../../../../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../../../../src/datalogger/sources/fieldbus/field-plant';
import { library } from '../../../../../src/datalogger/sources/fieldbus/profiles/library';
import { testClock } from '../../../../support/clock';
import { newRecord } from '../../../../support/config-records';
import { eventually } from '../../../../support/eventually';
import { freePort } from '../../../../support/free-port';
import { localDial } from '../../../../support/local-guard';

/*
 * The library against pymodbus, which serves devices as others have described them, never as our files do: meters by the addresses on the
 * wire of github.com/volkszaehler/mbmd (meters/rs485), of star.ke.st (ABB) and of cFos (Janitza), inverters by those of
 * github.com/maluramichael/py-sma-modbus, of 0xAHA/Growatt_ModbusTCP and of StephanJoubert/home_assistant_solarman, radiometers by a
 * manual that quotes them (Hukseflux SR05, 6.3.1). What no row names is refused. Huawei, Sungrow and SDM630 are in profiles.test.ts, further families in devices.test.ts.
 */

const script = `
import struct, sys
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer

CODES = {'u16': '>H', 'i16': '>h', 'u32': '>I', 'i32': '>i', 'f32': '>f', 'u64': '>Q', 'i64': '>q', 'f64': '>d'}

def block(rows, low_first=False, also=()):
    registers = {at: 0 for at in also}
    for at, code, value in rows:
        raw = value if code[0] == 'f' else round(value)
        data = struct.pack(CODES[code], raw)
        words = [struct.unpack('>H', data[i:i + 2])[0] for i in range(0, len(data), 2)]
        for index, word in enumerate(words[::-1] if low_first else words):
            registers[at + index] = word
    return ModbusSparseDataBlock(registers)

NAN = float('nan')
abb = block([
    (0x5B00, 'u32', 2305), (0x5B02, 'u32', 2316), (0x5B04, 'u32', 0xFFFFFFFF), (0x5B06, 'u32', 4001), (0x5B08, 'u32', 4002),
    (0x5B0A, 'u32', 4003), (0x5B0C, 'u32', 1250), (0x5B0E, 'u32', 1350), (0x5B10, 'u32', 1450), (0x5B14, 'i32', -925000),
    (0x5B1C, 'i32', 50000), (0x5B24, 'i32', 930000), (0x5B2C, 'u16', 5002), (0x5000, 'u64', 102450), (0x5004, 'u64', 900000000025)])
iem = block([
    (0x0BB7, 'f32', 12.5), (0x0BB9, 'f32', 13.5), (0x0BBB, 'f32', NAN), (0x0BCB, 'f32', 400.5), (0x0BCD, 'f32', 401.5), (0x0BCF, 'f32', 402.5),
    (0x0BD3, 'f32', 230.5), (0x0BD5, 'f32', 231.25), (0x0BD7, 'f32', 232.0), (0x0BF3, 'f32', -9.25), (0x0BFB, 'f32', 0.5),
    (0x0C03, 'f32', 9.5), (0x0C25, 'f32', 49.75), (0x0C83, 'i64', 1024500), (0x0C87, 'i64', 90000250)], also=range(0x0BCB, 0x0BD9))
pac = block([
    (1, 'f32', 230.5), (3, 'f32', 231.25), (5, 'f32', 232.0), (7, 'f32', 400.5), (9, 'f32', 401.5), (11, 'f32', 402.5), (13, 'f32', 12.5),
    (15, 'f32', 13.5), (17, 'f32', 14.5), (55, 'f32', 50.25), (63, 'f32', 9300.0), (65, 'f32', -9250.0), (67, 'f32', 500.0),
    (801, 'f64', 1024500.0), (809, 'f64', 90000250.0)], also=range(805, 809))
umg = block([
    (19000, 'f32', 230.5), (19002, 'f32', 231.25), (19004, 'f32', 232.0), (19006, 'f32', 400.5), (19008, 'f32', 401.5), (19010, 'f32', 402.5),
    (19012, 'f32', 12.5), (19014, 'f32', 13.5), (19016, 'f32', 14.5), (19026, 'f32', -9250.0), (19034, 'f32', 9300.0), (19042, 'f32', 500.0),
    (19050, 'f32', 50.25), (19068, 'f32', 1024500.0), (19076, 'f32', 90000.0)])
cg = [(0x00, 'i32', 2305), (0x02, 'i32', 2316), (0x04, 'i32', 0x7FFFFFFF), (0x06, 'i32', 4001), (0x08, 'i32', 4002), (0x0A, 'i32', 4003),
    (0x0C, 'i32', 12500), (0x0E, 'i32', 13500), (0x10, 'i32', -14500), (0x28, 'i32', -92500), (0x2A, 'i32', 93000), (0x2C, 'i32', 5000)]
em340 = block(cg + [(0x33, 'i16', 500), (0x34, 'i32', 10245), (0x4E, 'i32', 900002)], low_first=True)
em24 = block(cg + [(0x37, 'i16', 500), (0x42, 'i32', 10245), (0x5C, 'i32', 900002)], low_first=True)
sdm120 = block([(0x00, 'f32', 230.5), (0x06, 'f32', 12.5), (0x0C, 'f32', -2875.0), (0x12, 'f32', 2900.0), (0x18, 'f32', 125.0),
    (0x46, 'f32', 50.25), (0x48, 'f32', 1024.5), (0x4A, 'f32', 9000.25)])
sdm72 = block([(0x00, 'f32', 230.5), (0x02, 'f32', 231.25), (0x04, 'f32', 232.0), (0x06, 'f32', 12.5), (0x08, 'f32', 13.5), (0x0A, 'f32', 14.5),
    (0x34, 'f32', -9250.0), (0x38, 'f32', 9300.0), (0x3C, 'f32', 500.0), (0x46, 'f32', 50.25), (0x48, 'f32', 1024.5), (0x4A, 'f32', 9000.25)],
    also=range(0x0C, 0x12))
sma = block([
    (30201, 'u32', 455), (30225, 'u32', 1250000), (30513, 'u64', 123456789), (30769, 'i32', 8100), (30771, 'i32', 65510), (30773, 'i32', 5306),
    (30775, 'i32', 10450), (30783, 'u32', 23050), (30785, 'u32', 23100), (30787, 'u32', 23150), (30789, 'u32', 40050), (30791, 'u32', 40150),
    (30793, 'u32', 40250), (30803, 'u32', 5001), (30805, 'i32', -321), (30813, 'i32', 10455), (30953, 'i32', -45), (30957, 'i32', 7900),
    (30959, 'i32', 64020), (30961, 'i32', -2 ** 31), (30977, 'i32', 15100), (30979, 'i32', 15200), (30981, 'i32', -2 ** 31)])
growatt = block([
    (0, 'u16', 1), (1, 'u32', 201000), (3, 'u16', 7001), (4, 'u16', 143), (5, 'u32', 100114), (7, 'u16', 6900), (8, 'u16', 146), (9, 'u32', 100740),
    (35, 'u32', 197500), (37, 'u16', 4999), (38, 'u16', 2301), (39, 'u16', 286), (42, 'u16', 2302), (43, 'u16', 287), (46, 'u16', 2303),
    (47, 'u16', 288), (50, 'u16', 3985), (51, 'u16', 3986), (52, 'u16', 3987), (53, 'u32', 912), (55, 'u32', 7654321), (93, 'i16', -55), (105, 'u16', 408)],
    also=[40, 41, 44, 45, 48, 49])
solis = block([
    (3004, 'u32', 48210), (3006, 'u32', 49500), (3008, 'u32', 765432), (3021, 'u16', 6551), (3022, 'u16', 123), (3023, 'u16', 6500),
    (3024, 'u16', 0), (3036, 'u16', 701), (3037, 'u16', 702), (3038, 'u16', 703), (3041, 'i16', 512), (3042, 'u16', 5001), (3043, 'u16', 3)])
deye = block([(0x3B, 'u16', 2), (0x3F, 'u32', 7654321), (0x49, 'u16', 3985), (0x4A, 'u16', 3986), (0x4B, 'u16', 3987), (0x4C, 'i16', 286),
    (0x4D, 'i16', 287), (0x4E, 'i16', -3), (0x4F, 'u16', 4999), (0x52, 'u32', 201000), (0x54, 'u32', 197600), (0x56, 'u32', 197500),
    (0x58, 'i32', -4500), (0x6D, 'u16', 7001), (0x6E, 'u16', 143), (0x6F, 'u16', 6900), (0x70, 'u16', 146),
    (0x65, 'u16', 8), (0x66, 'u16', 0), (0x67, 'u16', 0), (0x68, 'u16', 1 << 6), (0x69, 'u16', 1 << 2), (0x6A, 'u16', 1 << 15),
    (0x71, 'u16', 0), (0x72, 'u16', 0), (0x73, 'u16', 0), (0x74, 'u16', 0)], low_first=True)
imt = block([(0, 'u16', 8125), (1, 'u16', 705), (2, 'u16', 505), (3, 'u16', 34), (4, 'u16', 0), (5, 'u16', 1455), (6, 'u16', 1255),
    (7, 'i16', 455), (8, 'i16', -25)])
smp = block([(4, 'i16', 1), (5, 'i16', 8123)])
holding = lambda data: ModbusSlaveContext(hr=data, ir=ModbusSparseDataBlock({65000: 0}), zero_mode=True)
inputs = lambda data: ModbusSlaveContext(ir=data, hr=ModbusSparseDataBlock({65000: 0}), zero_mode=True)
units = {1: holding(abb), 2: holding(iem), 3: holding(pac), 4: holding(umg), 5: inputs(em340), 6: inputs(em24), 7: inputs(sdm120),
    8: inputs(sdm72), 11: holding(sma), 12: inputs(growatt), 13: inputs(solis), 14: holding(deye), 21: inputs(imt), 22: inputs(smp)}
StartTcpServer(context=ModbusServerContext(slaves=units, single=False), address=('127.0.0.1', int(sys.argv[1])))
`;

const meters = {
  'abb-b23-b24': 1,
  'schneider-iem3000': 2,
  'siemens-pac3200': 3,
  'janitza-umg': 4,
  'carlo-gavazzi-em340': 5,
  'carlo-gavazzi-em24': 6,
  sdm120: 7,
  sdm72: 8,
} as const;
const inverters = { sma: 11, growatt: 12, solis: 13, 'deye-string': 14 } as const;
const sensors = [
  ['imt-si-rs485', 21, 'poa'],
  ['imt-si-rs485', 21, 'tmod'],
  ['imt-si-rs485', 21, 'tamb'],
  ['imt-si-rs485', 21, 'ws'],
  ['kipp-zonen-smp', 22, 'ghi'],
] as const;
const described = join(import.meta.dirname, 'devices');
const elsewhere = [
  ...['huawei-sun2000', 'sungrow-sg', 'sdm630'],
  ...readdirSync(described).map(name => JSON.parse(readFileSync(join(described, name), 'utf8')).profile),
];

let server: ChildProcess;
let plant: FieldPlant;
const clock = new SteadyClock(testClock('2026-06-10T12:00:00+02:00', { isRunning: true }));

beforeAll(async () => {
  const port = await freePort();
  server = spawn('/usr/bin/python3', ['-c', script, String(port)], { stdio: 'ignore' });
  plant = new FieldPlant({ dial: localDial, clock, driverOf });
  const made = <K extends ConfigKind>(kind: K, id: number, unita: number, given: Partial<ConfigOf<K>>) => ({
    ...newRecord(kind, {
      protocollo: 'modbus-tcp',
      host: '127.0.0.1',
      porta: port,
      unita,
      timeout: 1000,
      polling: 1,
      ...given,
    } as Partial<ConfigOf<K>>),
    id,
    versione: 1,
  });
  const records = {
    contatori: Object.entries(meters).map(([profilo, unit]) => made('contatori', unit, unit, { profilo })),
    inverters: Object.entries(inverters).map(([profilo, unit]) =>
      made('inverters', unit, unit, { profilo, pn: 50, mppt: 2 }),
    ),
    sensori: sensors.map(([profilo, unit, tipo], index) =>
      made('sensori', index + 1, unit, { profilo, tipo }),
    ),
  };
  const configuration = { ...noRecords, ...records } as unknown as Configuration;
  plant.configure({ ...nothingConfigured, configuration });
  plant.start();
});

afterAll(async () => {
  await plant.close();
  server.kill();
  await once(server, 'exit');
});

/** What a device says once all its registers were read; its values rounded to millionths. */
async function heard(group: DeviceGroup, record: number, part = 0, complete: string | null = null) {
  return eventually(() => {
    plant.advance(clock.moment().steadyS, () => undefined);
    const answer = plant.answers(group).find(each => each.record === record && each.part === part);
    if (!answer || (complete && answer.values[complete] === undefined)) throw new Error('not heard yet');
    const rounded = ([name, value]: [string, number | null | undefined]) =>
      [name, typeof value === 'number' ? Math.round(1e6 * value) / 1e6 : value] as const;
    return {
      state: answer.state,
      values: Object.fromEntries(Object.entries(answer.values).map(rounded)) as Values,
    };
  });
}

test('every profile that measures is served here, in devices.test.ts or in profiles.test.ts; modules in commands/outputs.test.ts', () => {
  const served = [...Object.keys(meters), ...Object.keys(inverters), ...sensors.map(([key]) => key)];
  const measured = [...library.values()].filter(({ kind }) => kind !== 'moduli-io').map(({ key }) => key);
  expect([...new Set([...served, ...elsewhere])].sort()).toEqual(measured.sort());
});

const lines = { uab: 400.5, ubc: 401.5, uca: 402.5 };
const phases = { ua: 230.5, ub: 231.25, uc: 232 };
const currents = { ia: 12.5, ib: 13.5, ic: 14.5 };
/** It imports, so that the plant gives less than nothing. */
const powers = { p: 9.25, qac: -0.5, s: 9.3 };
const gavazzi = {
  ua: 230.5,
  ub: 231.6,
  uc: null,
  uab: 400.1,
  ubc: 400.2,
  uca: 400.3,
  ia: 12.5,
  ib: 13.5,
  ic: -14.5,
  p: 9.25,
  s: 9.3,
  qac: -0.5,
  f: 50,
  e_prel: 1024.5,
  e_imm: 90_000.2,
};

test.each<[keyof typeof meters, Values]>([
  [
    'abb-b23-b24',
    {
      ua: 230.5,
      ub: 231.6,
      uc: null,
      uab: 400.1,
      ubc: 400.2,
      uca: 400.3,
      ...currents,
      ...powers,
      f: 50.02,
      e_prel: 1024.5,
      e_imm: 9_000_000_000.25,
    },
  ],
  [
    'schneider-iem3000',
    {
      ...phases,
      ...lines,
      ...currents,
      ic: null,
      ...powers,
      s: 9.5,
      f: 49.75,
      e_prel: 1024.5,
      e_imm: 90_000.25,
    },
  ],
  [
    'siemens-pac3200',
    { ...phases, ...lines, ...currents, ...powers, f: 50.25, e_prel: 1024.5, e_imm: 90_000.25 },
  ],
  ['janitza-umg', { ...phases, ...lines, ...currents, ...powers, f: 50.25, e_prel: 1024.5, e_imm: 90 }],
  ['carlo-gavazzi-em340', gavazzi],
  ['carlo-gavazzi-em24', gavazzi],
  [
    'sdm120',
    { ua: 230.5, ia: 12.5, p: 2.875, s: 2.9, qac: -0.125, f: 50.25, e_prel: 1024.5, e_imm: 9000.25 },
  ],
  ['sdm72', { ...phases, ...currents, ...powers, f: 50.25, e_prel: 1024.5, e_imm: 9000.25 }],
])('the meter %s: values, sign and scale, and what is absent', async (key, values) => {
  expect((await heard('contatori', meters[key])).values).toEqual(values);
});

test.each<[keyof typeof inverters, string, number, Values, Values, Values]>([
  [
    'sma',
    'riso',
    5,
    {
      pac: 10.45,
      ...lines,
      fac: 50.01,
      qac: -0.321,
      sac: 10.455,
      ia: 15.1,
      ib: 15.2,
      ic: null,
      etot: 123_456.789,
      tcab: -4.5,
      riso: 1250,
      evt: 0,
    },
    { i: 8.1, u: 655.1, p: 5.306 },
    { i: 7.9, u: 640.2, p: null },
  ],
  [
    'growatt',
    'evt',
    4,
    {
      pdc: 20.1,
      pac: 19.75,
      fac: 49.99,
      ia: 28.6,
      ib: 28.7,
      ic: 28.8,
      uab: 398.5,
      ubc: 398.6,
      uca: 398.7,
      etot: 765_432.1,
      tcab: -5.5,
      evt: 128,
    },
    { u: 700.1, i: 14.3, p: 10.0114 },
    { u: 690, i: 14.6, p: 10.074 },
  ],
  [
    'solis',
    'pac',
    4,
    {
      pac: 48.21,
      pdc: 49.5,
      etot: 765_432,
      ia: 70.1,
      ib: 70.2,
      ic: 70.3,
      tcab: 51.2,
      fac: 50.01,
      evt: 0,
    },
    { u: 655.1, i: 12.3, p: 8.05773 },
    { u: 650, i: 0, p: 0 },
  ],
  [
    'deye-string',
    'evt',
    4,
    {
      etot: 765_432.1,
      uab: 398.5,
      ubc: 398.6,
      uca: 398.7,
      ia: 28.6,
      ib: 28.7,
      ic: -0.3,
      fac: 49.99,
      pdc: 20.1,
      sac: 19.76,
      pac: 19.75,
      qac: -0.45,
      evt: 1 + 16 + 128,
    },
    { u: 700.1, i: 14.3, p: 10.01143 },
    { u: 690, i: 14.6, p: 10.074 },
  ],
])('the inverter %s: values, state and inputs', async (key, complete, state, values, first, second) => {
  const inverter = await heard('inverter', inverters[key], 0, complete);
  expect(inverter).toEqual({ state, values });
  expect((await heard('mppt', inverters[key], 1)).values).toEqual(first);
  expect((await heard('mppt', inverters[key], 2)).values).toEqual(second);
});

test('a weather station is one device with a record for each of its sensors, and one scales by another register', async () => {
  const values = [];
  for (const [index] of sensors.entries()) values.push((await heard('sensori', index + 1)).values.v);
  expect(values).toEqual([812.5, 45.5, -2.5, 3.4, 812.3]);
});
