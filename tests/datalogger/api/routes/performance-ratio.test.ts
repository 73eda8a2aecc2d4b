import { parse } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Report } from '../../../../src/contract/reports';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { examplePlant } from '../../../support/example-calls';

/*
 * The plant grows by half at ten in the morning: what was made before is compared with the power that was there before, on every screen.
 */

let datalogger: TestDatalogger;
let token: string;
beforeAll(async () => {
  datalogger = await startDatalogger({ at: '2026-06-10T05:00:00+02:00' });
  token = datalogger.login('admin');
  await datalogger.run(5 * 3600);
});
afterAll(() => datalogger.close());

async function ratioNow(): Promise<number> {
  const reply = await datalogger.request('/api/dati_impianto/RT?m=impianto.pr', { token });
  return (await reply.json()).colonne.pr[0];
}

async function reportToday(): Promise<Report> {
  const reply = await datalogger.request('/api/report?tipo=giornaliero&d=2026-06-10', { token });
  return parse(Report, await reply.json());
}

test('home, statistics and the printed formula have one performance ratio, also after the plant grew in the day', async () => {
  const before = await reportToday();
  expect(await ratioNow()).toBeCloseTo(before.indici.pr ?? 0, 0);
  const path = '/api/impianto/1';
  const plant = await (await datalogger.request(path, { token })).json();
  const fields = Object.keys(examplePlant).map(name => [name, plant[name]] as const);
  const json = { id: 1, ...Object.fromEntries(fields), potenza_picco: 1.5 * plant.potenza_picco };
  const headers = { 'If-Match': '*' };
  expect((await datalogger.request(path, { method: 'PUT', token, json, headers })).status).toBe(200);
  await datalogger.run(60);
  // A minute of a greater plant does not make a third of the morning's ratio vanish.
  expect(Math.abs((await ratioNow()) - (before.indici.pr ?? 0))).toBeLessThan(1);

  await datalogger.run(3600);
  const { indici, dati } = await reportToday();
  const [energy, reference] = [indici.energia ?? 0, dati.riferimento ?? 0];
  expect(indici.pr).toBeLessThan((before.indici.pr ?? 0) - 5);
  expect(Math.abs((await ratioNow()) - (indici.pr ?? 0))).toBeLessThan(0.3);
  expect(Math.abs((100 * energy) / reference - (indici.pr ?? 0))).toBeLessThan(0.1);
}, 120_000);
