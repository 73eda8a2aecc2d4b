import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlarmPage } from '../../../src/contract/alarms';
import type { Report } from '../../../src/contract/reports';
import { startDatalogger, type TestDatalogger } from '../../support/datalogger';

/*
 * The past of a first start with its natural faults: two isolation faults, a grid outage of 14 minutes, strings that are open or
 * weak, a limit by the grid operator. One past for all tests, because making it takes seconds.
 */
let datalogger: TestDatalogger;
let token: string;

beforeAll(async () => {
  datalogger = await startDatalogger({
    size: 'medium',
    seed: 4_172_291,
    hasNaturalFaults: true,
    historyDays: 20,
    keepsHistory: true,
    at: '2026-02-06T11:00:00+01:00',
  });
  token = datalogger.login('admin');
}, 180_000);
afterAll(() => datalogger.close());

async function get<T>(path: string): Promise<T> {
  const response = await datalogger.request(path, { token });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

test('the report of a past month has the stops and causes that its standstill and lost energy come from', async () => {
  const { indici, fermi, cause, perdite, allarmi, inverter } = await get<Report>(
    '/api/report?tipo=mensile&d=2026-01',
  );
  const lost = indici.persa ?? 0;
  expect(lost).toBeGreaterThan(200);
  expect(Math.abs(sum(fermi.map(({ persa }) => persa)) - lost)).toBeLessThan(0.02 * lost);
  expect(sum(cause.map(({ persa }) => persa))).toBeCloseTo(sum(fermi.map(({ persa }) => persa)), 0);
  expect(cause.map(({ codice }) => codice).sort()).toEqual(['GRD01', 'INV07']);
  const limited = perdite?.cause.filter(({ causa }) => causa.startsWith('limite')) ?? [];
  expect(perdite?.persa).toBeCloseTo(lost + sum(limited.map(({ persa }) => persa)), 0);
  expect(perdite?.cause.map(({ causa }) => causa)).toEqual(expect.arrayContaining(['rete', 'guasto']));
  expect(perdite?.disponibilita).toBeGreaterThan(indici.disponibilita ?? 100);
  const ofInverters = fermi.filter(({ gruppo }) => gruppo === 'inverter').map(({ nome }) => nome);
  const worst = inverter.filter(({ fermo }) => (fermo ?? 0) > 0.35).map(({ nome }) => nome);
  expect(ofInverters).toEqual(worst);
  expect(allarmi.map(({ codice }) => codice)).toEqual(expect.arrayContaining(['STR01', 'STR02', 'INV02']));
});

test('limits by the grid operator in the past are in the report', async () => {
  const { limitazioni } = await get<Report>('/api/report?tipo=mensile&d=2026-02');
  expect(limitazioni).toEqual([expect.objectContaining({ limite: 90, fine: expect.any(Number) })]);
});

test('past alarms were acknowledged and are over, and what was open goes on in the live plant', async () => {
  const history = await get<AlarmPage>('/api/allarmi?stato=storico');
  const over = history.righe.filter(({ stato, priorita }) => stato === 'chiuso' && priorita < 5);
  expect(over.length).toBeGreaterThan(10);
  const announced = over.filter(({ riconosciuto }) => riconosciuto !== null);
  expect(announced.length).toBeGreaterThan(10);
  // The moments at which the past is judged are no jump of a counter.
  expect(over.filter(({ codice }) => codice === 'MET03')).toEqual([]);
  for (const { riconosciuto, inizio } of announced) {
    expect(riconosciuto?.da).toBe('operatore');
    expect(riconosciuto?.quando).toBeGreaterThan(inizio);
  }
  const before = await get<AlarmPage>('/api/allarmi');
  await datalogger.run(60);
  const after = await get<AlarmPage>('/api/allarmi');
  expect(after.righe.map(({ id }) => id)).toEqual(before.righe.map(({ id }) => id));
});

test('a battery that was low for minutes at the end of a night without mains is an alarm of the past', async () => {
  const night = await startDatalogger({
    size: 'medium',
    seed: 4_172_291,
    hasNaturalFaults: true,
    historyDays: 2,
    keepsHistory: true,
    at: '2026-07-23T11:00:00+02:00',
  });
  try {
    const token = night.login('admin');
    const response = await night.request('/api/allarmi?stato=storico', { token });
    const { righe } = (await response.json()) as AlarmPage;
    expect(righe.map(({ codice }) => codice)).toEqual(expect.arrayContaining(['GRD01', 'UPS02']));
  } finally {
    await night.close();
  }
});
