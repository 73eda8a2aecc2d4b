import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { inverterStates, quality } from '../../../../src/contract/codes';
import { createGuard, OutgoingError } from '../../../../src/datalogger/integrations/outgoing/guard';
import { fieldsOf } from '../../../../src/datalogger/storage/measures/kept';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { newRecord } from '../../../support/config-records';
import { startDatalogger } from '../../../support/datalogger';
import { startFieldDatalogger } from '../../../support/field-datalogger';
import { closedGuard } from '../../../support/local-guard';
import { longPatience, rounds } from '../../../support/long';
import { serveUnits, type UnitServer } from '../../../support/modbus-server';
import { registerUnit } from '../../../support/register-driver';

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

/** Inverters 1 to `count` of one gateway. */
async function gateway(count: number) {
  const units = new Map(
    Array.from({ length: count }, (_, index) => [index + 1, registerUnit({ serial: index })]),
  );
  const server = await serveUnits(units);
  toClose.push(() => server.stop());
  return { units, server };
}

const at = (server: UnitServer, unita: number, changes: object = {}) => ({
  nome: `Inverter ${unita}`,
  host: '127.0.0.1',
  porta: server.port,
  unita,
  timeout: 100,
  tentativi: 1,
  pn: 100,
  kwp: 110,
  ...changes,
});

async function started(options: Parameters<typeof startFieldDatalogger>[0] = {}) {
  const datalogger = await startFieldDatalogger(options);
  toClose.push(() => datalogger.close());
  return datalogger;
}

test('what a device says is a row a few seconds after it was configured', async () => {
  const { server, units } = await gateway(2);
  const { add, pass, shown, plant } = await started();
  for (const unit of [1, 2]) await add('inverters', at(server, unit));
  await pass(10);
  expect(shown('inverter', 'pac')).toBe(50);
  units.get(2)?.set({ pac: 20 });
  await pass(10);
  expect(shown('inverter', 'pac', 1)).toBe(20);
  expect(shown('impianto', 'pac')).toBe(70);
  expect(plant.snapshot().groups.inverter).toMatchObject({
    q: [quality.good, quality.good],
    validS: [30, 30],
  });
});

test('a plant without devices is not a plant that does not answer', async () => {
  const { pass, plant } = await started();
  await pass(60);
  const { t, groups } = plant.snapshot();
  expect(groups.impianto).toMatchObject({
    stato: [inverterStates.unknown],
    sampled: [t],
    q: [quality.good],
    values: { pac: [null], emese: [null], eattesa: [null] },
  });
});

test('the test of a connection says who is there', async () => {
  const { server } = await gateway(1);
  const datalogger = await started();
  await datalogger.add('inverters', at(server, 1));
  await datalogger.pass(6);
  const probe = async (address: object) => {
    const options = { method: 'POST', token: datalogger.login('admin'), json: address };
    return (await datalogger.request('/api/config/inverters/1/prova', options)).json();
  };
  expect(await probe({})).toMatchObject({ esito: 'ok', ms: expect.any(Number), ultimo: expect.any(Number) });
  expect(await probe({ unita: 9 })).toMatchObject({ esito: 'muto', ms: null });
});

test('a gateway that numbers answers itself is named by the test and read with its switch', async () => {
  let number = 7;
  const units = new Map([1, 2].map(unit => [unit, registerUnit({ serial: unit })]));
  const server = await serveUnits(units, 'tcp', undefined, undefined, () => number++);
  toClose.push(() => server.stop());
  const datalogger = await started();
  const { add, pass, shown, request, login } = datalogger;
  const probe = async (address: object) => {
    const options = { method: 'POST', token: login('admin'), json: address };
    return (await request('/api/config/inverters/1/prova', options)).json();
  };
  await add('inverters', at(server, 1));
  await pass(6);
  expect(shown('inverter', 'pac')).toBeNull();
  expect(await probe({})).toMatchObject({ esito: 'senza_valori', causa: 'numeri_propri' });
  expect(await probe({ numeri_propri: true })).toMatchObject({ esito: 'ok' });
  // One record says it for the whole gateway.
  await add('inverters', at(server, 2, { numeri_propri: true }));
  await pass(20);
  expect([shown('inverter', 'pac'), shown('inverter', 'pac', 1)]).toEqual([50, 50]);
});

