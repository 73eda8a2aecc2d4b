import { afterEach, expect, test } from 'vitest';
import type { Alarm } from '../../../../src/contract/alarms';
import type { Report } from '../../../../src/contract/reports';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
afterEach(() => datalogger.close());

async function reportOfDay(): Promise<Report> {
  const path = '/api/report?tipo=giornaliero&d=2026-06-21';
  const response = await datalogger.request(path, { token: datalogger.login('admin') });
  return (await response.json()) as Report;
}

const costOf = ({ perdite }: Report) =>
  new Map(perdite?.cause.map(({ causa, persa }) => [causa as string, persa]));

test('a limit of the grid operator, an outage and a stopped inverter each cost what was expected and not made, once', async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-21T12:00:00+02:00' });
  await datalogger.run(60);
  datalogger.plant.inject({ kind: 'dso-limit', percent: 30 }, 900);
  await datalogger.run(960);
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 3, cause: 'ground' }, 600);
  await datalogger.run(660);
  datalogger.plant.inject({ kind: 'grid-outage' }, 300);
  await datalogger.run(900);
  const report = await reportOfDay();
  const cost = costOf(report);
  const { righe, perdite, fermi } = report;
  const total = (values: readonly (number | null)[]) =>
    values.reduce<number>((all, value) => all + (value ?? 0), 0);
  // 15 minutes at 300 kW of about 870, ten minutes of one of ten inverters, ten minutes of all until the switch has closed again.
  expect(cost.get('limite_gestore')).toBeGreaterThan(100);
  expect(cost.get('limite_gestore')).toBeLessThan(160);
  expect(cost.get('guasto')).toBeGreaterThan(10);
  expect(cost.get('guasto')).toBeLessThan(20);
  expect(cost.get('rete')).toBeGreaterThan(100);
  expect(cost.get('rete')).toBeLessThan(180);
  const sum = total([...cost.values()]);
  expect(perdite?.persa).toBeCloseTo(sum, 1);
  const standstill = sum - (cost.get('limite_gestore') ?? 0) - (cost.get('limite_proprio') ?? 0);
  expect(total(righe.persa)).toBeCloseTo(standstill, 0);
  expect(fermi.map(({ codice }) => codice).sort()).toEqual(['GRD01', 'INV08']);
  // What was made before the start has no expected energy beside it.
  const made = righe.energia.map((kwh, row) => (righe.copertura[row] ? kwh : 0));
  expect(total(righe.attesa) - total(made)).toBeGreaterThan(0.9 * sum);
}, 120_000);

test('D5: derated inverters and a high frequency cost what was expected and not made, and no contract excuses the first', async () => {
  datalogger = await startDatalogger({ size: 'small', at: '2026-06-21T12:00:00+02:00' });
  await datalogger.run(60);
  datalogger.plant.inject({ kind: 'inverter-derating', inverter: 1, percent: 50 }, 1500);
  await datalogger.run(1560);
  const derated = await reportOfDay();
  expect(costOf(derated).get('declassamento')).toBeGreaterThan(2);
  expect(derated.indici.persa).toBeCloseTo(costOf(derated).get('declassamento') ?? 0, 1);
  expect(derated.indici.disponibilita_energia).toBeLessThan(99.9);
  datalogger.plant.inject({ kind: 'grid-frequency', hertz: 51.2 }, 600);
  await datalogger.run(660);
  const cost = costOf(await reportOfDay());
  expect(cost.get('rete')).toBeGreaterThan(2);
  expect(cost.get('declassamento')).toBeCloseTo(costOf(derated).get('declassamento') ?? 0, 1);
}, 120_000);

test('the plant’s own limit costs under its own name', async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-21T12:00:00+02:00' });
  await datalogger.run(60);
  await datalogger.plant.execute({ kind: 'limit-power', percent: 50 });
  await datalogger.run(900);
  const cost = costOf(await reportOfDay());
  expect(cost.get('limite_proprio')).toBeGreaterThan(50);
  expect(cost.get('limite_gestore')).toBeUndefined();
}, 120_000);

