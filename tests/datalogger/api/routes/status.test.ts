import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
let token: string;
beforeEach(async () => {
  datalogger = await startDatalogger();
  token = datalogger.login('admin');
});
afterEach(() => datalogger.close());

const get = async (path: string) => (await datalogger.request(`/api/auth/${path}`, { token })).json();
const setUps = (ups: boolean) =>
  datalogger.request('/api/impianto/1/ups', {
    method: 'PATCH',
    token,
    headers: { 'If-Match': '*' },
    json: { ups },
  });

test('the status is one record with the plant’s own date and time', async () => {
  datalogger.hardware.cpuTemperature = 51.24;
  expect(await get('stato_datalogger/all')).toEqual([
    {
      seriale: datalogger.config.installation.serial,
      data: '10/06/2026',
      ora: '13:42:10',
      stato_funzionamento: 'Attivo',
      cpu_temp: 51.2,
      ac_OK: '0',
      upsbattery_low: '1',
    },
  ]);
  datalogger.plantClock.set(Date.UTC(2026, 0, 1, 23, 0, 5));
  expect(await get('stato_datalogger/all')).toMatchObject([{ data: '02/01/2026', ora: '00:00:05' }]);
});

test('the contacts are given as they are, and only for a plant with a UPS', async () => {
  Object.assign(datalogger.hardware, { acContact: '1', batteryContact: '0' });
  expect(await get('stato_datalogger/all')).toMatchObject([{ ac_OK: '1', upsbattery_low: '0' }]);
  await setUps(false);
  const [record] = await get('stato_datalogger/all');
  expect(Object.keys(record)).toEqual(['seriale', 'data', 'ora', 'stato_funzionamento', 'cpu_temp']);
});

test('before there is a plant there is no record', async () => {
  const empty = await startDatalogger({ hasPlant: false });
  const reply = await empty.request('/api/auth/stato_datalogger/all', { token: empty.login('admin') });
  expect(await reply.json()).toEqual([]);
  await empty.close();
});

test('the general information names product, zone and clock of the plant', async () => {
  const general = await get('generale/1');
  expect(general).toMatchObject({
    id: 1,
    prodotto: 'Meridiana',
    versione: '0.0.0-test',
    seriale: datalogger.config.installation.serial,
    fuso: 'Europe/Rome',
    ora: Math.floor(datalogger.plantClock.now() / 1000),
    build: '',
    simulato: true,
    capacita: { registra: true, rete: true, uscite: 8, ups: ['contatti', 'nut'] },
  });
  const other = await startDatalogger();
  const reply = await other.request('/api/auth/generale/1', { token: other.login('admin') });
  expect((await reply.json()).avvio).not.toBe(general.avvio);
  await other.close();
});
