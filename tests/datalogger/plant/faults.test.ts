import { expect, test } from 'vitest';
import {
  controllerFunctions,
  deviceStates,
  type Group,
  groups,
  inverterStates,
  spiStates,
  stringClasses,
  trackerStates,
} from '../../../src/contract/points';
import { naturalFaults } from '../../../src/datalogger/plant/natural-faults';
import { plantPlan } from '../../../src/datalogger/plant/plan';
import { createSimulatedPlant, type SimulatedPlant } from '../../../src/datalogger/plant/simulated-plant';

/** A clear working morning for this seed: all inverters feed, none is cut. */
const startAt = Date.parse('2026-06-22T10:30:00+02:00') / 1000;
const healthyPlant = () =>
  createSimulatedPlant({ size: 'medium', seed: 1, startAt, hasNaturalFaults: false });

const column = (plant: SimulatedPlant, group: Group, point: string) => [
  ...(plant.snapshot().groups[group].values[point] ?? []),
];
const value = (plant: SimulatedPlant, group: Group, point: string, id = 1) =>
  column(plant, group, point)[id - 1] ?? Number.NaN;
const rowsOf = (plant: SimulatedPlant, group: Group) => plant.snapshot().groups[group];

/** A plant and its healthy twin, brought along together. */
function twins() {
  const sick = healthyPlant();
  const healthy = healthyPlant();
  let t = startAt;
  return {
    sick,
    healthy,
    after(seconds: number) {
      t += seconds;
      sick.advance(t);
      healthy.advance(t);
    },
  };
}

/** Ids of the devices whose value differs from the healthy twin's. */
function differing({ sick, healthy }: ReturnType<typeof twins>, group: Group, point: string): number[] {
  const other = column(healthy, group, point);
  return column(sick, group, point).flatMap((own, index) => {
    const twin = other[index] ?? null;
    const isSame = own === twin || (own !== null && twin !== null && Math.abs(own - twin) < 1e-6);
    return isSame ? [] : [index + 1];
  });
}

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

test('a silent inverter keeps what it said last and is out of the sum, but not out of the energy', () => {
  const pair = twins();
  pair.after(5);
  const said = value(pair.sick, 'inverter', 'pac', 9);
  const sampled = rowsOf(pair.sick, 'inverter').sampled[8];
  pair.sick.inject({ kind: 'inverter-silent', inverter: 9 });
  pair.after(300);
  const rows = rowsOf(pair.sick, 'inverter');
  expect([rows.stato[8], rows.q[8], rows.sampled[8]]).toEqual([inverterStates.commLost, 0, sampled]);
  expect(value(pair.sick, 'inverter', 'pac', 9)).toBe(said);
  const others = column(pair.sick, 'inverter', 'pac').filter((_, index) => index !== 8);
  expect(value(pair.sick, 'impianto', 'pac')).toBeCloseTo(
    others.reduce<number>((sum, pac) => sum + (pac ?? 0), 0),
    9,
  );
  expect(value(pair.sick, 'impianto', 'inverter_attivi')).toBe(9);
  expect(differing(pair, 'impianto', 'eday')).toEqual([]);
  expect(rowsOf(pair.sick, 'stringhe').q.filter(q => q === 0)).toHaveLength(8);
  pair.sick.clearFaults();
  pair.after(30);
  for (const point of ['pac', 'eday']) expect(differing(pair, 'inverter', point)).toEqual([]);
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
  expect(rowsOf(pair.sick, 'sensori').sampled[0]).toBe(startAt);
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

test('a deep dip trips the protection: open in time, back after 300 s, power by 20 % a minute', () => {
  const pair = twins();
  const trips = value(pair.sick, 'spi', 'scatti');
  pair.sick.inject({ kind: 'grid-dip', percent: 40 }, 2.5);
  pair.after(1);
  expect(rowsOf(pair.sick, 'spi').stato[0]).toBe(spiStates.starting);
  expect(value(pair.sick, 'spi', 'avviate')).toBe(1 << 2);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(2);
  pair.after(1);
  expect([rowsOf(pair.sick, 'spi').stato[0], value(pair.sick, 'spi', 'ddi')]).toEqual([spiStates.tripped, 1]);
  expect(value(pair.sick, 'spi', 'scatti')).toBe(trips + 1);
  pair.after(8);
  expect(rowsOf(pair.sick, 'spi').stato[0]).toBe(spiStates.waiting);
  expect(new Set(rowsOf(pair.sick, 'inverter').stato)).toEqual(new Set([inverterStates.standby]));
  expect(value(pair.sick, 'impianto', 'pac')).toBe(0);
  expect(value(pair.sick, 'di', 'v', 1)).toBe(1);
  pair.after(285);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(1);
  pair.after(10);
  expect([rowsOf(pair.sick, 'spi').stato[0], value(pair.sick, 'spi', 'ddi')]).toEqual([spiStates.normal, 2]);
  pair.after(60 + 120);
  // Two minutes of ramp: 40 % of the rated 100 kW, give or take the steps of the start.
  expect(Math.abs(value(pair.sick, 'inverter', 'pac', 1) - 40)).toBeLessThan(4);
  pair.after(300);
  expect(differing(pair, 'inverter', 'pac')).toEqual([]);
});

test('a short or shallow dip passes unnoticed by the inverters', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'grid-dip', percent: 60 }, 1);
  pair.after(30);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(2);
  expect(differing(pair, 'spi', 'scatti')).toEqual([]);
});

