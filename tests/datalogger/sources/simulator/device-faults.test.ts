import { expect, test } from 'vitest';
import {
  deviceStates,
  inverterStates,
  meterRoles,
  powerSources,
  quality,
  stringClasses,
  trackerStates,
} from '../../../../src/contract/codes';
import { type Group, groups } from '../../../../src/contract/points';
import { naturalFaults } from '../../../../src/datalogger/sources/simulator/faults/natural-faults';
import { plantPlan } from '../../../../src/datalogger/sources/simulator/plan';
import type { TestPlant } from '../../../support/simulated-plant';
import { clearMorning, column, differing, rowsOf, seconds, twins, value } from './support';

test.each(['isolation', 'ground'] as const)('an inverter trips on %s alone and comes back', cause => {
  const pair = twins();
  pair.sick.inject({ kind: 'inverter-trip', inverter: 7, cause });
  pair.after(30);
  expect(rowsOf(pair.sick, 'inverter').stato[6]).toBe(inverterStates.fault);
  expect(differing(pair, 'inverter', 'pac')).toEqual([7]);
  expect(value(pair.sick, 'inverter', 'pac', 7)).toBeLessThanOrEqual(0);
  expect(value(pair.sick, 'inverter', 'evt', 7)).toBe(cause === 'ground' ? 1 : 1 << 16);
  expect(value(pair.sick, 'inverter', 'riso', 7) < 100).toBe(cause === 'isolation');
  expect(value(pair.sick, 'impianto', 'inverter_attivi')).toBe(9);
  expect(value(pair.sick, 'impianto', 'disp')).toBeLessThan(100);
  expect(value(pair.sick, 'impianto', 'pattesa')).toBe(value(pair.healthy, 'impianto', 'pattesa'));
  pair.sick.clearFaults();
  pair.after(30);
  expect(rowsOf(pair.sick, 'inverter').stato[6]).toBe(inverterStates.starting);
  pair.after(60);
  expect(differing(pair, 'inverter', 'pac')).toEqual([]);
});

test('a silent inverter keeps what it said last; the production meter tells the power of the plant meanwhile', () => {
  const pair = twins();
  pair.after(5);
  const said = value(pair.sick, 'inverter', 'pac', 9);
  const sampled = rowsOf(pair.sick, 'inverter').sampled[8];
  pair.sick.inject({ kind: 'inverter-silent', inverter: 9 });
  pair.after(300);
  const rows = rowsOf(pair.sick, 'inverter');
  expect([rows.stato[8], rows.q[8], rows.sampled[8]]).toEqual([inverterStates.commLost, 0, sampled]);
  expect(value(pair.sick, 'inverter', 'pac', 9)).toBe(said);
  const meter = column(pair.sick, 'contatori', 'ruolo').indexOf(meterRoles.production) + 1;
  expect(value(pair.sick, 'impianto', 'pac')).toBe(value(pair.sick, 'contatori', 'p', meter));
  expect(value(pair.sick, 'impianto', 'fonte_pac')).toBe(powerSources.productionMeter);
  expect(value(pair.healthy, 'impianto', 'fonte_pac')).toBe(powerSources.inverters);
  pair.sick.inject({ kind: 'override-silent', group: 'contatori', id: meter });
  pair.after(60);
  const others = column(pair.sick, 'inverter', 'pac').filter((_, index) => index !== 8);
  expect(value(pair.sick, 'impianto', 'pac')).toBeCloseTo(
    others.reduce<number>((sum, pac) => sum + (pac ?? 0), 0),
    9,
  );
  expect(value(pair.sick, 'impianto', 'fonte_pac')).toBe(powerSources.inverters);
  expect(value(pair.sick, 'impianto', 'inverter_attivi')).toBe(9);
  const read = column(pair.sick, 'inverter', 'eday').reduce<number>((sum, kwh) => sum + (kwh ?? 0), 0);
  expect(value(pair.sick, 'impianto', 'eday')).toBeCloseTo(read, 9);
  expect(differing(pair, 'impianto', 'eday')).toEqual([1]);
  expect(rowsOf(pair.sick, 'stringhe').q.filter(q => q === 0)).toHaveLength(8);
  expect(rowsOf(pair.healthy, 'impianto').q).toEqual([quality.good]);
  expect(rowsOf(pair.sick, 'impianto').q).toEqual([quality.uncertain]);
  pair.sick.inject({ kind: 'override', group: 'impianto', id: 1, point: 'poa', value: 5 });
  pair.after(5);
  expect(value(pair.sick, 'impianto', 'poa')).toBe(5);
  pair.sick.clearFaults();
  pair.after(30);
  for (const point of ['pac', 'eday']) expect(differing(pair, 'inverter', point)).toEqual([]);
  expect(differing(pair, 'impianto', 'eday')).toEqual([]);
});

test('a hot inverter limits itself and says why', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'inverter-derating', inverter: 4, percent: 40 });
  pair.after(1200);
  expect(rowsOf(pair.sick, 'inverter').stato[3]).toBe(inverterStates.throttled);
  expect(value(pair.sick, 'inverter', 'pac', 4)).toBeCloseTo(40, 6);
  expect(value(pair.sick, 'inverter', 'plimsrc', 4)).toBe(1 << 14);
  expect(value(pair.sick, 'inverter', 'tsnk', 4)).toBeGreaterThan(75);
  expect(value(pair.sick, 'inverter', 'dev', 4)).toBeLessThan(-30);
  expect(differing(pair, 'inverter', 'pac')).toEqual([4]);
});

