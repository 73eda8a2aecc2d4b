import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { RegistersReply } from '../../../../../src/contract/bus';
import { SteadyClock } from '../../../../../src/datalogger/core/time/steady-clock';
import { noRecords, nothingConfigured } from '../../../../../src/datalogger/plant/processing/setup';
import { FieldPlant } from '../../../../../src/datalogger/sources/fieldbus/field-plant';
import { sunspecDriver } from '../../../../../src/datalogger/sources/fieldbus/sunspec/driver';

import { testClock } from '../../../../support/clock';
import { newRecord } from '../../../../support/config-records';
import { eventually } from '../../../../support/eventually';
import { captureOf } from '../../../../support/field-captures';
import { localDial } from '../../../../support/local-guard';
import { serveUnits } from '../../../../support/modbus-server';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A plant whose only device is a recorded one, once its models are known. */
async function viewerOf(name: string) {
  const { base, registers } = captureOf(name);
  const served = { registers: new Map(registers.map((word, index) => [base + index, word])) };
  const server = await serveUnits(new Map([[1, served]]));
  const clock = new SteadyClock(testClock('2026-06-10T12:00:00+02:00', { isRunning: true }));
  const plant = new FieldPlant({ dial: localDial, clock, driverOf: () => sunspecDriver });
  open.push(plant, { close: () => server.stop() });
  const place = { host: '127.0.0.1', porta: server.port };
  const record = newRecord('inverters', { protocollo: 'sunspec-tcp', ...place });
  const inverters = [{ ...record, id: 1, versione: 1 }];
  plant.configure({ ...nothingConfigured, configuration: { ...noRecords, inverters } });
  const read = async (da: number, quanti: number, funzione: 3 | 4 = 3) => {
    const request = { ...place, trama: 'tcp', unita: 1, funzione, da, quanti } as const;
    return v.parse(RegistersReply, await plant.bus.registers(request));
  };
  expect((await read(base, 125)).punti).toEqual([]);
  plant.start();
  await eventually(() => expect(plant.bus.lines()[0]?.dispositivi[0]?.trovato).not.toBeNull());
  return { read };
}

test.each(['fimer-pvs175', 'power-one-central'])(
  '%s: every point of a model is named, with the value that an independent client makes of it',
  async name => {
    const { read } = await viewerOf(name);
    let compared = 0;
    for (const { id, address, points } of captureOf(name).models) {
      const first = (await read(address, 2)).valori?.[1] ?? 0;
      // A model that one request does not hold is cut: its scale factors are read with it as far as there is room.
      const { punti, valori } = await read(address, Math.min(125, first + 2));
      expect(valori).toHaveLength(Math.min(125, first + 2));
      for (const { punto, modello, valore, da } of punti) {
        if (modello !== id || da < address || punto.includes('[') || !(punto in points)) continue;
        const told = points[punto];
        if (typeof told === 'number') expect(valore, `${id} ${punto}`).toBeCloseTo(told, 6);
        else expect(valore ?? '', `${id} ${punto}`).toBe(told ?? '');
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(40);
  },
);

test('a register alone is scaled by a factor that was read with it, and a foreign one has no name', async () => {
  const { read } = await viewerOf('fimer-pvs175');
  const inverter = captureOf('fimer-pvs175').models.find(({ id }) => id === 103);
  const [address, watts] = [inverter?.address ?? 0, inverter?.points.W];
  const reply = await read(address + 14, 1);
  expect(reply.valori).toHaveLength(1);
  expect(reply.punti).toEqual([
    { da: address + 14, quanti: 1, modello: 103, punto: 'W', valore: watts, unita: 'W' },
  ]);
  // Half of a point of two registers is refused.
  expect((await read(address + 24, 1)).punti).toEqual([]);
  // The last block of the inputs is too far from its scale factors for one request.
  const inputs = captureOf('fimer-pvs175').models.find(({ id }) => id === 160);
  const last = (inputs?.address ?? 0) + 2 + 8 + 20 * 11;
  const far = (await read(last, 20)).punti.find(({ punto }) => punto.endsWith('[12].DCA'));
  expect(far).toMatchObject({ modello: 160, unita: 'A', valore: null });
  expect((await read(address + 14, 1, 4)).punti).toEqual([]);
});
