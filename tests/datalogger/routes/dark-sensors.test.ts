import { parse } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sensorKinds } from '../../../src/contract/codes';
import { Report } from '../../../src/contract/reports';
import { startDatalogger, type TestDatalogger } from '../../support/datalogger';

/*
 * Nobody measures the light, and an inverter stands still: no index is made of energy of one time and light of another, and what stands
 * still is seen all the same.
 */

const poa = sensorKinds.findIndex(([kind]) => kind === 'poa');
const hours = 3;

let datalogger: TestDatalogger;
let token: string;
beforeAll(async () => {
  datalogger = await startDatalogger({ at: '2026-06-10T10:00:00+02:00', size: 'medium' });
  token = datalogger.login('normal');
  await datalogger.run(3600);
  const { id, values } = datalogger.plant.snapshot().groups.sensori;
  for (const [index, sensor] of id.entries())
    if (values.tipo?.[index] === poa) datalogger.plant.inject({ kind: 'sensor-silent', sensor });
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'isolation' });
  await datalogger.run(hours * 3600);
});
afterAll(() => datalogger.close());

async function plantNow() {
  const reply = await datalogger.request('/api/dati_impianto/RT?m=impianto', { token });
  const { colonne } = await reply.json();
  return (point: string): number | null => colonne[point]?.[0] ?? null;
}

async function reportToday(): Promise<Report> {
  const reply = await datalogger.request('/api/report?tipo=giornaliero&d=2026-06-10', { token });
  return parse(Report, await reply.json());
}

test('the live performance ratio is a dash, and how much of the energy has light is said', async () => {
  const now = await plantNow();
  expect(now('poa')).toBeNull();
  expect(now('pr')).toBeNull();
  expect(now('copertura')).toBeGreaterThan(0);
  expect(now('copertura')).toBeLessThan(70);
});

test('the inverter that stands still costs availability', async () => {
  expect((await plantNow())('disp')).toBeLessThan(99);
});

test('the report compares nothing with light that nobody measured, and knows what was lost', async () => {
  const { indici, fermi, cause } = await reportToday();
  expect(indici).toMatchObject({ attesa: null, epi: null, pr: null, pr25: null });
  expect(indici.disponibilita).toBeLessThan(99);
  expect(indici.fermo).toBeCloseTo(hours, 0);
  // One inverter of ten of a plant of a megawatt, for three hours around noon.
  expect(indici.persa).toBeGreaterThan(100);
  expect(indici.persa).toBeLessThan(300);
  const stops = fermi.reduce((sum, { persa }) => sum + (persa ?? 0), 0);
  expect(stops).toBeGreaterThan(0.9 * (indici.persa ?? 0));
  expect(stops).toBeLessThanOrEqual((indici.persa ?? 0) + 0.1);
  expect(cause.reduce((sum, { persa }) => sum + (persa ?? 0), 0)).toBeCloseTo(stops, 1);
});
