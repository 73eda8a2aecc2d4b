import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../scripts/plant-server/faults';
import { servePage } from '../../../scripts/plant-server/page';
import { PlantServer } from '../../../scripts/plant-server/plant';
import { ModbusClient } from '../../../src/datalogger/sources/fieldbus/modbus/client';
import type { Read, ReadReply } from '../../../src/datalogger/sources/fieldbus/modbus/read';
import { identify } from '../../../src/datalogger/sources/fieldbus/sunspec/chain';

const noonS = Date.parse('2026-06-10T12:00:00+02:00') / 1000;
let plant: PlantServer;
const clients: ModbusClient[] = [];

beforeAll(async () => {
  plant = await PlantServer.start({ size: 'large', seed: 1, startAt: noonS, hasNaturalFaults: false });
});

afterAll(async () => {
  for (const client of clients) client.close();
  await plant.close();
});

function readerOf(line: number, timeoutMs = 500): Read {
  const client = new ModbusClient(connect(plant.ports[line] ?? 0, '127.0.0.1'), 'tcp');
  clients.push(client);
  return request => client.read(request, timeoutMs);
}

async function modelsAt(line: number, unit: number): Promise<number[] | string> {
  const found = await identify(readerOf(line), { unit, base: 40_000 });
  return found.kind === 'found'
    ? found.map.devices.flatMap(({ models }) => models.map(({ id }) => id))
    : found.kind;
}

describe('every kind of device has its models', () => {
  test('inverters, every fourth with the models of IEEE 1547', async () => {
    expect(await modelsAt(0, 1)).toEqual([1, 103, 120, 121, 122, 123, 160]);
    expect(await modelsAt(0, 4)).toEqual([1, 701, 702, 704, 714, 122]);
  });

  test('meters, boxes, trackers, the weather station', async () => {
    const { places } = plant.layout;
    const [meter, station] = [places.contatori.get(1), places.sensori.get(1)];
    expect(await modelsAt(meter?.line ?? 0, meter?.unit ?? 0)).toEqual([1, 203]);
    const found = await modelsAt(station?.line ?? 0, station?.unit ?? 0);
    expect(found).toEqual(expect.arrayContaining([1, 302, 303, 305, 306, 307, 308]));
    for (const [id, model] of [
      [1, 403],
      [2, 404],
    ] as const) {
      const box = places['box-stringhe'].get(id);
      expect(await modelsAt(box?.line ?? 0, box?.unit ?? 0)).toEqual([1, model]);
    }
    const controller = places.trackers.get(1);
    expect(await modelsAt(controller?.line ?? 0, controller?.unit ?? 0)).toEqual([1, 601]);
  });

  test('input modules answer function 2, and nothing else', async () => {
    const [module] = plant.layout.modules;
    if (!module) throw new Error('no module');
    const { line, unit } = module;
    const read = readerOf(line);
    const reply = await read({ unit, fc: 2, from: 0, count: 16 });
    if (reply.kind !== 'values') throw new Error(reply.kind);
    const raw = new Map(plant.source.answers('di').map(({ record, values }) => [record, values.raw]));
    for (const { id, modulo, canale } of plant.own['digital-signals'])
      if (modulo === module.module && canale <= 16) expect(reply.values[canale - 1]).toBe(raw.get(id));
    expect(await read({ unit, fc: 3, from: 0, count: 1 })).toEqual({ kind: 'exception', code: 1 });
  });

  test('a unit that is not there is silent, an address that is not there refused', async () => {
    expect(await modelsAt(0, 99)).toBe('timeout');
    expect(await readerOf(0)({ unit: 1, fc: 3, from: 100, count: 2 })).toEqual({
      kind: 'exception',
      code: 2,
    });
  });
});

describe('faults', () => {
  const readOne = (): Promise<ReadReply> => readerOf(0)({ unit: 1, fc: 3, from: 40_000, count: 4 });
  const with_ = async (fault: FaultKind, place = '0/1') => {
    plant.faults = { [place]: fault };
    try {
      return await readOne();
    } finally {
      plant.faults = {};
    }
  };

  test.each([
    ['dead', { kind: 'timeout' }],
    ['slow', { kind: 'timeout' }],
    ['wrong-length', { kind: 'malformed' }],
    ['busy', { kind: 'exception', code: 6 }],
    ['gateway-timeout', { kind: 'exception', code: 11 }],
  ] as const)('%s', async (fault, reply) => {
    expect(await with_(fault)).toEqual(reply);
    expect(await with_(fault, '0')).toEqual(reply);
    expect(await with_(fault, '0/2')).toMatchObject({ kind: 'values' });
  });

  test('asleep: only who it is', async () => {
    plant.faults = { '0/1': 'asleep' };
    expect(await modelsAt(0, 1)).toEqual([1]);
    plant.faults = {};
  });

  test('are switched on its page', async () => {
    const page = await servePage(plant, 0);
    const address = page.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const put = (faults: unknown, type = 'application/json') =>
      fetch(`${origin}/faults`, {
        method: 'PUT',
        headers: { 'content-type': type },
        body: JSON.stringify(faults),
      });
    try {
      expect(await (await fetch(origin)).text()).toContain('data-place="0/1"');
      expect((await put({ '0/1': 'busy' })).status).toBe(200);
      expect(await readOne()).toEqual({ kind: 'exception', code: 6 });
      expect((await put({ '0/1': 'on fire' })).status).toBe(422);
      expect((await put({}, 'text/plain')).status).toBe(404);
      expect(plant.faults).toEqual({ '0/1': 'busy' });
      expect((await put({})).status).toBe(200);
      expect(await readOne()).toMatchObject({ kind: 'values' });
    } finally {
      page.closeAllConnections();
      page.close();
    }
  });
});

test('its clock moves on: what is read is of the moment it was brought to', async () => {
  const before = await readerOf(0)({ unit: 1, fc: 3, from: 40_070, count: 50 });
  plant.advance(noonS + 600);
  const after = await readerOf(0)({ unit: 1, fc: 3, from: 40_070, count: 50 });
  expect(before.kind).toBe('values');
  expect(after).not.toEqual(before);
});