test('a restart at noon keeps the energy of the day, exact to a step of the counter', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  toClose.push(() => rmSync(dataFolder, { recursive: true }));
  const { server, units } = await gateway(1);
  const unit = units.get(1);
  const kept = { dataFolder, keepsHistory: true };
  const morning = await started({ ...kept, at: '2026-06-10T11:40:00+02:00' });
  await morning.add('inverters', at(server, 1));
  const meter = { host: '127.0.0.1', porta: server.port, unita: 1 };
  await morning.add('contatori', { ...meter, nome: 'Produzione', ruolo: 'produzione' });
  await morning.add('contatori', { ...meter, nome: 'Ausiliari', ruolo: 'ausiliari', istanza: 2 });
  await morning.pass(10);
  // 20 minutes at 60 kW make 20 kWh.
  for (let minute = 0; minute < 20; minute++) {
    unit?.set({ etot: 1000 + minute });
    await morning.pass(60);
  }
  const before = morning.shown('inverter', 'eday') ?? 0;
  expect(before).toBe(19);
  const month = morning.shown('impianto', 'emese') ?? 0;
  expect(month).toBeGreaterThan(10);
  await morning.close();

  unit?.set({ etot: 1022 });
  const noon = await started({ ...kept, at: '2026-06-10T12:03:00+02:00' });
  await noon.pass(10);
  expect(noon.shown('inverter', 'eday')).toBe(22);
  expect(noon.shown('impianto', 'eday')).toBe(22);
  expect(noon.shown('contatori', 'eday'), 'of a meter, in the direction of its role').toBe(22);
  expect(noon.shown('contatori', 'eday', 1)).toBe(11);
  expect(noon.shown('impianto', 'emese')).toBeGreaterThanOrEqual(month - 0.01);
  expect(noon.shown('impianto', 'eanno')).toBeGreaterThanOrEqual(month - 0.01);
  await noon.close();

  const next = await started({ ...kept, at: '2026-06-11T05:00:00+02:00' });
  await next.pass(10);
  expect(next.shown('inverter', 'eday'), 'another day begins at 0').toBe(0);
  expect(next.shown('impianto', 'emese')).toBeGreaterThanOrEqual(month - 0.01);
});

test('inverters that sleep at night raise no alarm', async () => {
  const { server, units } = await gateway(3);
  const datalogger = await started({ at: '2026-06-10T21:30:00+02:00' });
  for (const unit of units.keys()) await datalogger.add('inverters', at(server, unit));
  for (const unit of units.values()) unit.set({ pac: 0.3, state: inverterStates.starting });
  await datalogger.pass(30);
  for (const unit of units.values()) unit.fault = 'dead';
  await datalogger.pass(700);
  expect(await datalogger.alarms()).toEqual([]);
  expect(datalogger.plant.snapshot().groups.inverter.stato).toEqual(Array(3).fill(inverterStates.sleeping));
});

test('a start at night, when no inverter has ever answered, raises no alarm; the morning does', async () => {
  const { server, units } = await gateway(2);
  for (const unit of units.values()) unit.fault = 'dead';
  const datalogger = await started({ at: '2026-06-10T03:00:00+02:00' });
  for (const unit of units.keys()) await datalogger.add('inverters', at(server, unit));
  await datalogger.pass(420);
  expect(await datalogger.alarms()).toEqual([]);
  datalogger.plantClock.advance(5 * 3600 * 1000);
  await datalogger.pass(60);
  expect(await datalogger.alarms()).toEqual([`DLG06 127.0.0.1:${server.port}`]);
});

