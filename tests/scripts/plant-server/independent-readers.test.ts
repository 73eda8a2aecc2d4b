import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlantServer } from '../../../scripts/plant-server/plant';

/*
 * The plant server read by programs of others: mbpoll (libmodbus) and pymodbus. What they read and what the simulator knows are compared
 * here without any code of ours between them.
 */

const noonS = Date.parse('2026-06-10T12:00:00+02:00') / 1000;
let plant: PlantServer;

beforeAll(async () => {
  plant = await PlantServer.start({ size: 'small', seed: 1, startAt: noonS, hasNaturalFaults: false });
});
afterAll(() => plant.close());

/** Runs a program to its end; it reads from a server in this process, so nothing may block. */
function ran(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code =>
      code === 0 ? resolve(text) : reject(new Error(`${program}: ${code}\n${text}`)),
    );
  });
}

const port = () => String(plant.ports[0]);

/** Power of the first inverter: 103 begins at 40070 after a model of identity with padding. */
const powerKw = () => plant.source.answers('inverter')[0]?.values.pac ?? Number.NaN;

describe('mbpoll', () => {
  const poll = async (unit: number, from: number, count: number, type: string, fcPort = port()) => {
    const args = [
      '-m',
      'tcp',
      '-0',
      '-1',
      '-q',
      '-a',
      unit,
      '-r',
      from,
      '-c',
      count,
      '-t',
      type,
      '-p',
      fcPort,
      '127.0.0.1',
    ];
    const text = await ran('mbpoll', args.map(String));
    return [...text.matchAll(/^\[\d+\]:\s+(\S+)/gm)].map(([, value]) => value);
  };

  test('finds the mark and the first model', async () => {
    expect(await poll(1, 40_000, 4, '4:hex')).toEqual(['0x5375', '0x6E53', '0x0001', '0x0042']);
  });

  test('reads the power of an inverter', async () => {
    // W and its scale factor are registers 12 and 13 after the header of 103.
    const [id, ...rest] = (await poll(1, 40_070, 20, '4')).map(Number);
    expect(id).toBe(103);
    const [watt = Number.NaN, scale = Number.NaN] = rest.slice(13, 15);
    expect((watt * 10 ** (scale > 32_767 ? scale - 65_536 : scale)) / 1000).toBeCloseTo(powerKw(), 1);
  });

  test('reads the contacts of an input module', async () => {
    const [module] = plant.layout.modules;
    if (!module) throw new Error('no module');
    const bits = await poll(module.unit, 0, 8, '1', String(plant.ports[module.line]));
    const raw = new Map(plant.source.answers('di').map(({ record, values }) => [record, values.raw]));
    for (const { id, canale } of plant.own['digital-signals'])
      if (canale <= 8) expect(Number(bits[canale - 1])).toBe(raw.get(id));
  });

  test('learns which registers are not there', async () => {
    await expect(poll(1, 100, 2, '4')).rejects.toThrow(/Illegal data address/);
  });
});

test('mbpoll limits an inverter through its model 123, and reads that back', async () => {
  // Limit, window, reversion time, ramp and enabling are registers 5 to 9 of the model.
  const limit = 40_228 + 5;
  const common = ['-m', 'tcp', '-0', '-1', '-q', '-a', '1', '-r', String(limit), '-t', '4', '-p', port()];
  await ran('mbpoll', [...common, '127.0.0.1', '5000', '0', '120', '0', '1']);
  expect(plant.orderOf(1).percent).toBe(50);
  plant.advance(noonS + 10);
  const [inverter] = plant.own.inverters;
  expect(powerKw()).toBeLessThanOrEqual((inverter?.pn ?? 0) / 2);
  const text = await ran('mbpoll', [...common, '-c', '5', '127.0.0.1']);
  const read = [...text.matchAll(/^\[\d+\]:\s+(\S+)/gm)].map(([, value]) => Number(value));
  expect(read).toEqual([5000, 0, 120, 0, 1]);
});

describe('pymodbus', () => {
  const script = `
import json, sys
from pymodbus.client import ModbusTcpClient
client = ModbusTcpClient('127.0.0.1', port=int(sys.argv[1]))
client.connect()
def signed(word): return word - 65536 if word > 32767 else word
def block(start):
    own = client.read_holding_registers(start, 2, slave=1)
    return None if own.isError() or own.registers[0] == 65535 else own.registers
at, chain, registers = 40002, [], {}
while True:
    header = block(at)
    if header is None: break
    chain.append(header[0])
    registers[header[0]] = client.read_holding_registers(at + 2, min(header[1], 100), slave=1).registers
    at += 2 + header[1]
main = registers[103]
print(json.dumps({'chain': chain, 'kw': main[12] * 10 ** signed(main[13]) / 1000, 'maker': bytes(b for w in registers[1][:16] for b in w.to_bytes(2, 'big')).rstrip(b'\\0').decode()}))
client.close()
`;

  test('walks the chain and reads the power', async () => {
    const { chain, kw, maker } = JSON.parse(await ran('/usr/bin/python3', ['-c', script, port()]));
    expect(chain).toEqual([1, 103, 120, 121, 122, 123, 160]);
    expect(maker).toBe('Helios');
    expect(kw).toBeCloseTo(powerKw(), 1);
  });
});
