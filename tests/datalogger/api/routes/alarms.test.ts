import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger, type TestOptions } from '../../../support/datalogger';
import { alarmCalls } from './alarms-support';

let datalogger: TestDatalogger;
let calls: ReturnType<typeof alarmCalls>;
beforeEach(async () => {
  datalogger = await startDatalogger();
  calls = alarmCalls(datalogger);
});
afterEach(() => datalogger.close());

const trip = (inverter: number) =>
  datalogger.plant.inject({ kind: 'inverter-trip', inverter, cause: 'ground' });
const plantNow = () => Math.floor(datalogger.plantClock.now() / 1000);

test('a healthy plant has no alarms', async () => {
  await datalogger.run(120);
  const page = await calls.list('stato=storico');
  expect(page).toMatchObject({ righe: [], cursor: null, totale: 0 });
});

test('a ground fault is raised, acknowledged, returns and is over; its story tells who, when and why', async () => {
  await datalogger.run(2);
  trip(1);
  await datalogger.run(10);
  const raised = await calls.only('INV08');
  expect(raised).toMatchObject({
    gruppo: 'inverter',
    dispositivo: 1,
    nome: 'INV 01',
    priorita: 1,
    stato: 'attivo',
    presente: true,
    fine: null,
    volte: 1,
    riconosciuto: null,
  });
  const at = plantNow();
  const nota = 'Squadra in arrivo';
  const acknowledged = await calls.post(`allarmi/${raised.id}/riconosci`, { nota }, 'normal');
  const action = { da: 'operatore', quando: at, nota };
  expect(await acknowledged.json()).toMatchObject({ stato: 'riconosciuto', riconosciuto: action });
  datalogger.plant.clearFaults();
  await datalogger.run(120);
  const over = await calls.only('INV08');
  expect(over).toMatchObject({ stato: 'chiuso', presente: false, riconosciuto: action });
  const { storia, testi } = await (await calls.get(`allarmi/${raised.id}?lingua=de`)).json();
  expect(testi).toEqual({
    causa: expect.stringMatching(/Erde/),
    conseguenza: expect.any(String),
    azione: expect.stringMatching(/.{20}/),
  });
  expect(storia).toMatchObject([
    { t: raised.inizio, da: 'chiuso', a: 'attivo', chi: null },
    { t: at, da: 'attivo', a: 'riconosciuto', chi: 'operatore', nota },
    { t: over.fine, da: 'riconosciuto', a: 'chiuso', chi: null },
  ]);
});

test('an alarm that came again names its earlier occurrences', async () => {
  const ids: number[] = [];
  for (let time = 0; time < 2; time++) {
    trip(1);
    await datalogger.run(10);
    const { righe } = await calls.list('testo=INV08');
    ids.push(righe[0]?.id ?? 0);
    await calls.post(`allarmi/${ids[time]}/riconosci`, {});
    datalogger.plant.clearFaults();
    await datalogger.run(120);
  }
  const [first, second] = ids;
  const { precedenti } = await (await calls.get(`allarmi/${second}`)).json();
  expect(precedenti).toEqual([{ id: first, inizio: expect.any(Number), fine: expect.any(Number) }]);
});

test('alarms raised and gone while nobody asked are all in the list, once', async () => {
  const inverters = datalogger.plant.plan.inverters.map(({ id }) => id);
  for (const inverter of inverters) {
    trip(inverter);
    await datalogger.run(10);
    datalogger.plant.clearFaults();
    await datalogger.run(60);
  }
  const { righe } = await calls.list('stato=da_riconoscere&testo=INV08');
  expect(righe.map(({ dispositivo }) => dispositivo)).toEqual([...inverters].reverse());
  expect(new Set(righe.map(({ id }) => id)).size).toBe(inverters.length);
});

describe('a datalogger that starts again', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function restart(options: TestOptions = {}): Promise<void> {
    await datalogger.close();
    datalogger = await startDatalogger({ ...options, dataFolder: folder });
    calls = alarmCalls(datalogger);
  }

  test('takes up the alarms that were not over, and raises none of them again', async () => {
    await restart();
    datalogger.hardware.acContact = '1';
    await datalogger.run(15);
    const { id } = await calls.only('UPS01');
    await calls.post(`allarmi/${id}/riconosci`, { nota: 'visto' }, 'normal');
    const before = await calls.only('UPS01');
    await restart();
    datalogger.hardware.acContact = '1';
    await datalogger.run(30);
    expect(await calls.only('UPS01')).toEqual(before);
    trip(2);
    await datalogger.run(10);
    expect((await calls.only('INV08')).id).toBeGreaterThan(id);
    datalogger.hardware.acContact = '0';
    await datalogger.run(30);
    expect(await calls.only('UPS01')).toMatchObject({ id, stato: 'chiuso', volte: 1 });
  });

  test('forgets what a simulated plant that starts earlier has not seen yet', async () => {
    await restart();
    datalogger.hardware.acContact = '1';
    await datalogger.run(15);
    await calls.only('UPS01');
    await restart({ at: '2026-06-10T10:00:00+02:00' });
    expect((await calls.list('stato=storico')).totale).toBe(0);
  });

  test('keeps what was changed of the rules', async () => {
    await restart();
    await calls.send('PUT', 'config/allarmi/DLG01', { soglia: 20, ritardo_on: 0 }, 'admin', {
      'If-Match': '*',
    });
    await restart();
    await datalogger.run(1);
    expect(await calls.only('DLG01')).toMatchObject({ stato: 'attivo', soglia: 20 });
  });
});
