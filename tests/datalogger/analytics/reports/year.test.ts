import { afterAll, beforeAll, expect, test } from 'vitest';
import { inverterStates } from '../../../../src/contract/codes';
import type { Report } from '../../../../src/contract/reports';
import { startOfDay, zoneOffset } from '../../../../src/contract/zone';
import { allYears, namedPeriod } from '../../../../src/datalogger/analytics/reports/named-period';
import { reportOf } from '../../../../src/datalogger/analytics/reports/report';
import { fillHistory } from '../../../../src/datalogger/plant/sampler/history';
import type { DeviceRows } from '../../../../src/datalogger/plant/snapshot';
import type { PastSlot } from '../../../../src/datalogger/plant/source';
import { type AlarmStore, openAlarms } from '../../../../src/datalogger/storage/alarms/alarms';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { examplePlant } from '../../../support/example-calls';
import { raisedChange } from '../../storage/alarms/alarms-support';
import { zone } from './archive';

/*
 * A year of a plant with two inverters, quarter by quarter: one of them stands still, is limited, is under maintenance or does not answer,
 * at times that a formula picks; the alarms of half of that are known. Energy is sold at a price for each time band.
 */

const quarter = 900;
const from = startOfDay(zone, 2026, 1, 1);
const to = startOfDay(zone, 2027, 1, 1);
const kwp = 100;
const plant = {
  ...examplePlant,
  potenza_picco: 2 * kwp,
  potenza_ca: 160,
  tariffa: 0.1,
  tariffa_f1: 0.142_37,
  tariffa_f2: 0.118_93,
  tariffa_f3: 0.087_61,
};

/** A whole number below `of` that looks like chance. */
const pick = (n: number, of: number) => Math.floor(of * Math.abs((Math.sin(n * 12.9898) * 43_758.5453) % 1));

const lightAt = (t: number) => {
  const hour = ((t + zoneOffset(zone, t)) % 86_400) / 3600;
  return Math.max(0, Math.round(900 * Math.sin((Math.PI * (hour - 6)) / 12)) - pick(t, 90));
};

type Trouble = 'none' | 'fault' | 'limit' | 'maintenance' | 'silent';
/** What the second inverter has: for whole hours, on one day of three. */
function troubleAt(t: number): Trouble {
  const hour = Math.floor(t / 7200);
  if (pick(Math.floor(t / 86_400) + 17, 3) > 0) return 'none';
  return (['none', 'fault', 'limit', 'maintenance', 'silent', 'none'] as const)[pick(hour, 6)] ?? 'none';
}

function rows(
  t: number,
  values: readonly Readonly<Record<string, number>>[],
  states: readonly number[],
  q: readonly number[],
): DeviceRows {
  const points = Object.keys(values[0] ?? {});
  return {
    id: values.map((_, index) => index + 1),
    nome: values.map((_, index) => `INV ${index + 1}`),
    stato: states,
    sampled: values.map(() => t),
    validS: values.map(() => 30),
    q,
    values: Object.fromEntries(points.map(point => [point, values.map(value => value[point] ?? null)])),
  };
}

const { mppt, throttled, fault, maintenance, commLost } = inverterStates;
const states: Readonly<Record<Trouble, number>> = {
  none: mppt,
  fault,
  limit: throttled,
  maintenance,
  silent: commLost,
};
const shares: Readonly<Record<Trouble, number>> = {
  none: 1,
  fault: 0,
  limit: 0.4,
  maintenance: 0.2,
  silent: 0.3,
};

function* slots(): Generator<PastSlot> {
  let [exported, first, second] = [5000, 0, 0];
  for (let t = from; t < to; t += quarter) {
    const power = (lightAt(t) / 1000) * kwp * 0.83;
    const trouble = troubleAt(t);
    const own = power * shares[trouble];
    const energy = (kw: number) => (kw * quarter) / 3600;
    first += energy(power);
    second += energy(own);
    exported += energy(power + own) * 0.91;
    const of = (pac: number, etot: number) => ({
      pac,
      pdc: pac / 0.97,
      eday: energy(pac),
      etot,
      kwp,
      pn: 80,
    });
    const isSilent = trouble === 'silent';
    yield {
      t,
      seconds: quarter,
      groups: {
        impianto: rows(
          t,
          [
            {
              pac: power + own,
              eday: energy(power + own),
              poa: lightAt(t),
              tmod: 30,
              tamb: 20,
              pattesa: 2 * power * 1.02,
              pattesa_cc: 2.2 * power,
              eattesa: energy(2 * power * 1.02),
            },
          ],
          [mppt],
          [192],
        ),
        inverter: rows(
          t,
          [
            { ...of(power, first), plim: 100, plimsrc: 0 },
            {
              ...of(own, second),
              plim: trouble === 'limit' ? 40 : 100,
              plimsrc: Number(trouble === 'limit'),
            },
          ],
          [mppt, states[trouble]],
          [192, isSilent ? 0 : 192],
        ),
        contatori: rows(t, [{ p: power, e_imm: exported, e_prel: 7, ruolo: 1 }], [1], [192]),
      },
    };
  }
}

