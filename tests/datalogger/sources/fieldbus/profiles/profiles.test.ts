import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConfigKind, ConfigOf, Configuration } from '../../../../../src/contract/config/kinds';
import { SteadyClock } from '../../../../../src/datalogger/core/time/steady-clock';
import { noRecords, nothingConfigured } from '../../../../../src/datalogger/plant/processing/setup';
import type { DeviceGroup, Values } from '../../../../../src/datalogger/plant/source';
import { driverOf } from '../../../../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../../../../src/datalogger/sources/fieldbus/field-plant';
import { testClock } from '../../../../support/clock';
import { newRecord } from '../../../../support/config-records';
import { eventually } from '../../../../support/eventually';
import { freePort } from '../../../../support/free-port';
import { localDial } from '../../../../support/local-guard';

/*
 * Devices without SunSpec, served by pymodbus from a description of its own: rows as the makers' documents print them (their register
 * number, type, gain, unit, the physical value), packed by Python's struct. Only what a row says is there, and every other register is
 * refused.
 */

const script = `
import struct, sys
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer

def words(kind, value, swapped=False):
    if kind == 'STR':
        data = value[0].encode('latin-1').ljust(2 * value[1], b'\\0')
    else:
        data = struct.pack({'U16': '>H', 'I16': '>h', 'U32': '>I', 'I32': '>i', 'F32': '>f'}[kind], value)
    found = [struct.unpack('>H', data[at:at + 2])[0] for at in range(0, len(data), 2)]
    return found[::-1] if swapped else found

def fill(rows, first=0, swapped=False, spare=()):
    registers = {at: 0 for at in spare}
    for number, kind, gain, value in rows:
        raw = value if kind in ('STR', 'F32') else round(value * gain)
        for index, word in enumerate(words(kind, raw, swapped and kind in ('U32', 'I32'))):
            registers[number - first + index] = word
    return ModbusSparseDataBlock(registers)

huawei = fill([
    (32008, 'U16', 1, 0x0202), (32009, 'U16', 1, 0x0008), (32010, 'U16', 1, 0x0040),
    (30000, 'STR', 1, ('SUN2000-100KTL-M1', 15)), (30015, 'STR', 1, ('HV2150012345', 10)),
    (32016, 'I16', 10, 734.5), (32017, 'I16', 100, 11.37), (32018, 'I16', 10, 721.0), (32019, 'I16', 100, -0.02),
    (32064, 'I32', 1, 87654), (32066, 'U16', 10, 401.2), (32067, 'U16', 10, 400.3), (32068, 'U16', 10, 402.4),
    (32072, 'I32', 1000, 124.321), (32074, 'I32', 1000, 123.9), (32076, 'I32', 1000, 125.001),
    (32080, 'I32', 1, 86012), (32082, 'I32', 1000, -3.456), (32085, 'U16', 100, 49.98), (32087, 'I16', 10, 53.1),
    (32088, 'U16', 1000, 1.25), (32089, 'U16', 1, 0x0201), (32106, 'U32', 100, 1234567.89),
], spare=range(32064, 32090))
sungrow = fill([
    (4990, 'STR', 1, ('A2012345678', 10)),
    (5004, 'U32', 1, 765432), (5008, 'I16', 10, -4.5), (5011, 'U16', 10, 655.1), (5012, 'U16', 10, 12.3),
    (5013, 'U16', 10, 650.0), (5014, 'U16', 10, 0.0), (5017, 'I32', 1, 98765), (5022, 'I16', 10, 140.1),
    (5023, 'I16', 10, 139.9), (5024, 'I16', 10, 140.0), (5031, 'U32', 1, 97012), (5033, 'I32', 1, -70000),
    (5115, 'U16', 10, 640.0), (5116, 'U16', 10, 1.5), (5130, 'U16', 10, 610.5), (5131, 'U16', 10, 2.5),
    (5036, 'U16', 10, 50.0), (5038, 'U16', 1, 0x8100), (5045, 'U16', 1, 2), (5071, 'U16', 1, 0xFFFF), (5081, 'U32', 1, 0x00020800),
], first=1, swapped=True, spare=[*range(5003, 5045), *range(5114, 5124)])
meter = fill([
    (0, 'F32', 1, 230.5), (2, 'F32', 1, 231.25), (4, 'F32', 1, float('nan')), (6, 'F32', 1, 12.5), (8, 'F32', 1, 13.5),
    (10, 'F32', 1, 14.5), (52, 'F32', 1, -9250.0), (56, 'F32', 1, 9300.0), (60, 'F32', 1, 500.0), (70, 'F32', 1, 50.25),
    (72, 'F32', 1, 1024.5), (74, 'F32', 1, 90000.25), (200, 'F32', 1, 400.5), (202, 'F32', 1, 401.5), (204, 'F32', 1, 402.5),
], spare=[*range(0, 76), *range(200, 206)])
box = fill([(100 + index, 'I16', 100, [8.1, -0.05, 0.0, 9.99][index]) for index in range(4)])
cell = fill([(20, 'F32', 1, 812.5)])
cell.values = {20: words('F32', 812.5)[1], 21: words('F32', 812.5)[0], 7: 1250, 8: 0xFFFF}
other = fill([
    (500, 'I32', 1, -54321), (502, 'U16', 10, 230.4), (503, 'I16', 100, 78.91),
    (506, 'U32', 10, 7654321.9), (508, 'U32', 0.01, 4200),
], swapped=True)
scaled = ModbusSparseDataBlock({
    300: 0x10000 - 1234, 301: 567, 302: 2304, 310: 2, 311: 0xFFFF, 312: 1,
    400: 12, 401: 3456, 402: 7891, 410: 0, 411: 54321, 412: 0x0012, 413: 0x3456,
    414: 0, 415: 0, 416: 0x0001, 417: 0x86A0, 418: 0, 419: 70,
})
contacts = ModbusSlaveContext(
    di=ModbusSparseDataBlock({16: 1, 17: 0, 18: 1}), co=ModbusSparseDataBlock({0: 0, 1: 1}),
    hr=ModbusSparseDataBlock({40: 0x0001, 41: 0x0002}), ir=ModbusSparseDataBlock({65000: 0}), zero_mode=True)
holding = lambda block: ModbusSlaveContext(hr=block, ir=ModbusSparseDataBlock({65000: 0}), zero_mode=True)
inputs = lambda block: ModbusSlaveContext(ir=block, hr=ModbusSparseDataBlock({65000: 0}), zero_mode=True)
units = {1: holding(huawei), 2: inputs(sungrow), 3: inputs(meter), 4: holding(box), 5: inputs(cell), 6: holding(other), 7: contacts, 8: holding(scaled)}
StartTcpServer(context=ModbusServerContext(slaves=units, single=False), address=('127.0.0.1', int(sys.argv[1])))
`;