test.each([
  ['open', { kind: 'string-open', string: 19 }, stringClasses.open, -100],
  ['weak', { kind: 'string-drift', string: 19, percent: 20 }, stringClasses.poor, -20],
] as const)(
  'an %s string shows itself and costs its inverter its share',
  (_name, fault, expected, deviation) => {
    const pair = twins();
    pair.sick.inject(fault);
    pair.after(60);
    expect(value(pair.sick, 'stringhe', 'classe', 19)).toBe(expected);
    expect(Math.abs(value(pair.sick, 'stringhe', 'dev', 19) - deviation)).toBeLessThan(2);
    expect(differing(pair, 'stringhe', 'i')).toEqual([19]);
    expect(differing(pair, 'inverter', 'pac')).toEqual([3]);
    const share = value(pair.sick, 'inverter', 'pdc', 3) / value(pair.healthy, 'inverter', 'pdc', 3);
    expect(Math.abs(share - (1 + deviation / 100 / 8))).toBeLessThan(0.003);
    pair.sick.clearFaults();
    pair.after(60);
    expect(differing(pair, 'stringhe', 'i')).toEqual([]);
  },
);

test('a dirty group weakens exactly the strings of its box', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'soiled-group', box: 6, percent: 8 });
  pair.after(60);
  expect(differing(pair, 'stringhe', 'i')).toEqual([21, 22, 23, 24]);
  expect(differing(pair, 'inverter', 'pac')).toEqual([3]);
});

test('a sensor out of calibration misleads what is computed from it, not the plant', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'sensor-drift', sensor: 1, percent: 12 });
  pair.after(30);
  expect(differing(pair, 'sensori', 'v')).toEqual([1]);
  expect(value(pair.sick, 'impianto', 'poa') / value(pair.healthy, 'impianto', 'poa')).toBeCloseTo(1.12, 2);
  expect(value(pair.sick, 'impianto', 'pattesa')).toBeGreaterThan(value(pair.healthy, 'impianto', 'pattesa'));
  expect(differing(pair, 'inverter', 'pac')).toEqual([]);
});

test('where a sensor is silent the next of its kind is read', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'sensor-silent', sensor: 1 });
  pair.after(30);
  expect(rowsOf(pair.sick, 'sensori').q[0]).toBe(0);
  expect(rowsOf(pair.sick, 'sensori').sampled[0]).toBe(seconds(clearMorning));
  expect(value(pair.sick, 'impianto', 'poa')).toBeCloseTo(value(pair.sick, 'sensori', 'v', 5), 6);
});

test('a tracker that stands still is found by its error and costs a little', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'tracker-stuck', tracker: 17 });
  pair.after(3 * 3600);
  expect(rowsOf(pair.sick, 'tracker').stato[16]).toBe(trackerStates.fault);
  expect(Math.abs(value(pair.sick, 'tracker', 'err', 17))).toBeGreaterThan(20);
  expect(differing(pair, 'inverter', 'pdc')).toEqual([9]);
  const owners = column(pair.sick, 'stringhe', 'dev').flatMap((dev, index) =>
    (dev ?? 0) < -3 ? [index + 1] : [],
  );
  expect(owners).toEqual([65, 66, 67, 68]);
});

/** The rows of a group without what comes from the past: deviations of the irradiance sensors, and what the day is measured by. */
function momentary(plant: TestPlant, group: Group) {
  const { values, ...rows } = rowsOf(plant, group);
  // What did not answer is missing in what the day is measured by.
  const ofDay = { eattesa: [], copertura: [], pr: [] };
  const changed = group === 'sensori' ? { dev: [] } : group === 'impianto' ? ofDay : {};
  return { ...rows, values: { ...values, ...changed } };
}

test('when nothing answers everything is as old as the last answer, and comes back at once', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'plant-silent' });
  pair.after(120);
  for (const group of groups) {
    const rows = rowsOf(pair.sick, group);
    expect(new Set(rows.q)).toEqual(new Set([0]));
    for (const sampled of rows.sampled) expect(sampled).toBeLessThanOrEqual(seconds(clearMorning));
  }
  expect(rowsOf(pair.sick, 'impianto').stato).toEqual([inverterStates.commLost]);
  expect(rowsOf(pair.sick, 'contatori').stato[0]).toBe(deviceStates.commLost);
  pair.sick.clearFaults();
  pair.after(30);
  for (const group of groups) expect(momentary(pair.sick, group)).toEqual(momentary(pair.healthy, group));
  expect(value(pair.sick, 'impianto', 'eattesa')).toBeLessThan(value(pair.healthy, 'impianto', 'eattesa'));
  expect(value(pair.sick, 'impianto', 'copertura')).toBeLessThan(100);
});

test('the plant itself shows none, one or two anomalies at most times, and every kind within some years', () => {
  const plan = plantPlan('medium');
  const first = Math.floor(seconds(clearMorning) / 86_400);
  const all = Array.from({ length: 1500 }, (_, day) => naturalFaults(plan, 1, first + day)).flat();
  const counts = Array.from({ length: 3000 }, (_, n) => {
    const t = (first + 10 + n / 3) * 86_400;
    return all.filter(({ from, to }) => from <= t && t < to).length;
  });
  const share = (isIt: (count: number) => boolean) => counts.filter(isIt).length / counts.length;
  expect(share(count => count <= 2)).toBeGreaterThan(0.9);
  expect(share(count => count > 0)).toBeGreaterThan(0.3);
  expect(new Set(all.map(({ fault }) => fault.kind)).size).toBeGreaterThanOrEqual(13);
  const dips = all.filter(({ fault }) => fault.kind === 'grid-dip');
  expect(dips.every(({ from, to }) => to - from < 3)).toBe(true);
});
