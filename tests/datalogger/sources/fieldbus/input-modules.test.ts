import { afterEach, expect, test } from 'vitest';
import { inverterStates, quality } from '../../../../src/contract/codes';
import { inputModules } from '../../../../src/datalogger/sources/fieldbus/input-modules';
import { startFieldDatalogger } from '../../../support/field-datalogger';
import { type ServedUnit, serveUnits } from '../../../support/modbus-server';

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function started() {
  const datalogger = await startFieldDatalogger({ driver: inputModules });
  toClose.push(() => datalogger.close());
  return datalogger;
}

async function served(...units: readonly ServedUnit[]) {
  const asked: string[] = [];
  const server = await serveUnits(
    new Map(units.map((unit, index) => [index + 1, unit])),
    'tcp',
    ({ unit, fc, from, count }) => asked.push(`${unit}: ${fc} ${from} ${count}`),
  );
  toClose.push(() => server.stop());
  const at = (unita: number, changes: object = {}) => ({
    host: '127.0.0.1',
    porta: server.port,
    unita,
    timeout: 100,
    tentativi: 1,
    nome: `DI ${unita}`,
    numero: unita,
    ...changes,
  });
  return { server, at, asked };
}

const bitsOf = (...closed: readonly number[]) =>
  new Map(Array.from({ length: 16 }, (_, bit) => [bit, Number(closed.includes(bit + 1))]));

test('a contact that closes is a signal on the screen, and the alarm of what it is wired to', async () => {
  const module: ServedUnit = { registers: new Map(), bits: bitsOf(2) };
  const { at, asked } = await served(module);
  const { add, pass, shown, alarms, plant } = await started();
  await add('moduli-io', at(1));
  await add('digital-signals', { nome: 'Arresto', modulo: 1, canale: 1, segnale: 'emergencyStop' });
  await add('digital-signals', { nome: 'Fumo', modulo: 1, canale: 2, segnale: 'smoke', contatto: 'NC' });
  await pass(5);
  expect(new Set(asked)).toEqual(new Set(['1: 2 0 16']));
  expect(plant.snapshot().groups.di).toMatchObject({
    q: [quality.good, quality.good],
    values: { v: [0, 0], raw: [0, 1] },
  });
  expect(await alarms()).toEqual([]);
  module.bits?.set(0, 1).set(1, 0);
  await pass(5);
  expect([shown('di', 'v'), shown('di', 'v', 1)]).toEqual([1, 1]);
  expect((await alarms()).sort()).toEqual(['CAB01 Fumo', 'EMG01 Arresto']);
});

test('bits that are turned over in one answer, or in every other one, are no signal', async () => {
  const module: ServedUnit = { registers: new Map(), bits: bitsOf(2) };
  let turn: number | null = null;
  const server = await serveUnits(new Map([[1, module]]), 'tcp', () => {
    if (turn === null) return;
    for (const bit of module.bits?.keys() ?? [])
      module.bits?.set(bit, Number((bit === 1) !== (turn % 2 === 0)));
    turn++;
  });
  toClose.push(() => server.stop());
  const { add, pass, shown, alarms } = await started();
  const at = { host: '127.0.0.1', porta: server.port, unita: 1, timeout: 100, tentativi: 1, numero: 1 };
  await add('moduli-io', { ...at, nome: 'DI 1' });
  await add('digital-signals', { nome: 'Arresto', modulo: 1, canale: 1, segnale: 'emergencyStop' });
  await pass(5);
  turn = 0;
  for (let second = 0; second < 30; second++) {
    await pass(1);
    expect(shown('di', 'v')).toBe(0);
  }
  expect(turn).toBeGreaterThan(30);
  expect(await alarms()).toEqual([]);
});

test('inputs, coils, and bits of holding and of input registers: each channel is its own bit', async () => {
  const unit: ServedUnit = {
    registers: new Map([
      [100, 0b1000_0000_0000_0001],
      [101, 0b10],
    ]),
    bits: bitsOf(1, 3),
  };
  const { at, asked } = await served(unit);
  const { add, pass, plant } = await started();
  const kinds = [
    [1, { funzione: 1, canali: 3 }, [1, 3]],
    [2, { funzione: 2, canali: 12 }, [1, 3]],
    [3, { funzione: 3, primo: 100, canali: 18 }, [1, 16, 18]],
    [4, { funzione: 4, primo: 100, canali: 17 }, [1, 16]],
  ] as const;
  for (const [numero, changes] of kinds)
    await add('moduli-io', at(1, { nome: `DI ${numero}`, numero, ...changes }));
  const channels = [1, 2, 3, 16, 17, 18];
  for (const [modulo, { canali }] of kinds)
    for (const canale of channels.filter(channel => channel <= canali))
      await add('digital-signals', { nome: `${modulo}.${canale}`, modulo, canale, allarme: false });
  await pass(5);
  const { nome, values, q } = plant.snapshot().groups.di;
  expect(q.every(each => each === quality.good)).toBe(true);
  const closed = nome.filter((_, index) => values.v?.[index] === 1);
  expect(closed).toEqual(kinds.flatMap(([modulo, , all]) => all.map(canale => `${modulo}.${canale}`)));
  expect([...new Set(asked)].sort()).toEqual(['1: 1 0 3', '1: 2 0 12', '1: 3 100 2', '1: 4 100 2']);
});