let store: Measures;
let alarms: AlarmStore;
let snapshotGroups: PastSlot['groups'] = {};

beforeAll(() => {
  store = openMeasures(':memory:');
  alarms = openAlarms(':memory:');
  fillHistory({ store, zone, slots: slots() });
  for (const slot of slots()) snapshotGroups = slot.groups;
  let id = 0;
  for (let t = from; t < to; t += 7200) {
    const [trouble] = [troubleAt(t)];
    if (trouble !== 'fault' || pick(t, 2) === 0) continue;
    const subject = { group: 'inverter' as const, device: 2, name: 'INV 2' };
    alarms.write([
      raisedChange({ id: ++id, code: 'INV01', subject, begin: t + 300, end: t + 7000, isPresent: false }),
    ]);
  }
}, 120_000);
afterAll(() => {
  store.close();
  alarms.close();
});

function report(kind: Report['tipo'], d = ''): Report {
  const none = rows(to, [], [], []);
  const named = kind === 'storico' ? allYears(zone, from, to - 1) : namedPeriod(kind, zone, d);
  if (!named) throw new Error(`${d} is no period`);
  const rest = { stringhe: none, mppt: none, tracker: none, sensori: none, di: none, spi: none, cci: none };
  const { impianto = none, inverter = none, contatori = none } = snapshotGroups;
  const snapshot = { t: to, groups: { ...rest, impianto, inverter, contatori } };
  return reportOf({ store, zone, snapshot, plant, alarms }, { kind, main: named, comparison: null });
}

const total = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** What must be the same however it is divided: energies in kWh, money in €. */
function figures({ indici, perdite, economia }: Report): Record<string, number> {
  return {
    energia: indici.energia ?? 0,
    persa: indici.persa ?? 0,
    immessa: indici.immessa ?? 0,
    ...Object.fromEntries(perdite.cause.map(({ causa, persa }) => [causa, persa])),
    ...Object.fromEntries(perdite.tutte.cause.map(({ causa, persa }) => [`all ${causa}`, persa])),
    perdite: perdite.persa,
    ricavo: economia?.ricavo ?? 0,
    'valore perso': economia?.persa ?? 0,
    ...Object.fromEntries(economia?.cause.map(({ causa, valore }) => [`€ ${causa}`, valore]) ?? []),
    ...Object.fromEntries(economia?.fasce.map(({ fascia, ricavo }) => [`€ ${fascia}`, ricavo]) ?? []),
  };
}

function added(parts: readonly Record<string, number>[]): Record<string, number> {
  const names = [...new Set(parts.flatMap(part => Object.keys(part)))];
  return Object.fromEntries(names.map(name => [name, total(parts.map(part => part[name] ?? 0))]));
}

function expectSame(parts: readonly Record<string, number>[], whole: Record<string, number>) {
  const sums = added(parts);
  expect(Object.keys(sums).sort()).toEqual(Object.keys(whole).sort());
  for (const [name, value] of Object.entries(whole))
    expect(Math.abs((sums[name] ?? 0) - value), `${name}: ${sums[name]} of ${value}`).toBeLessThan(0.01);
}

const two = (value: number) => String(value).padStart(2, '0');
const months = Array.from({ length: 12 }, (_, index) => `2026-${two(index + 1)}`);

test('slots are days, days are months, months are the year: energy, losses by cause, money', () => {
  const year = report('annuale', '2026');
  const whole = figures(year);
  // Every cause that this year has is there, so that the comparison says something.
  expect(year.perdite.cause.map(({ causa }) => causa)).toEqual([
    ...['limite_proprio', 'pianificata', 'guasto', 'comunicazione', 'ignota'],
  ]);
  for (const { persa } of year.perdite.cause) expect(persa).toBeGreaterThan(100);
  expectSame(
    months.map(month => figures(report('mensile', month))),
    whole,
  );
  for (const month of ['2026-03', '2026-10']) {
    const one = report('mensile', month);
    const days = one.righe.t.map((_, index) => report('giornaliero', `${month}-${two(index + 1)}`));
    expectSame(days.map(figures), figures(one));
    for (const [index, day] of days.entries()) {
      for (const column of ['energia', 'persa', 'ricavo'] as const) {
        const slotted = total(day.righe[column]);
        expect(
          Math.abs(slotted - (one.righe[column][index] ?? 0)),
          `${column} ${month} ${index}`,
        ).toBeLessThan(0.01);
      }
      expect(Math.abs(total(day.righe.ricavo) - (day.economia?.ricavo ?? 0))).toBeLessThan(0.01);
    }
  }
}, 120_000);

