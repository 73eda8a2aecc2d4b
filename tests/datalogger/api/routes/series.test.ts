import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../../src/contract/reports';
import type { Archived, Series } from '../../../../src/contract/series';
import { startOfDay } from '../../../../src/contract/zone';
import { startDatalogger, type TestDatalogger, type TestRole } from '../../../support/datalogger';

const zone = 'Europe/Rome';
const day = (month: number, date: number, year = 2026) => startOfDay(zone, year, month, date);

let datalogger: TestDatalogger;
beforeAll(async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-10T13:42:10+02:00', historyDays: 430 });
  datalogger.bringUpToDate();
});
afterAll(() => datalogger.close());

const get = (path: string, who: TestRole = 'normal') =>
  datalogger.request(`/api/${path}`, { token: datalogger.login(who) });
const read = async <T>(path: string, who?: TestRole): Promise<T> => (await get(path, who)).json();
const serie = (m: string, from: number, to: number, rest = '') =>
  read<Series>(`dati_impianto/serie?m=${m}&da=${from}&a=${to}${rest}`);

const sum = (values: readonly (number | null)[] | undefined) =>
  (values ?? []).reduce<number>((total, value) => total + (value ?? 0), 0);

describe('what the archive holds', () => {
  test('groups with their devices and signals; codes are no signals, and each sensor has its unit', async () => {
    const { da, a, gruppi } = await read<Archived>('dati_impianto/archivio');
    expect(a).toBeGreaterThan(da ?? Number.POSITIVE_INFINITY);
    const of = (group: string) => gruppi.find(({ gruppo }) => gruppo === group);
    expect(of('inverter')).toMatchObject({ id: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
    expect(of('inverter')?.nome[0]).toBe('INV 01');
    const { segnali } = of('impianto') ?? {};
    expect(segnali?.unita[segnali.punto.indexOf('pac')]).toBe('kW');
    expect(segnali?.punto).not.toContain('fonte_pac');
    expect(of('sensori')?.unita).toContain('W/m²');
    expect(of('sensori')?.unita).toContain('°C');
  });

  test('a technician of the controller sees only what is his', async () => {
    const { gruppi } = await read<Archived>('dati_impianto/archivio', 'cci');
    expect(gruppi.map(({ gruppo }) => gruppo).sort()).toEqual(['cci', 'impianto', 'inverter', 'spi']);
    expect((await get('dati_impianto/serie?m=stringhe.1.i&da=1&a=2', 'cci')).status).toBe(403);
  });
});

describe('the values of a time', () => {
  const week = [day(6, 1), day(6, 8)] as const;

  test('two inverters over a week: the same quarters as day by day, and the same energy as the statistics', async () => {
    const { passo, colonne, totale, media } = await serie(
      'inverter.1.eday,inverter.2.eday,inverter.1.pac',
      ...week,
    );
    expect(passo).toBe('15');
    expect(colonne.t).toHaveLength(7 * 96);
    const days = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map(date =>
        read<{ colonne: Series['colonne'] }>(`dati_impianto/daily?m=inverter.1.pac&d=2026-06-0${date}`),
      ),
    );
    expect(colonne['inverter.1.pac']).toEqual(days.flatMap(each => each.colonne['inverter.1.pac'] ?? []));
    const reports = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map(date => read<Report>(`report?tipo=giornaliero&d=2026-06-0${date}`)),
    );
    for (const id of [1, 2]) {
      const ofReports = reports.map(report => report.inverter.find(each => each.id === id)?.energia ?? 0);
      expect(totale[`inverter.${id}.eday`]).toBeCloseTo(sum(ofReports), 1);
    }
    // The mean of all that was measured: equal slots without gaps have the mean of their means.
    const values = (colonne['inverter.1.pac'] ?? []).filter(value => value !== null);
    expect(media['inverter.1.pac']).toBeCloseTo(sum(values) / values.length, 0);
  });

  test('the energy of the plant is that of the statistics: of a day and of a month', async () => {
    const { totale } = await serie('impianto.eday', day(6, 3), day(6, 4));
    const report = await read<Report>('report?tipo=giornaliero&d=2026-06-03');
    expect(totale['impianto.eday']).toBeCloseTo(report.indici.energia ?? 0, 1);
    const may = await serie('impianto.eday', day(5, 1), day(6, 1));
    const monthly = await read<Report>('report?tipo=mensile&d=2026-05');
    expect(may.passo).toBe('60');
    expect(may.totale['impianto.eday']).toBeCloseTo(monthly.indici.energia ?? 0, 0);
  });

  test.each([
    ['an hour of the plant', 'impianto.pac', day(6, 9) + 36_000, day(6, 9) + 39_600, '1', 60],
    ['a day', 'impianto.pac', day(6, 9), day(6, 10), '5', 288],
    ['a day of which minutes are not kept', 'inverter.1.pac', day(4, 9), day(4, 10), '15', 96],
    ['a month', 'impianto.pac', day(5, 1), day(6, 1), '60', 744],
    ['a year', 'impianto.eday', day(6, 1, 2025), day(6, 1), 'giorno', 365],
    ['four years', 'impianto.eday', day(1, 1, 2023), day(1, 1, 2027), 'mese', 48],
  ])('the rows follow from the time: %s', async (_, m, from, to, step, rows) => {
    const { passo, colonne } = await serie(m, from, to);
    expect(passo).toBe(step);
    expect(colonne.t).toHaveLength(rows);
  });

  test('days of 23 and of 25 hours have that number of rows; hours that come twice are two rows', async () => {
    const spring = await serie('impianto.pac', day(3, 29), day(3, 30), '&passo=15');
    expect(spring.colonne.t).toHaveLength(92);
    const autumn = await serie('impianto.pac', day(10, 26, 2025), day(10, 27, 2025), '&passo=60');
    expect(autumn.colonne.t).toHaveLength(25);
    const both = await serie('impianto.eday', day(10, 20, 2025), day(10, 27, 2025), '&passo=giorno');
    expect(both.colonne.t).toEqual([20, 21, 22, 23, 24, 25, 26].map(date => day(10, date, 2025)));
    expect(both.a).toBe(day(10, 27, 2025));
  });

  test('the median of its peers, as of those that are asked one by one', async () => {
    const { colonne } = await serie(
      'inverter.pac,inverter.3.pac.mediana',
      day(6, 9),
      day(6, 10),
      '&passo=15',
    );
    const noon = 52;
    const peers = Object.keys(colonne).filter(name => /\d\.pac$/.test(name));
    const sorted = peers.map(name => colonne[name]?.[noon] ?? Number.NaN).sort((a, b) => a - b);
    expect(sorted).toHaveLength(10);
    const middle = ((sorted[4] ?? 0) + (sorted[5] ?? 0)) / 2;
    // Both are rounded to a tenth.
    expect(Math.abs((colonne['inverter.3.pac.mediana']?.[noon] ?? 0) - middle)).toBeLessThan(0.11);
  });

  test('all devices of a group at once', async () => {
    const { colonne } = await serie('inverter.yday', day(5, 1), day(6, 1), '&passo=giorno');
    expect(Object.keys(colonne)).toEqual([
      't',
      ...Array.from({ length: 10 }, (_, row) => `inverter.${row + 1}.yday`),
    ]);
  });

  test('what is still to come is empty, and the answer says until when it tells', async () => {
    const { t, colonne } = await serie('impianto.pac', day(6, 10), day(6, 11), '&passo=15');
    expect(t).toBeLessThanOrEqual(Date.parse('2026-06-10T13:42:10+02:00') / 1000);
    expect(colonne['impianto.pac']?.slice(-4)).toEqual([null, null, null, null]);
  });

  test('a year of four inverters is at most 25 kB on the wire', async () => {
    const codes = [1, 2, 3, 4].map(id => `inverter.${id}.eday`).join();
    const reply = await get(`dati_impianto/serie?m=${codes}&da=${day(6, 1, 2025)}&a=${day(6, 1)}`);
    const bytes = gzipSync(await reply.text()).length;
    console.info(`a year of four inverters: ${bytes} bytes gz`);
    expect(bytes).toBeLessThan(25_000);
  });

  test('an unchanged answer is a 304', async () => {
    const path = `dati_impianto/serie?m=impianto.pac&da=${day(6, 1)}&a=${day(6, 8)}`;
    const etag = (await get(path)).headers.get('etag') ?? '';
    const again = await datalogger.request(`/api/${path}`, {
      token: datalogger.login('normal'),
      headers: { 'If-None-Match': etag },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    ['an end before its beginning', 'm=impianto.pac&da=2000&a=1000'],
    ['a signal that is not kept', 'm=inverter.1.riso&da=1&a=2'],
    ['a device that never was', 'm=inverter.99.pac&da=1&a=2'],
    ['minutes of many years', `m=impianto.pac&da=${day(1, 1, 2020)}&a=${day(1, 1)}&passo=1`],
    ['nine signals', `m=${Array.from({ length: 9 }, (_, id) => `inverter.${id}.pac`).join()}&da=1&a=2`],
    ['a whole group without a signal', 'm=inverter&da=1&a=2'],
  ])('refuses %s', async (_, query) => {
    expect((await get(`dati_impianto/serie?${query}`)).status).toBe(400);
  });
});
