import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Measures } from '../../../../src/datalogger/storage/measures/measures';
import { archiveOf, hour, midnight, reportAt } from './archive';

let store: Measures | undefined;
afterEach(() => {
  store?.close();
  store = undefined;
});

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

describe('a year', () => {
  let year: Measures;
  beforeAll(() => {
    year = archiveOf(midnight(2026, 1, 1), midnight(2027, 1, 1));
  });
  afterAll(() => year.close());

  test.each([
    ['2026-03-29', 92, 800 + 40], // the hour from 2 to 3 is skipped
    ['2026-03-28', 96, 800 + 80],
    ['2026-10-25', 100, 800 + 120], // and comes twice
  ])(
    '%s has %i quarters, whose energy is that of the day in month, year and all years',
    (d, quarters, kwh) => {
      const now = midnight(2027, 1, 1) + hour;
      const day = reportAt(year, now, 'giornaliero', d);
      const month = reportAt(year, now, 'mensile', d.slice(0, 7));
      const whole = reportAt(year, now, 'annuale', '2026');
      expect(day.righe.t).toHaveLength(quarters);
      expect(sum(day.righe.energia)).toBeCloseTo(kwh, 6);
      expect(day.indici.energia).toBe(kwh);
      expect(day.periodo.copertura).toBe(100);
      expect(month.righe.energia[Number(d.slice(8)) - 1]).toBe(kwh);
      expect(sum(month.righe.energia)).toBeCloseTo(month.indici.energia ?? 0, 6);
      expect(whole.righe.energia[Number(d.slice(5, 7)) - 1]).toBeCloseTo(month.indici.energia ?? 0, 6);
      expect(sum(whole.righe.energia)).toBeCloseTo(whole.indici.energia ?? 0, 6);
      expect(whole.indici.energia).toBe(365 * 880); // one hour of 40 kW lost in March, one won in October
      expect(reportAt(year, now, 'storico').righe.energia[0]).toBe(whole.indici.energia);
    },
  );
});

describe('the plant’s calendar', () => {
  test('the capacity factor of the short day counts 23 hours', () => {
    store = archiveOf(midnight(2026, 3, 28), midnight(2026, 3, 30));
    const short = reportAt(store, midnight(2026, 3, 30), 'giornaliero', '2026-03-29');
    expect(short.indici.fattore_capacita).toBe(24.3); // 840 / (150 x 23)
  });

  test('the hours of the hour map are the clock’s: one for the repeated hour, none for the skipped one', () => {
    store = archiveOf(midnight(2026, 10, 24), midnight(2026, 10, 27));
    const { ore } = reportAt(store, midnight(2026, 10, 27), 'mensile', '2026-10');
    expect(ore?.t).toEqual([24, 25, 26].map(day => midnight(2026, 10, day)));
    for (const day of ore?.potenza ?? []) {
      expect(day).toHaveLength(24);
      expect(day.slice(0, 9)).toEqual([0, 0, 40, 40, 0, 0, 0, 0, 100]);
    }
    store.close();
    store = archiveOf(midnight(2026, 3, 29), midnight(2026, 3, 30));
    const [short] = reportAt(store, midnight(2026, 3, 30), 'mensile', '2026-03').ore?.potenza ?? [];
    expect(short?.slice(0, 5)).toEqual([0, 0, null, 40, 0]);
  });

  test('February of a leap year has 29 days, and its year 366', () => {
    store = archiveOf(midnight(2028, 2, 1), midnight(2028, 3, 2));
    const now = midnight(2028, 3, 2);
    const month = reportAt(store, now, 'mensile', '2028-02');
    expect(month.righe.energia).toHaveLength(29);
    expect(month.indici.energia).toBe(29 * 880);
    expect(reportAt(store, now, 'giornaliero', '2028-02-29').indici.energia).toBe(880);
    expect(reportAt(store, now, 'giornaliero', '2028-03-01').confronto?.periodo.d).toBe('2028-02-29');
    expect(reportAt(store, now, 'annuale', '2028').periodo.giorni).toBe(366);
  });

  test('the last quarter of a year is the old year’s, and January is compared with December', () => {
    store = archiveOf(midnight(2026, 12, 30), midnight(2027, 1, 2));
    const now = midnight(2027, 1, 2);
    expect(reportAt(store, now, 'annuale', '2026').indici.energia).toBe(2 * 880);
    expect(reportAt(store, now, 'annuale', '2027').indici.energia).toBe(880);
    expect(reportAt(store, now, 'mensile', '2027-01').confronto?.periodo.d).toBe('2026-12');
    expect(reportAt(store, now, 'annuale', '2027').confronto?.periodo.d).toBe('2026');
  });
});

