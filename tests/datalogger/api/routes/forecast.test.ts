import { expect, test } from 'vitest';
import type { Forecast } from '../../../../src/contract/forecast';
import { startDatalogger, type TestOptions } from '../../../support/datalogger';

async function forecastAt(at: string, options: TestOptions = {}): Promise<Forecast> {
  const datalogger = await startDatalogger({ at, hasOneClock: true, historyDays: 15, ...options });
  const reply = await datalogger.request('/api/previsione', { token: datalogger.login('normal') });
  await datalogger.close();
  expect(reply.status).toBe(200);
  return reply.json();
}

test('by day the rest of it is expected, below the clear sky and from now on', async () => {
  const { totale, giorni, da, sereno, attesa } = await forecastAt('2026-06-10T11:20:00+02:00');
  expect(giorni).toBe(15);
  expect(totale).toBeGreaterThan(0);
  expect(attesa).toHaveLength(sereno.length);
  const nowS = Date.parse('2026-06-10T11:15:00+02:00') / 1000;
  const known = attesa.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  expect((da ?? 0) + 900 * (known[0]?.index ?? 0)).toBe(nowS);
  expect(known.at(-1)?.index).toBe(attesa.length - 1);
  for (const { value, index } of known) expect(value).toBeLessThanOrEqual((sereno[index] ?? 0) * 1.05);
});

test('at night, on a young plant and on one without a place nothing is expected', async () => {
  expect((await forecastAt('2026-06-10T23:20:00+02:00')).da).toBeNull();
  const young = await forecastAt('2026-06-10T11:20:00+02:00', { historyDays: 2 });
  expect([young.totale, young.basso, young.attesa.some(value => value !== null)]).toEqual([
    null,
    null,
    false,
  ]);
  const nowhere = await forecastAt('2026-06-10T11:20:00+02:00', { hasPlant: false, historyDays: 0 });
  expect(nowhere).toEqual({
    totale: null,
    basso: null,
    alto: null,
    giorni: 0,
    da: null,
    sereno: [],
    attesa: [],
  });
});

test('while a device is missing in the energy of today, its end is not forecast', async () => {
  const datalogger = await startDatalogger({ hasOneClock: true, historyDays: 15 });
  const asked = async (): Promise<Forecast> =>
    (await datalogger.request('/api/previsione', { token: datalogger.login('normal') })).json();
  expect((await asked()).totale).toBeGreaterThan(0);
  datalogger.plant.inject({ kind: 'inverter-silent', inverter: 1 });
  await datalogger.run(120);
  const { totale, attesa } = await asked();
  expect(totale).toBeNull();
  expect(attesa.some(value => value !== null)).toBe(true);
  await datalogger.close();
});
