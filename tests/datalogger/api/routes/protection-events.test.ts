import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProtectionFunctionCode } from '../../../../src/contract/codes';
import { configClient } from '../../../support/config-client';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });
  await datalogger.run(10);
});
afterEach(() => datalogger.close());

const events = async (id = 1) => {
  const token = datalogger.login('cci');
  return (await datalogger.request(`/api/protezioni_interfaccia/${id}/eventi`, { token })).json();
};

test('a trip is on record with its function, the value it tripped at, and how long the switch was open', async () => {
  const at = datalogger.plantClock.now() / 1000;
  datalogger.plant.inject({ kind: 'grid-dip', percent: 60 }, 3);
  await datalogger.run(30);
  expect(await events()).toMatchObject([{ scattata: true, funzioni: ['27.S1'], durata: null }]);
  await datalogger.run(400);
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  expect(event.valore).toBeCloseTo(0.6, 1);
  expect(event.t - at).toBeLessThanOrEqual(3);
  // CEI 0-16: the switch closes when the grid has been good for 300 s.
  expect(event.durata).toBeGreaterThanOrEqual(300);
  expect(event.durata).toBeLessThan(310);
  expect(await events(2)).toEqual([]);
});

test('a start without a trip is on record too, with the furthest value that was seen', async () => {
  datalogger.plant.inject({ kind: 'grid-frequency', hertz: 47.3 }, 3);
  await datalogger.run(20);
  expect(await events()).toMatchObject([{ scattata: false, funzioni: ['81<.S2'] }]);
  const [event] = await events();
  expect(event.valore).toBeCloseTo(47.3, 1);
  expect(event.durata).toBeGreaterThanOrEqual(2);
  expect(event.durata).toBeLessThanOrEqual(4);
});

test('a protection by EN 50549-2 trips, alarms and is on record by the names and thresholds that were entered', async () => {
  const { change, get, send } = configClient(datalogger);
  const own = (codice: ProtectionFunctionCode, soglia: number, tempo: number) => ({
    codice,
    soglia,
    tempo,
    abilitata: true,
  });
  const [record] = await get('config/protezioni-interfaccia');
  const refused = await send('PUT', `config/protezioni-interfaccia/${record.id}`, {
    norma: 'EN 50549-2',
    funzioni: [own('U>>', 1.35, 2)],
  });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  await change('protezioni-interfaccia', {
    norma: 'EN 50549-2',
    funzioni: [own('U>>', 1.25, 2), own('U 10 min', 1.1, 3)],
  });
  const { protezioni } = await get('protezioni_interfaccia');
  expect(protezioni[0]).toMatchObject({
    norma: 'EN 50549-2',
    soglie: [
      {
        codice: 'U>>',
        restrittiva: false,
        media: null,
        norma: null,
        campo: { soglia: [1, 1.3], tempo: [0.1, 5] },
      },
      { codice: 'U 10 min', media: 600, campo: { soglia: [1, 1.15], tempo: [0.05, 3] } },
    ],
  });
  datalogger.plant.inject({ kind: 'grid-swell', percent: 127 }, 5);
  await datalogger.run(30);
  expect(await events()).toMatchObject([{ scattata: true, funzioni: ['U>>'] }]);
  const { righe } = await get('allarmi?stato=storico&tipo=spi');
  expect(righe).toContainEqual(expect.objectContaining({ codice: 'SPI02', soglia: 125, unita: '%' }));
});
