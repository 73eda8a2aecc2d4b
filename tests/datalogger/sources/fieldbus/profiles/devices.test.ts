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
import { testClock } from '../../../../support/clock';
import { newRecord } from '../../../../support/config-records';
import { eventually } from '../../../../support/eventually';
import { freePort } from '../../../../support/free-port';
import { localDial } from '../../../../support/local-guard';

/*
 * Families of the library, each against a device that a file of its own in `devices` describes: registers as sent, by somebody else's
 * description (`described`), never by our profile. pymodbus serves them and refuses every other register.
 */

interface Described {
  readonly profile: string;
  readonly kind: 'contatori' | 'inverters' | 'sensori';
  /** Whose description it is. */
  readonly described: string;
  readonly tipo?: ConfigOf<'sensori'>['tipo'];
  /** What the device says of itself, and each of its inputs. */
  readonly says: Values;
  readonly state?: number;
  /** Alarms in the words of its profile, one by one. */
  readonly reports?: readonly string[];
  readonly inputs?: readonly Values[];
}

const folder = join(import.meta.dirname, 'devices');
const devices = readdirSync(folder)
  .sort()
  .map((name): Described => JSON.parse(readFileSync(join(folder, name), 'utf8')));

const script = `
import json, os, struct, sys
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer

CODES = {'u16': '>H', 'i16': '>h', 'u32': '>I', 'i32': '>i', 'f32': '>f', 'u64': '>Q', 'i64': '>q', 'f64': '>d'}
units = {}
for number, name in enumerate(sorted(os.listdir(sys.argv[2])), 1):
    device = json.load(open(os.path.join(sys.argv[2], name)))
    registers = {}
    for at, code, value in device['registers']:
        data = struct.pack(CODES[code], value)
        words = [struct.unpack('>H', data[i:i + 2])[0] for i in range(0, len(data), 2)]
        for index, word in enumerate(words[::-1] if device.get('lowWordFirst') else words):
            registers[at + index] = word
    blocks = [ModbusSparseDataBlock(registers), ModbusSparseDataBlock({65000: 0})]
    hr, ir = blocks if device['function'] == 3 else blocks[::-1]
    units[number] = ModbusSlaveContext(hr=hr, ir=ir, zero_mode=True)
StartTcpServer(context=ModbusServerContext(slaves=units, single=False), address=('127.0.0.1', int(sys.argv[1])))
`;

let server: ChildProcess;
let plant: FieldPlant;
const clock = new SteadyClock(testClock('2026-06-10T12:00:00+02:00', { isRunning: true }));

beforeAll(async () => {
  const port = await freePort();
  server = spawn('/usr/bin/python3', ['-c', script, String(port), folder], { stdio: 'ignore' });
  plant = new FieldPlant({ dial: localDial, clock, driverOf });
  const made = <K extends ConfigKind>(kind: K, unita: number, given: Partial<ConfigOf<K>>) => ({
    ...newRecord(kind, {
      protocollo: 'modbus-tcp',
      host: '127.0.0.1',
      porta: port,
      unita,
      timeout: 1000,
      polling: 1,
      ...given,
    } as Partial<ConfigOf<K>>),
    id: unita,
    versione: 1,
  });
  const ofKind = (kind: Described['kind']) =>
    devices.flatMap((device, index) =>
      device.kind === kind
        ? [
            made(kind, index + 1, {
              profilo: device.profile,
              ...(device.kind === 'inverters' && { pn: 50, mppt: device.inputs?.length || 1 }),
              ...(device.tipo && { tipo: device.tipo }),
            }),
          ]
        : [],
    );
  const records = {
    contatori: ofKind('contatori'),
    inverters: ofKind('inverters'),
    sensori: ofKind('sensori'),
  };
  plant.configure({
    ...nothingConfigured,
    configuration: { ...noRecords, ...records } as unknown as Configuration,
  });
  plant.start();
});

afterAll(async () => {
  await plant.close();
  server.kill();
  await once(server, 'exit');
});

/** What a device says once all that is expected of it was read; its values rounded to millionths. */
const heard = (group: DeviceGroup, record: number, part: number, expected: Values) =>
  eventually(() => {
    plant.advance(clock.moment().steadyS, () => undefined);
    const answer = plant.answers(group).find(each => each.record === record && each.part === part);
    const isWhole = Object.keys(expected).every(name => answer?.values[name] !== undefined);
    if (!answer || !isWhole) throw new Error('not heard yet');
    const rounded = ([name, value]: [string, number | null | undefined]) =>
      [name, typeof value === 'number' ? Math.round(1e6 * value) / 1e6 : value] as const;
    return {
      state: answer.state,
      reports: (answer.reports?.made ?? []).map(({ text }) => text),
      values: Object.fromEntries(Object.entries(answer.values).map(rounded)),
    };
  });

const groups = { contatori: 'contatori', inverters: 'inverter', sensori: 'sensori' } as const;

test.each(devices.map((device, index) => [device.profile, index + 1, device] as const))(
  'the profile %s reads its device as it was described: values, signs, scales, state, alarms, inputs',
  async (_, unit, { kind, described, says, state, reports, inputs = [] }) => {
    expect(described.length).toBeGreaterThan(20);
    const device = await heard(groups[kind], unit, 0, says);
    expect(device.values).toEqual(says);
    if (state !== undefined) expect(device.state).toBe(state);
    if (reports) expect(device.reports).toEqual(reports);
    for (const [index, values] of inputs.entries())
      expect((await heard('mppt', unit, index + 1, values)).values).toEqual(values);
  },
);
