import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AlarmGroup, Priority } from '../../../../src/contract/alarms';
import type { Change } from '../../../../src/datalogger/alarms/model';
import { plantPlan } from '../../../../src/datalogger/sources/simulator/plan';
import type { PlantSize } from '../../../../src/datalogger/sources/simulator/sizes';
import { openAlarms } from '../../../../src/datalogger/storage/alarms/alarms';
import { startDatalogger, type TestDatalogger, type TestOptions } from '../../../support/datalogger';
import { raisedChange } from '../../storage/alarms/alarms-support';
import { alarmCalls } from './alarms-support';

let folder: string;
let datalogger: TestDatalogger;
let calls: ReturnType<typeof alarmCalls>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(async () => {
  await datalogger.close();
  rmSync(folder, { recursive: true });
});

/** A datalogger that finds these in its database. */
async function startWith(changes: readonly Change[], options: TestOptions = {}): Promise<void> {
  // A folder that only has alarms would be one whose configuration was lost.
  await (await startDatalogger({ ...options, dataFolder: folder })).close();
  const store = openAlarms(join(folder, 'alarms.db'));
  store.write(changes);
  store.close();
  datalogger = await startDatalogger({ ...options, dataFolder: folder });
  calls = alarmCalls(datalogger);
}

const start = Date.parse('2026-06-10T12:00:00+02:00') / 1000;

/** Alarms that are over, a minute apart, on the inverters in turn. */
const past = (count: number): Change[] =>
  Array.from({ length: count }, (_, index) =>
    raisedChange({
      id: index + 1,
      code: 'INV05',
      subject: { group: 'inverter', device: (index % 3) + 1, name: `INV 0${(index % 3) + 1}` },
      priority: index % 2 === 0 ? 2 : 3,
      state: 'chiuso',
      isPresent: false,
      begin: start - (count - index) * 60,
      end: start - (count - index) * 60 + 30,
      acknowledged: { by: 'operatore', at: start, note: '' },
    }),
  );

describe('a list', () => {
  test('comes in pages of 100 that show every alarm once while others arrive', async () => {
    await startWith(past(250));
    const shown: number[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page++) {
      const {
        righe,
        cursor: next,
        totale,
      } = await calls.list(`stato=storico${cursor && `&cursor=${cursor}`}`);
      if (page === 0) expect(totale).toBe(250);
      expect(righe.length).toBe(page < 2 ? 100 : 50);
      shown.push(...righe.map(({ id }) => id));
      cursor = next;
      datalogger.plant.inject({ kind: 'inverter-trip', inverter: page + 1, cause: 'ground' });
      await datalogger.run(12);
    }
    expect(shown).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index));
    expect((await calls.list('stato=storico')).totale).toBeGreaterThan(252);
  });

  test('counts what every other choice of a filter would find', async () => {
    await startWith(past(9));
    const { righe, totale, conteggi } = await calls.list(
      'stato=storico&priorita=2&tipo=inverter&dispositivo=1',
    );
    expect(righe.map(({ id }) => id)).toEqual([7, 1]);
    expect(totale).toBe(2);
    expect(conteggi.stato).toEqual({ correnti: 0, da_riconoscere: 0, accantonati: 0, storico: 2 });
    expect(conteggi.priorita).toEqual({ 1: 0, 2: 2, 3: 1, 4: 0, 5: 0 });
    expect(conteggi.tipo).toMatchObject({ inverter: 5, spi: 0 });
  });

  test('is narrowed by period and words', async () => {
    await startWith(past(9));
    const period = await calls.list(`stato=storico&da=${start - 240}&a=${start - 120}`);
    expect(period.righe.map(({ id }) => id)).toEqual([8, 7, 6]);
    const words = await calls.list('stato=storico&testo=inv05%20%2003');
    expect(words.righe.map(({ id }) => id)).toEqual([9, 6, 3]);
    expect((await calls.list('testo=inv05')).totale).toBe(0);
  });

  test.each([
    ['tipo', 'tipo=inverter,turbine'],
    ['dispositivo', 'dispositivo=1'],
    ['dispositivo', 'dispositivo=1&tipo=inverter,spi'],
    ['cursor', 'cursor=1.2'],
    ['cursor', 'cursor=a.b.c.d'],
    ['cursor', 'stato=storico&cursor=1.2.3.4'],
    ['priorita', 'priorita=6'],
  ])('refuses at %s: %s', async (campo, query) => {
    await startWith([]);
    const response = await calls.get(`allarmi?${query}`);
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ campo })]);
  });
});

