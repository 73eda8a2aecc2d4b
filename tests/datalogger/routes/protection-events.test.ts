import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger } from '../../support/datalogger';

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
