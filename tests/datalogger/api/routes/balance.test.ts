import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alarm } from '../../../../src/contract/alarms';
import type { Balance } from '../../../../src/contract/balance';
import type { Forecast } from '../../../../src/contract/forecast';
import { languageCodes } from '../../../../src/contract/languages';
import type { Report } from '../../../../src/contract/reports';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
beforeAll(async () => {
  datalogger = await startDatalogger({
    at: '2026-06-10T10:30:00+02:00',
    size: 'medium',
    hasOneClock: true,
    historyDays: 15,
  });
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  await datalogger.run(3600);
});
afterAll(() => datalogger.close());

async function asked<T>(path: string, role: 'normal' | 'admin' = 'normal'): Promise<T> {
  const reply = await datalogger.request(`/api/${path}`, { token: datalogger.login(role) });
  expect(reply.status, path).toBe(200);
  return reply.json();
}

test('what is missing is what the report of the day, the alarm and the forecast say', async () => {
  const balance = await asked<Balance>('bilancio?lingua=en');
  const { perdite } = await asked<Report>('report?tipo=giornaliero&d=2026-06-10');
  expect([balance.persa, balance.valore]).toEqual([perdite.tutte.persa, perdite.tutte.valore]);
  const sum = (of: 'persa' | 'valore') => balance.cause.reduce((total, each) => total + (each[of] ?? 0), 0);
  expect(sum('persa')).toBeCloseTo(balance.persa, 1);
  expect(sum('valore')).toBeCloseTo(balance.valore ?? 0, 2);
  const { totale, alto } = await asked<Forecast>('previsione');
  expect((balance.prodotta ?? 0) + (balance.resto ?? 0)).toBeCloseTo(totale ?? 0, 1);
  expect((balance.prodotta ?? 0) + (balance.alto ?? 0)).toBeCloseTo(alto ?? 0, 1);

  const first = balance.cause.find(({ gruppo }) => gruppo === 'inverter');
  expect(first).toMatchObject({ testo: 'Fault, INV 07', gruppo: 'inverter', dispositivo: 7 });
  expect(first?.dove).toBe(`/allarmi?aperto=${first?.allarme}`);
  const { allarme } = await asked<{ allarme: Alarm }>(`allarmi/${first?.allarme}`);
  expect([allarme.codice, allarme.nome]).toEqual(['INV08', 'INV 07']);
  expect(first?.persa).toBeCloseTo(allarme.persa ?? 0, 1);
});

test('what regains most for an hour of work comes first, with what to do and its alarm', async () => {
  const { fare, cause, prodotta } = await asked<Balance>('bilancio?lingua=en');
  const [first] = fare;
  const stop = cause.find(({ gruppo }) => gruppo === 'inverter');
  expect(first?.testo).toBe('INV 07: Keep people away and do not touch the structures.');
  expect(first).toMatchObject({ priorita: 1, allarme: stop?.allarme });
  // An inverter of ten that stood still for an hour of the morning gives back a tenth of the day.
  expect(first?.resa).toBeGreaterThan(0.05 * (prodotta ?? 0));
  expect(first?.resa).toBeLessThan(20 * (stop?.persa ?? 0));
  expect(first?.nota).toMatch(
    /^Ground fault\. About 4\u00a0h of work, which regain about [\d,]+\u00a0kWh a day\.$/,
  );
  expect(fare.find(({ testo }) => testo === 'Wash the modules')?.pianifica).toBe(false);
  const perHour = fare.map(({ resa, ore }) => (resa ?? 0) / ore);
  expect(perHour).toEqual([...perHour].sort((a, b) => b - a));
});

test.each(languageCodes)('every sentence is there in %s', async lingua => {
  const { testi, cause, fare } = await asked<Balance>(`bilancio?lingua=${lingua}`);
  const texts = [
    ...Object.values(testi),
    ...cause.flatMap(each => [each.testo, each.nota]),
    ...fare.flatMap(each => [each.testo, each.nota]),
  ];
  for (const text of texts) expect(text).toMatch(/^[^{}]+$/);
});

test('a limit of the operator of the grid is a cause and no task, and has its number of inverters', async () => {
  datalogger.plant.inject({ kind: 'dso-limit', percent: 50 });
  await datalogger.run(1800);
  const { cause, fare } = await asked<Balance>('bilancio?lingua=en');
  expect(cause.find(({ gruppo }) => gruppo === 'cci')?.testo).toMatch(
    /^Limit by the grid operator, \d+ devices$/,
  );
  expect(fare.filter(({ gruppo }) => gruppo === 'cci')).toEqual([]);
});
