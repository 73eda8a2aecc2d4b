import { parse } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sensorKinds } from '../../../../src/contract/codes';
import { Report } from '../../../../src/contract/reports';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

/*
 * Nobody measures the light, and an inverter stands still: no index is made of energy of one time and light of another, and what stands
 * still is seen all the same.
 */

const hours = 3;

function silence({ plant }: TestDatalogger, wanted: (typeof sensorKinds)[number][0], seconds?: number): void {
  const { id, values } = plant.snapshot().groups.sensori;
  for (const [index, sensor] of id.entries())
    if (sensorKinds[values.tipo?.[index] ?? -1]?.[0] === wanted)
      plant.inject({ kind: 'sensor-silent', sensor }, seconds);
}

let datalogger: TestDatalogger;
let token: string;
beforeAll(async () => {
  datalogger = await startDatalogger({ at: '2026-06-10T10:00:00+02:00', size: 'medium' });
  token = datalogger.login('normal');
  await datalogger.run(3600);
  silence(datalogger, 'poa');
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'isolation' });
  await datalogger.run(hours * 3600);
});
afterAll(() => datalogger.close());

async function plantNow({ request } = datalogger) {
  const reply = await request('/api/dati_impianto/RT?m=impianto', { token });
  const { colonne } = await reply.json();
  return (point: string): number | null => colonne[point]?.[0] ?? null;
}

async function reportToday({ request } = datalogger): Promise<Report> {
  const reply = await request('/api/report?tipo=giornaliero&d=2026-06-10', { token });
  return parse(Report, await reply.json());
}

test('the live performance ratio is that of the light that was measured, and how much of the energy has it is said', async () => {
  const now = await plantNow();
  expect(now('poa')).toBeNull();
  expect(now('pr')).toBeGreaterThan(75);
  expect(now('pr')).toBeLessThan(100);
  expect(now('copertura')).toBeGreaterThan(30);
  expect(now('copertura')).toBeLessThan(70);
});

test('the inverter that stands still costs availability', async () => {
  expect((await plantNow())('disp')).toBeLessThan(99);
});

test('the report compares nothing with light that nobody measured, and knows what was lost', async () => {
  const { indici, fermi, cause, periodo } = await reportToday();
  // The archive began with the test, so that it has light for a sixth of the day's energy.
  expect(periodo.copertura_luce).toBeLessThan(30);
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

test('D3: what stood still without light beside it is no part of the waterfall of the light', async () => {
  const other = await startDatalogger({ at: '2026-06-10T09:00:00+02:00', size: 'small' });
  try {
    token = other.login('normal');
    await other.run(2 * 3600);
    silence(other, 'poa', 2700);
    other.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' }, 2700);
    await other.run(2 * 3600);
    const { cascata, indici } = await reportToday(other);
    const rest = cascata?.termini.find(({ termine }) => termine === 'resto')?.energia ?? Number.NaN;
    expect(indici.persa).toBeGreaterThan(10);
    expect(Math.abs(rest)).toBeLessThan(0.03 * (cascata?.riferimento ?? 0));
  } finally {
    await other.close();
  }
});

test('D9: without a sensor of the module temperature it is computed of air, light and wind, and uncertain', async () => {
  const other = await startDatalogger({ at: '2026-06-10T10:00:00+02:00', size: 'small' });
  try {
    token = other.login('normal');
    silence(other, 'tmod');
    await other.run(2 * 3600);
    const now = await plantNow(other);
    expect(now('tmod')).toBeGreaterThan(25);
    expect(now('pattesa')).toBeGreaterThan(20);
    expect(now('copertura')).toBeGreaterThan(95);
    expect(now('q')).toBe(64);
    const { indici, righe, cascata } = await reportToday(other);
    expect(indici.epi).toBeGreaterThan(85);
    expect(indici.epi).toBeLessThan(110);
    expect(righe.attesa.slice(40, 48)).not.toContain(null);
    expect(cascata?.contatore).toBeGreaterThan(30);
  } finally {
    await other.close();
  }
});

test('without module and air temperature the performance ratio is said, and the energy is compared only with what was expected of it', async () => {
  const other = await startDatalogger({ at: '2026-06-10T10:00:00+02:00', size: 'small' });
  try {
    token = other.login('normal');
    await other.run(2 * 3600);
    silence(other, 'tmod');
    silence(other, 'tamb');
    await other.run(2 * 3600);
    const now = await plantNow(other);
    expect(now('pr')).toBeGreaterThan(50);
    expect(now('copertura')).toBeGreaterThan(40);
    expect(now('copertura')).toBeLessThan(80);
    const [produced, expected] = [now('eday') ?? 0, now('eattesa') ?? 0];
    expect((produced * (now('copertura') ?? 0)) / expected).toBeGreaterThan(80);
    expect((produced * (now('copertura') ?? 0)) / expected).toBeLessThan(110);
    const { indici, periodo } = await reportToday(other);
    expect(indici.pr).toBeGreaterThan(50);
    // The archive has neither the morning nor, from 12 o'clock on, a temperature.
    expect(periodo.copertura_temperatura).toBeLessThan(periodo.copertura_luce ?? 0);
    expect(indici.epi).toBeGreaterThan(85);
    expect(indici.epi).toBeLessThan(110);
  } finally {
    await other.close();
  }
});