/** Module and channel of each contact, and its level. */
const contacts = [
  ...([
    [1, 1, 1],
    [1, 2, 0],
    [1, 3, 1],
    [2, 1, 0],
    [2, 2, 1],
  ] as const),
  ...([
    [3, 1, 1],
    [3, 2, 0],
    [3, 17, 0],
    [3, 18, 1],
  ] as const),
] as const;

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
    inverters: [
      made('inverters', 1, 1, { profilo: 'huawei-sun2000', pn: 100, mppt: 2 }),
      made('inverters', 2, 2, { profilo: 'sungrow-sg', pn: 110, mppt: 9 }),
      // An old record: plain Modbus, and no profile.
      made('inverters', 3, 1, {}),
    ],
    contatori: [
      made('contatori', 1, 3, { profilo: 'sdm630', ruolo: 'scambio' }),
      made('contatori', 2, 6, {
        profilo: 'generico',
        ruolo: 'produzione',
        ordine: 'CDAB',
        registri: [
          { grandezza: 'e_imm', registro: 506, dato: 'u32', scala: -1 },
          { grandezza: 'p', registro: 500, dato: 'i32', scala: -3 },
          { grandezza: 'ua', registro: 502, dato: 'u16', scala: -1 },
          { grandezza: 'ia', registro: 503, dato: 'i16', scala: -2 },
          { grandezza: 'e_prel', registro: 508, dato: 'u32', scala: 2 },
        ].map(row => ({ ...row, scala_da: null })) as ConfigOf<'contatori'>['registri'],
      }),
      // A maker that keeps the powers of ten in registers of their own, and writes energies in decimal digits.
      made('contatori', 3, 8, {
        profilo: 'generico',
        ruolo: 'produzione',
        registri: [
          { grandezza: 'p', registro: 300, dato: 'i16', scala: -3, scala_da: 310 },
          { grandezza: 'qac', registro: 301, dato: 'i16', scala: -3, scala_da: 310 },
          { grandezza: 'ua', registro: 302, dato: 'u16', scala: 0, scala_da: 311 },
          { grandezza: 'e_imm', registro: 400, dato: 'm10k48', scala: 0, scala_da: 312 },
          { grandezza: 'er1', registro: 410, dato: 'u32', scala: -1, scala_da: null },
          { grandezza: 'er2', registro: 412, dato: 'bcd32', scala: 0, scala_da: null },
          { grandezza: 'er3', registro: 414, dato: 'u64', scala: -3, scala_da: null },
          { grandezza: 'er4', registro: 418, dato: 'u32', scala: 0, scala_da: 312 },
        ],
      }),
    ],
    'moduli-io': [
      made('moduli-io', 1, 7, { numero: 1, funzione: 2, primo: 16, canali: 3 }),
      made('moduli-io', 2, 7, { numero: 2, funzione: 1, primo: 0, canali: 2 }),
      made('moduli-io', 3, 7, { numero: 3, funzione: 3, primo: 40, canali: 18 }),
    ],
    'digital-signals': contacts.map(([modulo, canale], index) => ({
      ...newRecord('digital-signals', { modulo, canale }),
      id: index + 1,
      versione: 1,
    })),
    'box-stringhe': [
      made('box-stringhe', 1, 4, {
        profilo: 'generico',
        registro: 100,
        dato: 'i16',
        scala: -2,
        ingressi: 4,
        inverter: 1,
      }),
    ],
    sensori: [
      made('sensori', 1, 5, {
        profilo: 'generico',
        registro: 20,
        lettura: 4,
        dato: 'f32',
        ordine: 'CDAB',
        tipo: 'poa',
      }),
      made('sensori', 2, 5, {
        profilo: 'generico',
        registro: 7,
        lettura: 4,
        scala: -2,
        tipo: 'tamb',
        ingresso: '4-20mA',
      }),
      made('sensori', 3, 5, { profilo: 'generico', registro: 8, lettura: 4, tipo: 'ghi' }),
    ],
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