test('each alarm says what it cost, as the table of the report does, and its value to those who may read it', async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-21T12:00:00+02:00' });
  await datalogger.run(60);
  datalogger.plant.inject({ kind: 'dso-limit', percent: 30 }, 900);
  await datalogger.run(960);
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 3, cause: 'ground' }, 600);
  await datalogger.run(660);
  datalogger.plant.inject({ kind: 'grid-outage' }, 300);
  await datalogger.run(900);
  const listed = async (who: 'admin' | 'normal' | 'cci'): Promise<readonly Alarm[]> => {
    const reply = await datalogger.request('/api/allarmi?stato=storico', { token: datalogger.login(who) });
    return (await reply.json()).righe;
  };
  const alarms = await listed('normal');
  const report = await reportOfDay();
  const cost = costOf(report);
  const of = (code: string) => alarms.find(({ codice, causa }) => codice === code && causa === null);
  expect(of('CCI02')?.persa).toBeCloseTo(cost.get('limite_gestore') ?? 0, 2);
  expect(of('INV08')?.persa).toBeCloseTo(cost.get('guasto') ?? 0, 2);
  expect(of('GRD01')?.persa).toBeCloseTo(cost.get('rete') ?? 0, 2);
  for (const { causa, persa } of alarms) if (causa !== null) expect(persa).toBeNull();
  const values = new Map(report.economia?.cause.map(({ causa, valore }) => [causa, valore]));
  expect(values.size).toBeGreaterThan(0);
  expect(of('INV08')?.costo).toBeCloseTo(values.get('guasto') ?? 0, 2);
  expect(of('GRD01')?.costo).toBeCloseTo(values.get('rete') ?? 0, 2);
  const restricted = await listed('cci');
  expect(restricted.find(({ codice }) => codice === 'INV08')?.persa).toBe(of('INV08')?.persa);
  expect(JSON.stringify(restricted)).not.toContain('costo');
  const id = of('INV08')?.id;
  const one = await datalogger.request(`/api/allarmi/${id}`, { token: datalogger.login('cci') });
  expect(await one.text()).not.toContain('costo');
}, 120_000);

test('a string and an inverter that give less than others cost too: alarms, causes and devices have the same', async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-21T10:00:00+02:00' });
  await datalogger.run(60);
  datalogger.plant.inject({ kind: 'string-open', string: 20 }, 3 * 3600);
  await datalogger.run(2 * 3600);
  const token = datalogger.login('admin');
  const reply = await datalogger.request('/api/allarmi?stato=storico', { token });
  const alarms: readonly Alarm[] = (await reply.json()).righe;
  const open = alarms.find(({ codice }) => codice === 'STR01');
  const { perdite, stringhe, economia } = await reportOfDay();
  const { cause, dispositivi, persa, valore } = perdite.tutte;
  const lost = stringhe?.find(({ id }) => id === open?.dispositivo);
  expect(open?.persa).toBeGreaterThan(5);
  expect(open?.persa).toBeCloseTo(lost?.persa ?? 0, 0);
  expect(open?.costo).toBeCloseTo(lost?.valore ?? 0, 0);
  expect(lost?.valore ?? 0).toBeGreaterThan(0);
  const sum = (of: (each: (typeof dispositivi)[number]) => number | null) =>
    dispositivi.reduce((all, each) => all + (of(each) ?? 0), 0);
  expect(sum(each => each.persa)).toBeCloseTo(persa, 6);
  expect(sum(each => each.valore)).toBeCloseTo(valore ?? 0, 3);
  expect(cause.reduce((all, each) => all + each.persa, 0)).toBeCloseTo(persa, 6);
  expect(cause.find(({ causa }) => causa === 'stringhe')?.persa).toBeGreaterThanOrEqual(lost?.persa ?? 0);
  expect(economia?.persa).toBeLessThan(valore ?? 0);
}, 120_000);
