import { parse } from 'valibot';
import { expect, test } from 'vitest';
import { Report } from '../../../../src/contract/reports';
import { configClient } from '../../../support/config-client';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

/*
 * Two pyranometers on the plane of the modules disagree. The one that drifts is found and gets the alarm, the other one takes its place
 * in the key figures; where nothing tells which one drifts, the figures do not count the doubted light.
 */

const [reference, second] = [1, 5];

async function report({ request, login }: TestDatalogger, d: string): Promise<Report> {
  const reply = await request(`/api/report?tipo=giornaliero&d=${d}`, { token: login('normal') });
  return parse(Report, await reply.json());
}

test('a reference that drifts gets the alarm; irradiance and performance ratio are those of the healthy sensor', async () => {
  const datalogger = await startDatalogger({ at: '2026-06-10T10:00:00+02:00', size: 'medium' });
  try {
    const { rows, get } = configClient(datalogger);
    datalogger.plant.inject({ kind: 'sensor-drift', sensor: reference, percent: -12 });
    await datalogger.run(3600);
    const plant = (await rows('impianto')).get(1);
    const sensors = await rows('sensori');
    expect(Number(plant?.poa) / Number(sensors.get(second)?.v)).toBeCloseTo(1, 1);
    expect(sensors.get(reference)).toMatchObject({ giudizio: 2 });
    expect(sensors.get(second)).toMatchObject({ giudizio: 0 });
    expect(Number(sensors.get(reference)?.dev)).toBeCloseTo(-12, -0.5);
    expect(plant?.poa_dubbia).toBe(0);
    expect(Number(plant?.pr)).toBeGreaterThan(75);
    expect(Number(plant?.pr)).toBeLessThan(92);
    const { righe } = await get('allarmi?tipo=sensori');
    const blamed = righe.flatMap(({ codice, dispositivo }: { codice: string; dispositivo: number }) =>
      codice === 'SEN03' ? dispositivo : [],
    );
    expect(blamed).toEqual([reference]);
  } finally {
    await datalogger.close();
  }
});

test('while nothing tells which one drifts, the coverage falls and neither performance ratio nor EPI is given', async () => {
  const datalogger = await startDatalogger({ at: '2026-06-10T07:30:00+02:00', size: 'medium' });
  try {
    const { rows, get } = configClient(datalogger);
    // Without the sensor on the horizontal, and both readings possible.
    datalogger.plant.inject({ kind: 'sensor-silent', sensor: 4 });
    datalogger.plant.inject({ kind: 'sensor-drift', sensor: second, percent: 9 });
    datalogger.plant.inject({ kind: 'sensor-drift', sensor: reference, percent: -3 });
    await datalogger.run(7200);
    const plant = (await rows('impianto')).get(1);
    expect(plant).toMatchObject({ poa_dubbia: 1, pr: null });
    expect(plant?.copertura).toBeLessThan(70);
    expect(Number(plant?.poa)).toBeGreaterThan(200);
    const { righe } = await get('allarmi?tipo=sensori');
    expect(righe).toContainEqual(expect.objectContaining({ codice: 'SEN03', dispositivo: reference }));
    const { indici } = await report(datalogger, '2026-06-10');
    expect(indici).toMatchObject({ pr: null, pr25: null, epi: null });
  } finally {
    await datalogger.close();
  }
});

test('the simulated history judges in the same way', async () => {
  // The seed of the product: its reference sensor reads 9 % too little from 11 to 14 May 2026.
  const past = { seed: 4_172_291, hasNaturalFaults: true, historyDays: 4 } as const;
  const datalogger = await startDatalogger({ at: '2026-05-15T00:30:00+02:00', size: 'medium', ...past });
  try {
    for (const day of ['2026-05-12', '2026-05-13', '2026-05-14']) {
      const { indici } = await report(datalogger, day);
      expect(indici.pr, day).toBeGreaterThan(75);
      expect(indici.pr, day).toBeLessThan(93);
      expect(indici.epi, day).toBeLessThan(102);
      expect(indici.epi, day).toBeGreaterThan(85);
    }
  } finally {
    await datalogger.close();
  }
});