test('a pulled cable is one alarm, on the screen within 10 s, and goes by itself', async () => {
  const { server } = await gateway(6);
  const datalogger = await started();
  for (let unit = 1; unit <= 6; unit++) await datalogger.add('inverters', at(server, unit));
  await datalogger.pass(30);
  expect(await datalogger.alarms()).toEqual([]);

  await server.stop();
  let seconds = 0;
  const isShown = () =>
    datalogger.plant.snapshot().groups.inverter.stato.every(state => state === inverterStates.commLost);
  while (seconds < 30 && !(isShown() && (await datalogger.alarms()).length > 0)) {
    await datalogger.pass(1);
    seconds++;
  }
  expect(seconds).toBeLessThanOrEqual(10);
  const line = [`DLG06 127.0.0.1:${server.port}`];
  expect(await datalogger.alarms()).toEqual(line);
  await datalogger.pass(700);
  expect(await datalogger.alarms(), 'what it brings with it is hidden').toEqual(line);

  await server.restart();
  await datalogger.pass(150);
  expect(datalogger.plant.snapshot().groups.inverter.q).toEqual(Array(6).fill(quality.good));
  const [left] = await datalogger.alarms();
  expect(left, 'only to be acknowledged').toBe(line[0]);
  const all = await (
    await datalogger.request('/api/allarmi?stato=storico', { token: datalogger.login('admin') })
  ).json();
  expect(all.righe.filter(({ presente }: { presente: boolean }) => presente)).toEqual([]);
});

test('one of several devices that is silent raises its own alarm, and none of the line', async () => {
  const { server, units } = await gateway(3);
  const datalogger = await started();
  for (let unit = 1; unit <= 3; unit++) await datalogger.add('inverters', at(server, unit));
  await datalogger.pass(30);
  const unit = units.get(2);
  if (unit) unit.fault = 'dead';
  await datalogger.pass(420);
  expect(await datalogger.alarms()).toEqual(['INV02 Inverter 2']);
});

test(
  'while a fifth of the devices is dead, no minute of the others is lost',
  async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
    toClose.push(() => rmSync(dataFolder, { recursive: true }));
    const { server, units } = await gateway(10);
    const datalogger = await started({ dataFolder, keepsHistory: true, at: '2026-06-10T12:00:00+02:00' });
    for (const unit of units.keys()) await datalogger.add('inverters', at(server, unit));
    await datalogger.pass(60);
    for (const dead of [3, 7]) Object.assign(units.get(dead) ?? {}, { fault: 'dead' });
    await datalogger.pass(rounds(600, 10_800));
    await datalogger.close();

    const archive = openMeasures(join(dataFolder, 'measures.db'));
    toClose.push(() => archive.close());
    const from = Date.parse('2026-06-10T12:02:00+02:00') / 1000;
    const minutes = archive.frames('minute', 'inverter', from, from + rounds(480, 10_600));
    expect(minutes.length).toBeGreaterThanOrEqual(rounds(8, 176));
    const fields = fieldsOf('inverter').length;
    for (const { ids, values } of minutes)
      for (const [device, id] of ids.entries())
        if (id !== 3 && id !== 7) expect(values[device * fields], `seconds of inverter ${id}`).toBe(60);
  },
  longPatience.timeout,
);

test('without SOURCE=field nothing is dialled, and with it nothing that is not configured', async () => {
  const dialled: string[] = [];
  const recording = {
    ...createGuard(),
    connect: async (host: string, port: number) => {
      dialled.push(`${host}:${port}`);
      throw new OutgoingError('non_raggiungibile');
    },
  };
  const simulated = await startDatalogger({ guard: recording });
  toClose.push(() => simulated.close());
  const there = { protocollo: 'sunspec-tcp', host: '10.20.4.77', unita: 3, nome: 'Altrove' } as const;
  const token = simulated.login('admin');
  const json = newRecord('inverters', there);
  const post = { method: 'POST', token, json };
  expect((await simulated.request('/api/config/inverters', post)).status).toBe(200);
  simulated.start();
  await simulated.run(120);
  const [last] = simulated.config.devices.all().inverters.slice(-1);
  await simulated.request(`/api/config/inverters/${last?.id}/prova`, { method: 'POST', token, json: {} });
  expect(dialled).toEqual([]);

  const field = await started({ guard: recording });
  await field.pass(30);
  expect(dialled).toEqual([]);
  // The same record is what makes the field dial: the recorder would have seen it.
  await field.add('inverters', there);
  await field.pass(30);
  expect(new Set(dialled)).toEqual(new Set(['10.20.4.77:502']));
});

test('an address that the guard forbids is never reached', async () => {
  const { server, units } = await gateway(1);
  const datalogger = await started({ guard: closedGuard });
  await datalogger.add('inverters', at(server, 1));
  await datalogger.pass(20);
  expect(units.size).toBe(1);
  expect(server.opened).toBe(0);
});