test.each([
  ['swell', { kind: 'grid-swell', percent: 122 }, 1],
  ['low frequency', { kind: 'grid-frequency', hertz: 47.3 }, 6],
  ['high frequency', { kind: 'grid-frequency', hertz: 51.7 }, 3],
] as const)('a %s trips too', (_name, fault, seconds) => {
  const pair = twins();
  pair.sick.inject(fault, seconds);
  pair.after(seconds + 5);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(1);
});

test('without grid nothing flows, the UPS feeds the logger, and after an hour its battery is low', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'grid-outage' });
  pair.after(30);
  expect([value(pair.sick, 'spi', 'uab'), value(pair.sick, 'impianto', 'pac')]).toEqual([0, 0]);
  expect(column(pair.sick, 'contatori', 'p').every(power => Math.abs(power ?? 1) === 0)).toBe(true);
  expect(pair.sick.hardware()).toMatchObject({ acContact: '1', batteryContact: '1' });
  expect(
    rowsOf(pair.sick, 'di').nome.filter((_, index) => column(pair.sick, 'di', 'v')[index] === 1),
  ).toContain('Mancanza rete');
  pair.after(3600);
  expect(pair.sick.hardware().batteryContact).toBe('0');
  pair.sick.clearFaults();
  pair.after(1200);
  expect(pair.sick.hardware()).toMatchObject({ acContact: '0', batteryContact: '1' });
  expect(value(pair.sick, 'impianto', 'inverter_attivi')).toBe(10);
});

test('an interface switch opened by hand stops the plant without a trip', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'ddi-open' });
  pair.after(10);
  expect(value(pair.sick, 'spi', 'ddi')).toBe(1);
  expect(differing(pair, 'spi', 'scatti')).toEqual([]);
  expect(value(pair.sick, 'impianto', 'inverter_attivi')).toBe(0);
});

test('a limit of the operator is reached within 10 s and lifted again', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'dso-limit', percent: 50 }, 600);
  pair.after(15);
  expect(value(pair.sick, 'impianto', 'pac')).toBeCloseTo(500, 6);
  expect(rowsOf(pair.sick, 'impianto').stato).toEqual([inverterStates.throttled]);
  expect(column(pair.sick, 'inverter', 'plim')).toEqual(Array(10).fill(50));
  expect(value(pair.sick, 'cci', 'plim')).toBe(50);
  expect(value(pair.sick, 'cci', 'funzione')).toBe(controllerFunctions.limitByOperator);
  pair.after(615);
  expect(differing(pair, 'inverter', 'pac')).toEqual([]);
  expect(value(pair.sick, 'cci', 'funzione')).toBe(controllerFunctions.reactiveByVoltage);
});

test('when nothing answers everything is as old as the last answer, and comes back at once', () => {
  const pair = twins();
  pair.sick.inject({ kind: 'plant-silent' });
  pair.after(120);
  for (const group of groups) {
    const rows = rowsOf(pair.sick, group);
    expect(new Set(rows.q)).toEqual(new Set([0]));
    for (const sampled of rows.sampled) expect(sampled).toBeLessThanOrEqual(startAt);
  }
  expect(rowsOf(pair.sick, 'impianto').stato).toEqual([inverterStates.commLost]);
  expect(rowsOf(pair.sick, 'contatori').stato[0]).toBe(deviceStates.commLost);
  pair.sick.clearFaults();
  pair.after(30);
  for (const group of groups) expect(rowsOf(pair.sick, group)).toEqual(rowsOf(pair.healthy, group));
});

test.each([
  ['ups-mains-lost', { acContact: '1', batteryContact: '1' }],
  ['ups-battery-low', { acContact: '0', batteryContact: '0' }],
] as const)('%s shows on its contact', (kind, contacts) => {
  const plant = healthyPlant();
  plant.inject({ kind }, 60);
  plant.advance(startAt + 10);
  expect(plant.hardware()).toMatchObject(contacts);
  plant.advance(startAt + 70);
  expect(plant.hardware()).toMatchObject({ acContact: '0', batteryContact: '1' });
});

test('the plant itself shows none, one or two anomalies at most times, and every kind within some years', () => {
  const plan = plantPlan('medium');
  const first = Math.floor(startAt / 86_400);
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