const said = (group: DeviceGroup, record: number, part = 0) => {
  plant.advance(clock.moment().steadyS, () => undefined);
  return plant.answers(group).find(answer => answer.record === record && answer.part === part);
};

/** What a device says after its first answer; its values rounded to millionths. */
async function heard(group: DeviceGroup, record: number, part = 0, complete: string | null = null) {
  return eventually(() => {
    const answer = said(group, record, part);
    if (!answer || (complete && answer.values[complete] === undefined)) throw new Error('not heard yet');
    const rounded = ([name, value]: [string, number | null | undefined]) =>
      [name, typeof value === 'number' ? Math.round(1e6 * value) / 1e6 : value] as const;
    return { ...answer, values: Object.fromEntries(Object.entries(answer.values).map(rounded)) as Values };
  });
}

test('a Huawei inverter: values, state, inputs, and what it says of itself', async () => {
  await heard('inverter', 1, 0, 'evt');
  const inverter = await heard('inverter', 1, 0, 'etot');
  expect(inverter).toMatchObject({ state: 5, isResponding: true });
  expect(inverter.values).toEqual({
    pdc: 87.654,
    uab: 401.2,
    ubc: 400.3,
    uca: 402.4,
    ia: 124.321,
    ib: 123.9,
    ic: 125.001,
    pac: 86.012,
    qac: -3.456,
    fac: 49.98,
    tcab: 53.1,
    riso: 1250,
    etot: 1_234_567.89,
    // Grid overvoltage and overtemperature; SunSpec has no event for a DC arc fault and for a string loss.
    evt: (1 << 10) | (1 << 7),
  });
  // The file's own words, also where our catalogue has no event.
  const device = plant.bus.lines()[0]?.dispositivi.find(({ tipo, id }) => tipo === 'inverters' && id === 1);
  expect(device?.segnalazioni).toEqual(expect.arrayContaining([expect.stringContaining('DC arc')]));
  expect(device?.segnalazioni.length).toBeGreaterThan(2);
  expect((await heard('mppt', 1, 1)).values).toEqual({ u: 734.5, i: 11.37, p: 8.351265 });
  expect((await heard('mppt', 1, 2)).values).toEqual({ u: 721, i: -0.02, p: -0.01442 });
  expect(said('mppt', 1, 3)).toBeUndefined();
  const found = plant.bus
    .lines()[0]
    ?.dispositivi.find(({ tipo, id }) => tipo === 'inverters' && id === 1)?.trovato;
  expect(found).toMatchObject({ marca: 'Huawei', modello: 'SUN2000-100KTL-M1', seriale: 'HV2150012345' });
});