describe('the counts', () => {
  test('are the same answer until an alarm changes', async () => {
    await startWith([]);
    const first = await calls.get('allarmi/conteggi');
    expect(await first.json()).toMatchObject({
      priorita: [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      segni: [],
      ultimi: [],
    });
    const again = () =>
      calls.get('allarmi/conteggi', 'admin', { 'If-None-Match': first.headers.get('etag') });
    await datalogger.run(60);
    expect((await again()).status).toBe(304);
    datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
    await datalogger.run(8);
    const changed = await again();
    expect(changed.status).toBe(200);
    const { priorita, segni, ultimi } = await changed.json();
    expect(priorita[0]).toEqual([1, 1]);
    expect(segni).toEqual([
      ['inverter', null, 1, 1],
      ['inverter', 1, 1, 1],
    ]);
    expect(ultimi).toEqual([[expect.any(Number), 'INV08', 'INV 01', 1]]);
  });

  test('leave out what is shelved and tell what was acknowledged from what waits', async () => {
    const spi = { group: 'spi', device: 1, name: 'SPI' } as const;
    await startWith([
      raisedChange({ id: 1, state: 'rientrato', isPresent: false, end: start }),
      raisedChange({ id: 2, code: 'SPI10', subject: spi, priority: 4, state: 'accantonato' }),
    ]);
    const { priorita, segni } = await (await calls.get('allarmi/conteggi')).json();
    expect(priorita).toEqual([
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
    expect(segni).toEqual([
      ['inverter', null, 2, 2],
      ['inverter', 7, 2, 2],
    ]);
  });

  test.each(['medium', 'xl'] as const)('of a storm in a plant %s take at most 600 bytes', async size => {
    await startWith(stormOf(size));
    const body = await (await calls.get('allarmi/conteggi')).text();
    const { priorita, ultimi } = JSON.parse(body);
    expect(priorita[1][0]).toBeGreaterThan(5);
    expect(ultimi).toHaveLength(5);
    expect(gzipSync(body).length).toBeLessThanOrEqual(600);
  });
});

/** Every inverter, string, tracker, meter and sensor of a plant in alarm, some of them seen by somebody. */
function stormOf(size: PlantSize): Change[] {
  const plan = plantPlan(size);
  const devices: [AlarmGroup, string, Priority, readonly { id: number; name: string }[]][] = [
    ['inverter', 'INV01', 2, plan.inverters],
    ['stringhe', 'STR02', 3, plan.strings],
    ['tracker', 'TRK01', 3, plan.trackers],
    ['contatori', 'MET01', 2, plan.meters],
    ['sensori', 'SEN01', 3, plan.sensors],
  ];
  return devices
    .flatMap(([group, code, priority, all]) =>
      all.map(({ id, name }) => ({ group, code, priority, id, name })),
    )
    .map(({ group, code, priority, id: device, name }, index) =>
      raisedChange({
        id: index + 1,
        code,
        priority,
        subject: { group, device, name },
        begin: start + index * 2,
        state: index % 3 === 0 ? 'riconosciuto' : 'attivo',
      }),
    );
}

test('the trend tells the last day by begin and priority, and what came most often in 30 days', async () => {
  const old = raisedChange({ id: 300, begin: start - 31 * 86_400, state: 'chiuso', times: 99 });
  const yesterday = raisedChange({ id: 301, begin: start - 2 * 86_400, state: 'chiuso', times: 9 });
  await startWith([...past(4), old, yesterday]);
  const { giorno, frequenti } = await (await calls.get('allarmi/andamento')).json();
  expect(giorno).toEqual([
    [start - 240, 2],
    [start - 180, 3],
    [start - 120, 2],
    [start - 60, 3],
  ]);
  expect(frequenti).toMatchObject([
    { codice: 'INV01', dispositivo: 7, volte: 9 },
    { codice: 'INV05', dispositivo: 1, volte: 2 },
    { codice: 'INV05', dispositivo: 3, volte: 1 },
    { codice: 'INV05', dispositivo: 2, volte: 1 },
  ]);
});