test('a plant younger than the period: it is covered from its first quarter on, and what was before is empty', () => {
  store = archiveOf(midnight(2026, 5, 20) + 10 * hour, midnight(2026, 6, 1));
  const { periodo, indici, righe, confronto } = reportAt(store, midnight(2026, 6, 1), 'mensile', '2026-05');
  expect(periodo).toMatchObject({
    giorni: 31,
    giorni_trascorsi: 12,
    inizio_dati: midnight(2026, 5, 20) + 10 * hour,
    copertura: 100,
  });
  expect(righe.energia.slice(18, 21)).toEqual([null, 600, 880]); // from 10 to 16 o'clock on the first day
  expect(indici.energia).toBe(600 + 11 * 880);
  expect(confronto?.indici.energia).toBeNull();
  expect(confronto?.periodo).toMatchObject({ giorni_trascorsi: 0, inizio_dati: null, copertura: null });
});

test('a gap is a gap: no quarter of it has a value, and what is left of the day says so', () => {
  const day = midnight(2026, 6, 10);
  store = archiveOf(day, day + 24 * hour, [[day + 10 * hour, day + 12 * hour]]);
  const { righe, indici, periodo } = reportAt(store, day + 24 * hour, 'giornaliero', '2026-06-10');
  expect(righe.t).toHaveLength(96);
  expect(righe.energia.slice(39, 49)).toEqual([25, ...Array(8).fill(null), 25]);
  expect(righe.pr.slice(40, 48)).toEqual(Array(8).fill(null));
  expect(righe.copertura.slice(39, 41)).toEqual([100, 0]);
  expect(periodo.copertura).toBe(91.7); // 22 of 24 hours
  expect(indici.energia).toBe(680);
  // The counter of the meter went on: 3/4 of 880, what was made in the gap included.
  expect(indici.immessa).toBe(660);
});

test('below the least coverage nothing is said of the day but what was counted', () => {
  const day = midnight(2026, 6, 10);
  store = archiveOf(day, day + 24 * hour, [[day + 6 * hour, day + 23.25 * hour]]);
  const { righe, indici, periodo } = reportAt(store, day + 24 * hour, 'giornaliero', '2026-06-10');
  expect(periodo).toMatchObject({ copertura: 28.1, contata: 80 });
  expect(new Set(Object.values(indici))).toEqual(new Set([null]));
  expect(righe.energia[8]).toBe(10);
  const month = reportAt(store, day + 24 * hour, 'mensile', '2026-06');
  expect([month.righe.energia[9], month.righe.pr[9], month.righe.disponibilita[9]]).toEqual([80, null, null]);
});

test('a month that runs is compared with as much of the other, whose rows are whole', () => {
  store = archiveOf(midnight(2026, 4, 1), midnight(2026, 5, 10) + 12 * hour);
  const now = midnight(2026, 5, 10) + 12 * hour;
  const report = reportAt(store, now, 'mensile', '2026-05');
  expect(report.periodo).toMatchObject({ in_corso: true, giorni_trascorsi: 10 });
  expect(report.indici.energia).toBe(9 * 880 + 480); // until noon: 80 in the night, 400 from 8 to 12
  expect(report.confronto?.indici.energia).toBe(9 * 880 + 480);
  expect(report.confronto?.indici.immessa).toBe(0.75 * (9 * 880 + 480));
  expect(sum(report.confronto?.righe.energia ?? [])).toBe(30 * 880);
  const chosen = reportAt(store, now, 'mensile', '2026-04', '2026-05');
  expect(chosen.confronto?.periodo.d).toBe('2026-05');
});

test('indices of a day by hand, its inverters side by side, and its meter', () => {
  const day = midnight(2026, 6, 10);
  store = archiveOf(day, day + 24 * hour);
  const { indici, inverter, contatori } = reportAt(store, day + 24 * hour, 'giornaliero', '2026-06-10');
  expect(indici).toMatchObject({
    energia: 880,
    attesa: 977.778, // 880 / 0.9
    epi: 90,
    resa: 4.4, // 880 / 200
    resa_riferimento: 7.04, // 8 h x 0.8 + 2 h x 0.32 kW/m²
    perdite_sistema: 0,
    pr: 62.5, // 880 / (200 x 7.04)
    pr25: 67.2, // 62.5 / (1 - 0.0035 x 20)
    disponibilita: 100,
    fattore_capacita: 24.4, // 880 / (150 x 24)
    immessa: 660, // 3/4 of 880
    picco: 100,
  });
  expect(inverter.map(({ energia, resa, scarto }) => [energia, resa, scarto])).toEqual([
    [528, 5.28, 20],
    [352, 3.52, -20],
  ]);
  expect(contatori[0]).toMatchObject({ ruolo: 1, prelevata: 0, picco: 100 });
});

test('an empty archive has an answer for every kind', () => {
  store = archiveOf(0, 0);
  const now = midnight(2026, 6, 10) + 12 * hour;
  for (const [kind, d] of [
    ['giornaliero', '2026-06-10'],
    ['mensile', '2026-06'],
    ['annuale', '2026'],
    ['storico', ''],
  ] as const) {
    const { indici, periodo, righe } = reportAt(store, now, kind, d);
    expect(new Set(Object.values(indici))).toEqual(new Set([null]));
    expect(periodo.contata).toBeNull();
    expect(new Set(righe.energia)).toEqual(new Set([null]));
  }
});