test('a Sungrow inverter: input registers counted from 1, the low word first; what is absent is null, not a number', async () => {
  const inverter = await heard('inverter', 2, 0, 'riso');
  expect(inverter.state).toBe(5);
  expect(inverter.values).toEqual({
    etot: 765_432,
    tcab: -4.5,
    pdc: 98.765,
    ia: 140.1,
    ib: 139.9,
    ic: 140,
    pac: 97.012,
    qac: -70,
    fac: 50,
    riso: null,
    evt: 0,
  });
  expect((await heard('mppt', 2, 1)).values).toEqual({ u: 655.1, i: 12.3, p: 8.05773 });
  expect((await heard('mppt', 2, 2)).values).toEqual({ u: 650, i: 0, p: 0 });
  // From the fourth and from the ninth on they are elsewhere.
  expect((await heard('mppt', 2, 4)).values).toEqual({ u: 640, i: 1.5, p: 0.96 });
  expect((await heard('mppt', 2, 9)).values).toEqual({ u: 610.5, i: 2.5, p: 1.52625 });
  expect(said('mppt', 2, 10)).toBeUndefined();
});

test('a meter: counted from the plant, floats, no number is null', async () => {
  expect((await heard('contatori', 1)).values).toEqual({
    ua: 230.5,
    ub: 231.25,
    uc: null,
    ia: 12.5,
    ib: 13.5,
    ic: 14.5,
    p: 9.25,
    s: 9.3,
    qac: -0.5,
    f: 50.25,
    e_prel: 1024.5,
    e_imm: 90_000.25,
    uab: 400.5,
    ubc: 401.5,
    uca: 402.5,
  });
});

test('a meter whose record names its registers: those between are not asked for', async () => {
  expect((await heard('contatori', 2)).values).toEqual({
    p: 54.321,
    ua: 230.4,
    ia: 78.91,
    e_imm: 7_654_321.9,
    e_prel: 4200,
  });
});

test('a meter whose record names registers with powers of ten, and reactive energies by quadrant', async () => {
  expect((await heard('contatori', 3)).values).toEqual({
    p: 123.4,
    qac: -56.7,
    ua: 230.4,
    e_imm: 12_345_678_910,
    er1: 5432.1,
    er2: 123_456,
    er3: 100,
    er4: 700,
  });
});

test('a string box and sensors whose registers the record names', async () => {
  const currents = [];
  for (const part of [1, 2, 3, 4]) currents.push((await heard('stringhe', 1, part)).values);
  expect(currents).toEqual([{ i: 8.1 }, { i: -0.05 }, { i: 0 }, { i: 9.99 }]);
  expect((await heard('sensori', 1)).values).toEqual({ v: 812.5 });
  // 12.5 mA: the transmitter's scale is the record's.
  expect((await heard('sensori', 2)).values).toEqual({ v: 12.5 });
  expect((await heard('sensori', 3)).values).toEqual({ v: null });
});

test('contacts of input modules: discrete inputs, coils, and bits of registers', async () => {
  const levels = [];
  for (const index of contacts.keys()) levels.push((await heard('di', index + 1)).values.raw);
  expect(levels).toEqual(contacts.map(([, , level]) => level));
});

test('a record of before, without a profile, is not asked', () => {
  const devices = plant.bus.lines().flatMap(({ dispositivi }) => dispositivi);
  expect(devices.filter(({ tipo, id }) => tipo === 'inverters' && id === 3)).toEqual([]);
});

test('the test of a connection says what is there', async () => {
  expect(await plant.probe('inverters', 1, {})).toMatchObject({ esito: 'ok', trovato: { marca: 'Huawei' } });
  expect(await plant.probe('inverters', 1, { unita: 2 })).toMatchObject({
    esito: 'indirizzo_errato',
    causa: 'eccezione',
  });
  expect(await plant.probe('inverters', 3, {})).toMatchObject({ esito: 'indirizzo_errato' });
});
