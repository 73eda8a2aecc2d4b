import { parse } from 'valibot';
import { afterEach, expect, test } from 'vitest';
import type { Table } from '../../src/contract/measures';
import { Report } from '../../src/contract/reports';
import { KeptDatalogger } from '../support/kept-datalogger';

/*
 * A standstill inside a silence (audit D12): what the counters show when they are read again is the same in reports, months, tables and live
 * values, and no alarm excuses it that was not there.
 */

const hour = 3600;
const d = '2026-06-23';
const nine = Date.parse(`${d}T09:00:00+02:00`) / 1000;
let datalogger: KeptDatalogger | null = null;
afterEach(async () => {
  await datalogger?.close();
});

/** What the places say that have the day. */
async function saidBy(plant: KeptDatalogger) {
  const day = parse(Report, await plant.get(`report?tipo=giornaliero&d=${d}`));
  const month = parse(Report, await plant.get(`report?tipo=mensile&d=${d.slice(0, 7)}`));
  const table = await plant.get<Table>(`dati_impianto/monthly?m=impianto.disp&d=${d.slice(0, 7)}`);
  const live = await plant.get<Table>('dati_impianto/RT?m=impianto');
  const { incerti, indici, perdite } = day;
  const row = Number(d.slice(8)) - 1;
  return {
    stood: perdite.fermo,
    lost: perdite.persa,
    causes: perdite.cause.map(({ causa }) => causa),
    doubted: incerti?.indici,
    agreed: perdite.disponibilita,
    available: [
      indici.disponibilita,
      month.righe.disponibilita[row],
      table.colonne['impianto.disp']?.[row],
      live.colonne.disp?.[0],
    ].map(Number),
  };
}

test('an inverter that tripped while its line was silent', async () => {
  datalogger = new KeptDatalogger('small', 38, nine);
  await datalogger.start();
  await datalogger.until(hour);
  datalogger.now.plant.inject({ kind: 'inverter-silent', inverter: 1 }, 4 * hour);
  await datalogger.until(hour + 120);
  datalogger.now.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' }, 3.5 * hour);
  await datalogger.until(6 * hour);
  const { stood, causes, doubted, agreed, available } = await saidBy(datalogger);
  expect(stood).toBeGreaterThan(3.3);
  expect(stood).toBeLessThan(3.8);
  expect(causes).toEqual(['ignota']);
  expect(doubted).toEqual(['disponibilita', 'disponibilita_energia', 'fermo', 'persa']);
  expect(Math.max(...available) - Math.min(...available), String(available)).toBeLessThan(0.1);
  // Of two inverters one stood still for 3.5 of 6 hours.
  expect(available[0]).toBeGreaterThan(68);
  expect(available[0]).toBeLessThan(73);
  expect(agreed).toBeCloseTo(available[0] ?? 0, 0);
});

test('a grid outage while nothing answered', async () => {
  datalogger = new KeptDatalogger('small', 38, nine);
  await datalogger.start();
  await datalogger.until(hour);
  datalogger.now.plant.inject({ kind: 'plant-silent' }, 3 * hour);
  datalogger.now.plant.inject({ kind: 'grid-outage' }, 2.9 * hour);
  await datalogger.until(6 * hour);
  const { stood, lost, available } = await saidBy(datalogger);
  expect(stood).toBeGreaterThan(5.5);
  expect(lost).toBeGreaterThan(50);
  expect(Math.max(...available) - Math.min(...available), String(available)).toBeLessThan(0.1);
  expect(available[0]).toBeLessThan(55);
});