test('a week and a range are the sums of their days, a range of a whole month is the month', () => {
  const week = report('intervallo', '2026-W13');
  const days = [
    '2026-03-23',
    '2026-03-24',
    '2026-03-25',
    '2026-03-26',
    '2026-03-27',
    '2026-03-28',
    '2026-03-29',
  ];
  expect(week.righe.t.length).toBe(7);
  expect(week.perdite.persa).toBeGreaterThan(0);
  expectSame(
    days.map(day => figures(report('giornaliero', day))),
    figures(week),
  );
  expect(figures(report('intervallo', '2026-03-23..2026-03-29'))).toEqual(figures(week));
  const {
    periodo,
    tipo: _kind,
    letture: _readings,
    ...range
  } = report('intervallo', '2026-10-01..2026-10-31');
  const { periodo: ofMonth, tipo: _month, letture: _other, ...month } = report('mensile', '2026-10');
  expect(range).toEqual(month);
  expect({ ...periodo, d: '2026-10' }).toEqual(ofMonth);
  const both = [figures(report('mensile', '2026-02')), figures(report('mensile', '2026-03'))];
  expectSame(both, figures(report('intervallo', '2026-02-01..2026-03-31')));
}, 120_000);

test('causes add up to the total and to the inverters, nothing is negative, and all years read the same table', () => {
  const year = report('annuale', '2026');
  const { perdite, indici, inverter } = year;
  expect(total(perdite.cause.map(({ persa }) => persa))).toBeCloseTo(perdite.persa, 2);
  const cells = perdite.inverter.flatMap(({ cause }) => cause);
  expect(total(cells.map(({ persa }) => persa))).toBeCloseTo(perdite.persa, 2);
  for (const { persa, fermo } of cells) expect(Math.min(persa, fermo)).toBeGreaterThanOrEqual(0);
  const withoutLimits = (causes: Report['perdite']['cause']) =>
    total(causes.map(({ causa, persa }) => (causa.startsWith('limite') ? 0 : persa)));
  expect(withoutLimits(perdite.cause)).toBeCloseTo(indici.persa ?? 0, 2);
  for (const { id, cause } of perdite.inverter)
    expect(withoutLimits(cause)).toBeCloseTo(inverter.find(each => each.id === id)?.persa ?? 0, 2);
  const ever = report('storico');
  expect(ever.perdite.cause).toEqual(perdite.cause);
  // Money by band too, whether it is computed or remembered.
  for (const all of [ever, report('storico')]) {
    expectSame([figures(all)], figures(year));
    expect(all.economia).toEqual(year.economia);
    expect(total(all.righe.ricavo)).toBeCloseTo(year.economia?.ricavo ?? Number.NaN, 2);
  }
});

test('an inverter that did not answer and made less than the others has missed the difference, once it answers again', () => {
  // It made 30 % of what the other made while it was silent.
  let silentKwh = 0;
  for (let t = from; t < to; t += quarter)
    if (troubleAt(t) === 'silent') silentKwh += ((lightAt(t) / 1000) * kwp * 0.83 * quarter) / 3600;
  const { cause } = report('annuale', '2026').perdite;
  const missed = cause.find(({ causa }) => causa === 'comunicazione')?.persa ?? 0;
  expect(missed / (0.7 * silentKwh)).toBeGreaterThan(0.97);
  expect(missed / (0.7 * silentKwh)).toBeLessThan(1.03);
});

test('revenue is paid by the band of each quarter', () => {
  const sunday = report('giornaliero', '2026-06-14');
  expect(sunday.economia?.fasce.map(({ fascia }) => fascia)).toEqual(['F3']);
  expect(sunday.economia?.ricavo).toBeCloseTo((sunday.indici.immessa ?? 0) * plant.tariffa_f3, 2);
  const monday = report('giornaliero', '2026-06-15');
  const bands = monday.economia?.fasce ?? [];
  const f1 = bands.find(({ fascia }) => fascia === 'F1');
  expect(total(bands.map(({ energia }) => energia))).toBeCloseTo(monday.indici.immessa ?? 0, 2);
  expect(bands.map(({ fascia }) => fascia)).toEqual(['F1', 'F2', 'F3']);
  expect(f1?.ricavo).toBeCloseTo((f1?.energia ?? 0) * plant.tariffa_f1, 2);
  // Easter Monday.
  expect(report('giornaliero', '2026-04-06').economia?.fasce.map(({ fascia }) => fascia)).toEqual(['F3']);
});
