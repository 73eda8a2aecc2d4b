import { expect, test } from 'vitest';
import { inverterStates, sensorKinds, spiStates, trackerStates } from '../../../../src/contract/codes';
import { first, hourS, plantAt, seconds, sum, values } from './support';

const noon = '2026-06-21T13:00:00+02:00';

test('at night the inverters sleep and draw a little, the site draws from the grid', () => {
  const snapshot = plantAt('2026-06-21T02:00:00+02:00').snapshot();
  expect(new Set(snapshot.groups.inverter.stato)).toEqual(new Set([inverterStates.sleeping]));
  expect(snapshot.groups.impianto.stato).toEqual([inverterStates.sleeping]);
  expect(first(snapshot, 'impianto', 'pac')).toBeCloseTo(-0.2, 9);
  expect(first(snapshot, 'impianto', 'pattesa')).toBe(0);
  expect(first(snapshot, 'impianto', 'pprel')).toBeGreaterThan(20);
  expect(first(snapshot, 'impianto', 'eday')).toBe(0);
  expect(first(snapshot, 'impianto', 'pr')).toBeNaN();
  expect(new Set(snapshot.groups.tracker.stato)).toEqual(new Set([trackerStates.night]));
});

test('with more modules than inverter the power is cut at the rated one, and the state says so', () => {
  const start = seconds('2026-04-20T13:00:00+02:00');
  const plant = plantAt('2026-04-20T13:00:00+02:00', { size: 'large' });
  let cut = 0;
  for (let day = 0; day < 12; day++) {
    plant.advance(start + day * 24 * hourS);
    const snapshot = plant.snapshot();
    values(snapshot, 'inverter', 'pac').forEach((pac, index) => {
      expect(pac).toBeLessThanOrEqual(320);
      if (pac !== 320) return;
      cut++;
      expect(snapshot.groups.inverter.stato[index]).toBe(inverterStates.throttled);
      expect(values(snapshot, 'inverter', 'plimsrc')[index]).toBe(0);
    });
    expect(first(snapshot, 'impianto', 'pattesa')).toBeLessThanOrEqual(10_240);
  }
  expect(cut).toBeGreaterThan(0);
});

test.each([
  ['a usual day', '2026-06-21', '2026-06-22'],
  ['the day of 23 hours', '2026-03-29', '2026-03-30'],
  ['the day of 25 hours', '2026-10-25', '2026-10-26'],
])('%s counts from local midnight to local midnight', (_name, day, next) => {
  const midnight = (date: string) =>
    seconds(`${date}T00:00:00Z`) - (date < '2026-03-30' || date > '2026-10-25' ? 1 : 2) * hourS;
  const plant = plantAt(new Date((midnight(day) - hourS) * 1000).toISOString());
  const before = first(plant.snapshot(), 'impianto', 'etot');
  plant.advance(midnight(next));
  const evening = plant.snapshot();
  expect(first(evening, 'impianto', 'eday')).toBeGreaterThan(100);
  expect(first(evening, 'impianto', 'etot') - before).toBeCloseTo(first(evening, 'impianto', 'eday'), 3);
  plant.advance(midnight(next) + 5);
  expect(first(plant.snapshot(), 'impianto', 'eday')).toBe(0);
});

test('month and year start again with their first day', () => {
  const plant = plantAt('2026-06-30T22:00:00+02:00');
  const june = first(plant.snapshot(), 'impianto', 'emese');
  const year = first(plant.snapshot(), 'impianto', 'eanno');
  expect(june).toBeGreaterThan(100_000);
  expect(year).toBeGreaterThan(june);
  plant.advance(seconds('2026-07-01T00:00:10+02:00'));
  expect(first(plant.snapshot(), 'impianto', 'emese')).toBe(0);
  expect(first(plant.snapshot(), 'impianto', 'eanno')).toBeCloseTo(year, 6);
  plant.advance(seconds('2027-01-01T00:00:10+01:00'));
  expect(first(plant.snapshot(), 'impianto', 'eanno')).toBe(0);
});

test('the trackers follow the sun from east to west within their dead band', () => {
  const plant = plantAt('2026-06-21T06:00:00+02:00');
  const targets: number[] = [];
  for (let hour = 0; hour <= 13; hour++) {
    plant.advance(seconds('2026-06-21T06:00:00+02:00') + hour * hourS);
    const snapshot = plant.snapshot();
    targets.push(first(snapshot, 'tracker', 'tgt'));
    for (const error of values(snapshot, 'tracker', 'err')) expect(Math.abs(error ?? 99)).toBeLessThan(1.6);
  }
  expect(Math.min(...targets)).toBeLessThan(-40);
  expect(Math.max(...targets)).toBeGreaterThan(40);
});

test('sensors read within the limits of their kind, all kinds of a large plant', () => {
  const snapshot = plantAt(noon, { size: 'large' }).snapshot();
  const kinds = values(snapshot, 'sensori', 'tipo');
  values(snapshot, 'sensori', 'v').forEach((value, index) => {
    const [kind, , , low, high] = sensorKinds[kinds[index] ?? 0] ?? sensorKinds[0];
    expect(value, kind).toBeGreaterThanOrEqual(low);
    expect(value, kind).toBeLessThanOrEqual(high);
  });
  expect(new Set(kinds).size).toBe(sensorKinds.length);
});

test('nothing is started, open or tripped on a quiet grid, and the box is warm', () => {
  const plant = plantAt(noon);
  const { groups: all } = plant.snapshot();
  expect(all.spi.stato).toEqual([spiStates.normal]);
  expect(all.spi.values).toMatchObject({ avviate: [0], ddi: [2], dg: [2], ddg: [2] });
  expect(sum([...(all.di.values.v ?? [])])).toBeLessThanOrEqual(1);
  const { cpuTemperature, acContact, batteryContact } = plant.hardware();
  expect([acContact, batteryContact]).toEqual(['0', '1']);
  expect(cpuTemperature).toBeGreaterThan(30);
  expect(cpuTemperature).toBeLessThan(70);
});