test('a module that does not answer is one alarm of its name, and its contacts are not shown as open', async () => {
  const silent: ServedUnit = { registers: new Map(), bits: bitsOf(1) };
  const { at } = await served(silent, { registers: new Map(), bits: bitsOf() });
  const { add, pass, alarms, plant } = await started();
  for (const numero of [1, 2]) {
    await add('moduli-io', at(numero));
    for (const canale of [1, 2])
      await add('digital-signals', { nome: `${numero}.${canale}`, modulo: numero, canale, segnale: 'flood' });
  }
  await pass(10);
  expect(await alarms()).toEqual(['CAB01 1.1']);
  silent.fault = 'dead';
  await pass(120);
  const { stato, q, values } = plant.snapshot().groups.di;
  expect(q).toEqual([quality.bad, quality.bad, quality.good, quality.good]);
  expect(stato.slice(0, 2)).toEqual([inverterStates.commLost, inverterStates.commLost]);
  expect(values.v?.[0], 'what it said last').toBe(1);
  expect((await alarms()).sort()).toEqual(['CAB01 1.1', 'DIN02 DI 1']);
  silent.fault = null;
  silent.bits?.set(0, 0);
  await pass(400);
  expect(plant.snapshot().groups.di.q).toEqual(Array(4).fill(quality.good));
});

test('signals without a module are never received, and that is an alarm too', async () => {
  const { at } = await served({ registers: new Map(), bits: bitsOf() });
  const { add, pass, alarms, plant } = await started();
  await add('moduli-io', at(1));
  for (const [modulo, canale] of [
    [1, 1],
    [5, 1],
    [5, 2],
  ])
    await add('digital-signals', { nome: `${modulo}.${canale}`, modulo, canale, segnale: 'smoke' });
  await pass(90);
  expect(plant.snapshot().groups.di.q).toEqual([quality.good, quality.bad, quality.bad]);
  expect(await alarms()).toEqual(['DIN02 5.1']);
});

test('the test of a connection asks for the inputs', async () => {
  const { at } = await served({ registers: new Map(), bits: bitsOf(1) });
  const datalogger = await started();
  await datalogger.add('moduli-io', at(1));
  await datalogger.add('digital-signals', { nome: 'Porta', modulo: 1, canale: 1 });
  await datalogger.pass(5);
  const probe = async (address: object) => {
    const options = { method: 'POST', token: datalogger.login('admin'), json: address };
    return (await datalogger.request('/api/config/moduli-io/1/prova', options)).json();
  };
  expect(await probe({})).toEqual({ esito: 'ok', ms: expect.any(Number), ultimo: expect.any(Number) });
  expect(await probe({ funzione: 3, primo: 7 })).toMatchObject({ causa: 'eccezione', codice: 2 });
  expect(await probe({ unita: 9 })).toMatchObject({ esito: 'muto', causa: 'scaduta' });
});

test('a number is taken once, a channel must be one of the module, and one unit may have inputs and coils', async () => {
  const datalogger = await started();
  const token = datalogger.login('admin');
  const post = async (kind: string, json: object) => {
    const reply = await datalogger.request(`/api/config/${kind}`, { method: 'POST', token, json });
    const { campo = null } = await reply.json();
    return [reply.status, campo];
  };
  const module = { nome: 'A', host: '10.0.0.7', numero: 1, canali: 8 };
  expect(await post('moduli-io', module)).toEqual([200, null]);
  expect(await post('moduli-io', { ...module, nome: 'B' })).toEqual([422, 'unita']);
  expect(await post('moduli-io', { ...module, nome: 'B', funzione: 1 })).toEqual([422, 'numero']);
  expect(await post('moduli-io', { ...module, nome: 'B', funzione: 1, numero: 2 })).toEqual([200, null]);
  expect(await post('moduli-io', { ...module, nome: 'C', unita: 2, numero: 3, primo: 65_530 })).toEqual([
    422,
    'canali',
  ]);
  expect(await post('moduli-io', { ...module, nome: 'D', numero: 4, protocollo: 'sunspec-tcp' })).toEqual([
    422,
    'protocollo',
  ]);
  expect(await post('digital-signals', { nome: 'S', modulo: 1, canale: 9 })).toEqual([422, 'canale']);
  expect(await post('digital-signals', { nome: 'S', modulo: 1, canale: 8 })).toEqual([200, null]);
});

test('under maintenance the contacts of a module raise nothing, disabled it is not asked', async () => {
  const module: ServedUnit = { registers: new Map(), bits: bitsOf(1) };
  const { at, asked } = await served(module);
  const datalogger = await started();
  const { add, pass, alarms, plant } = datalogger;
  await add('moduli-io', at(1, { in_manutenzione: true }));
  await add('digital-signals', { nome: 'Fumo', modulo: 1, canale: 1, segnale: 'smoke' });
  await pass(10);
  expect(plant.snapshot().groups.di).toMatchObject({
    stato: [inverterStates.maintenance],
    values: { v: [1] },
  });
  expect(await alarms()).toEqual([]);
  const [record] = datalogger.config.devices.all()['moduli-io'];
  const { id: _, versione, ...fields } = record ?? { id: 0, versione: 0 };
  const answer = await datalogger.request('/api/config/moduli-io/1', {
    method: 'PUT',
    token: datalogger.login('admin'),
    headers: { 'If-Match': `"${versione}"` },
    json: { ...fields, in_manutenzione: false, abilitato: false },
  });
  expect(answer.status).toBe(200);
  const before = asked.length;
  await pass(90);
  expect(asked.length).toBe(before);
  expect(plant.snapshot().groups.di.stato).toEqual([inverterStates.disabled]);
});
