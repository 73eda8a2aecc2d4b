import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import type { Plant } from '../../../../src/datalogger/plant/processing/plant';
import { createSampler, type Sampler } from '../../../../src/datalogger/plant/sampler/sampler';
import type { Simulation } from '../../../../src/datalogger/plant/source';
import { fieldIndex, fieldsOf, type KeptGroup } from '../../../../src/datalogger/storage/measures/kept';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { archiveEnd, dayFrames, quarterFrames } from '../../../../src/datalogger/storage/measures/rollup';
import { type TestClock, testClock } from '../../../support/clock';
import { irradianceAt, kwp, powerAt, tinyPlant } from './tiny-plant';

/** What makes a plant a simulated one. */
const noFaults: Simulation = {
  inject: () => undefined,
  clearFaults: () => undefined,
  altered: (_, rows) => rows,
  limit: () => null,
  hardware: () => ({ cpuTemperature: 40 }),
};

const zone = 'Europe/Rome';
const midnight = startOfDay(zone, 2026, 6, 21);
const tomorrow = startOfDay(zone, 2026, 6, 22);
const hour = 3600;

let folder: string;
let store: Measures;
let clock: TestClock;
let sampler: Sampler;
let plant: ReturnType<typeof tinyPlant>;
let errors: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
  store = openMeasures(join(folder, 'measures.db'));
  errors = [];
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function startAt(t: number, source: Plant = plant): void {
  clock = testClock(t * 1000);
  sampler = createSampler({
    plant: source,
    store,
    zone: () => zone,
    clock: new SteadyClock(clock),
    onError: error => errors.push(error),
  });
}

/** Lets plant time pass, a tick every 5 s. */
function runTo(t: number): void {
  while (clock.now() < t * 1000) {
    clock.advance(5000);
    sampler.tick();
  }
}

function value(group: KeptGroup, point: string, { from, to, part = 0, device = 0 }: Slot): (number | null)[] {
  const index = device * fieldsOf(group).length + fieldIndex(group, point) + part;
  const scale = fieldsOf(group)[fieldIndex(group, point)]?.scale ?? 1;
  return quarterFrames(store, group, from, to).map(({ values }) => {
    const stored = values[index] ?? Number.NaN;
    return Number.isNaN(stored) ? null : stored / scale;
  });
}
interface Slot {
  from: number;
  to: number;
  part?: number;
  device?: number;
}

const energyOfDay = (device = 0) => {
  const [day] = dayFrames(store, 'inverter', zone, midnight, tomorrow);
  return (day?.values[device * fieldsOf('inverter').length + fieldIndex('inverter', 'eday')] ?? 0) / 1000;
};

describe('a day of sampling', () => {
  test('gives quarters with the mean and the maximum of the power and the energy of the counter', () => {
    const from = midnight + 8 * hour;
    plant = tinyPlant(zone, midnight);
    startAt(midnight);
    runTo(from + hour);
    const powers = (t: number) =>
      Array.from({ length: 180 }, (_, index) => powerAt(zone, t + (index + 1) * 5));
    const quarters = [0, 1, 2, 3].map(index => powers(from + index * 900));
    const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
    const slot = { from, to: from + hour };
    value('inverter', 'pac', slot).forEach((stored, index) => {
      expect(stored).toBeCloseTo(mean(quarters[index] ?? []), 1);
    });
    value('inverter', 'pac', { ...slot, part: 1 }).forEach((stored, index) => {
      expect(stored).toBeCloseTo(Math.max(...(quarters[index] ?? [])), 1);
    });
    value('inverter', 'eday', slot).forEach((stored, index) => {
      expect(stored).toBeCloseTo(mean(quarters[index] ?? []) / 4, 2);
    });
    expect(energyOfDay()).toBeCloseTo(plant.counter(), 2);
    expect(value('inverter', 'pac', slot)).toHaveLength(4);
  });

  test('takes ratios from their sums: PR from energy and irradiation, deviation from the median yield', () => {
    const from = midnight + 6 * hour;
    plant = tinyPlant(zone, from);
    startAt(from);
    runTo(from + 6 * hour);
    let irradiation = 0;
    let energy = 0;
    for (let t = from + 5; t <= from + 6 * hour; t += 5) {
      if (irradianceAt(zone, t) < 20) continue;
      irradiation += (irradianceAt(zone, t) * 5) / 3_600_000;
      energy += ((powerAt(zone, t, 1) + powerAt(zone, t, 2)) * 5) / 3600;
    }
    const [day] = dayFrames(store, 'impianto', zone, midnight, tomorrow);
    const at = fieldIndex('impianto', 'pr');
    const [done = 0, possible = 0] = [day?.values[at], day?.values[at + 1]];
    expect(done / possible).toBeCloseTo(energy / (2 * kwp) / irradiation, 3);
    const dev = value('inverter', 'dev', { from: from + 1.75 * hour, to: from + 2 * hour });
    const median = value('inverter', 'dev', { from: from + 1.75 * hour, to: from + 2 * hour, part: 1 });
    expect((dev[0] ?? 0) / (median[0] ?? 0)).toBeCloseTo(1 / 0.95, 4);
    // Not enough light to compare: no deviation, not one of 0.
    expect(value('inverter', 'dev', { from, to: from + 900 })).toEqual([null]);
  });

  test('ends at midnight of the plant, whatever the zone of the host', () => {
    const from = tomorrow - hour;
    plant = tinyPlant(zone, from);
    startAt(from);
    runTo(tomorrow + hour);
    expect(store.frames('day', 'impianto', 0, tomorrow + hour).map(({ t }) => t)).toEqual([midnight]);
    const covered = store.frames('day', 'impianto', midnight, tomorrow)[0]?.values[0];
    expect(covered).toBe(hour);
  });
});

describe('where nothing was sampled', () => {
  const from = midnight + 10 * hour;

  test('a gap stays a gap, and what the counter moved meanwhile counts in the day', () => {
    plant = tinyPlant(zone, from);
    startAt(from);
    runTo(from + hour);
    clock.advance(2 * hour * 1000);
    runTo(from + 4 * hour);
    const starts = quarterFrames(store, 'inverter', from, tomorrow)
      .filter(({ values }) => (values[0] ?? 0) > 0)
      .map(({ t }) => (t - from) / 900);
    expect(starts).toEqual([0, 1, 2, 3, 12, 13, 14, 15]);
    expect(energyOfDay()).toBeCloseTo(plant.counter(), 3);
    const after = value('inverter', 'eday', { from: from + 3 * hour, to: from + 3 * hour + 900 })[0];
    expect(after).toBeCloseTo(powerAt(zone, from + 3 * hour + 450) / 4, 0);
  });

  test('days that nobody saw have what the counters of a lifetime moved meanwhile, uncovered, and no energy is lost', () => {
    plant = tinyPlant(zone, from);
    startAt(from);
    runTo(from + hour);
    const before = plant.total();
    const back = midnight + 3 * 24 * hour + 12 * hour;
    clock.advance(back * 1000 - 5000 - clock.now());
    runTo(back + hour);
    const days = dayFrames(store, 'inverter', zone, midnight, back + hour);
    const energies = days.map(({ values }) => (values[fieldIndex('inverter', 'eday')] ?? 0) / 1000);
    expect(days.map(({ values }) => values[0])).toEqual([hour, 0, 0, expect.closeTo(hour, -2)]);
    expect(energies.reduce((sum, each) => sum + each, 0)).toBeCloseTo(plant.total() - 400, 2);
    // Each whole day has the same sun, the first one what was left of it at 11 o'clock.
    expect(energies[1]).toBeCloseTo(energies[2] ?? 0, 2);
    expect((energies[0] ?? 0) - (before - 400)).toBeGreaterThan(0.5 * (energies[1] ?? 0));
    expect((energies[0] ?? 0) - (before - 400)).toBeLessThan(0.75 * (energies[1] ?? 0));
    const [quarter] = quarterFrames(store, 'inverter', tomorrow, tomorrow + 24 * hour);
    expect(quarter?.values[0]).toBe(0);
  });

  test('a device that is silent over midnight has its energy on the days that it made it', () => {
    const evening = tomorrow - 9 * hour;
    plant = tinyPlant(zone, evening);
    startAt(evening);
    runTo(evening + hour);
    plant.silent.add(1);
    runTo(tomorrow + 9 * hour);
    const generation = store.note('generation') ?? 0;
    plant.silent.clear();
    runTo(tomorrow + 10 * hour);
    const [first, second] = dayFrames(store, 'inverter', zone, midnight, tomorrow + 10 * hour);
    const at = fieldIndex('inverter', 'eday');
    expect((second?.values[at] ?? 0) / 1000).toBeCloseTo(plant.counter(), 2);
    expect(((first?.values[at] ?? 0) + (second?.values[at] ?? 0)) / 1000).toBeCloseTo(plant.total() - 400, 2);
    // The day was closed already: answers of it that somebody keeps are no longer right.
    expect(store.note('generation')).toBeGreaterThan(generation);
  });

  test('a short gap leaves the slot with what was measured, its ratio true and its energy whole', () => {
    plant = tinyPlant(zone, midnight);
    startAt(midnight);
    runTo(from + 300);
    clock.advance(300_000);
    runTo(from + 900);
    const slot = { from, to: from + 900 };
    const [frame] = quarterFrames(store, 'impianto', from, from + 900);
    expect(frame?.values[0]).toBeGreaterThanOrEqual(600);
    expect(frame?.values[0]).toBeLessThan(620);
    expect(value('inverter', 'eday', slot)[0]).toBeCloseTo(powerAt(zone, from + 450) / 4, 2);
    const [done] = value('impianto', 'pr', slot);
    const [possible] = value('impianto', 'pr', { ...slot, part: 1 });
    const powers = powerAt(zone, from + 450, 1) + powerAt(zone, from + 450, 2);
    const expected = powers / ((2 * kwp * irradianceAt(zone, from + 450)) / 1000);
    expect(Math.abs((done ?? 0) / (possible ?? 0) / expected - 1)).toBeLessThan(0.02);
  });

  test('a device that is silent has no values, and loses no energy', () => {
    plant = tinyPlant(zone, from);
    startAt(from);
    runTo(from + hour);
    plant.silent.add(1);
    runTo(from + 2 * hour);
    plant.silent.clear();
    runTo(from + 3 * hour);
    const silent = { from: from + hour, to: from + 2 * hour };
    expect(value('inverter', 'pac', silent)).toEqual([null, null, null, null]);
    expect(value('inverter', 'pac', { ...silent, device: 1 })).not.toContain(null);
    expect(energyOfDay()).toBeCloseTo(plant.counter(), 3);
  });
});

describe('a restart', () => {
  const from = midnight + 10 * hour;

  test('goes on where the archive ends, without counting an energy twice', () => {
    plant = tinyPlant(zone, from);
    startAt(from);
    runTo(from + 1300);
    sampler.stop();
    store.close();
    store = openMeasures(join(folder, 'measures.db'));
    startAt(from + 1300);
    runTo(from + hour);
    expect(energyOfDay()).toBeCloseTo(plant.counter(), 2);
    const covered = quarterFrames(store, 'inverter', from, tomorrow).map(({ values }) => values[0]);
    expect(covered[0]).toBe(900);
    expect(covered.at(-1)).toBe(900);
  });

  test('closes the quarter that was open when the datalogger was killed', () => {
    plant = tinyPlant(zone, from);
    startAt(from);
    runTo(from + 600);
    store.close(); // no stop: a kill
    store = openMeasures(join(folder, 'measures.db'));
    plant.advance(from + 2 * hour);
    startAt(from + 2 * hour);
    runTo(from + 2 * hour + 120);
    const [first] = store.frames('quarter', 'impianto', from, from + 900);
    expect(first?.values[0]).toBe(600);
  });

  test('of a simulated plant whose clock was set back forgets the future', () => {
    plant = tinyPlant(zone, from);
    startAt(from);
    runTo(from + hour);
    const simulated = { ...tinyPlant(zone, from + 1200), simulation: noFaults };
    startAt(from + 1200, simulated);
    expect(archiveEnd(store)).toBe(from + 1200);
    runTo(from + 1800);
    expect(archiveEnd(store)).toBe(from + 1800);
  });
});

test('the snapshot is taken once a second, and is the plant now', () => {
  plant = tinyPlant(zone, midnight);
  startAt(midnight);
  const first = sampler.snapshot();
  clock.advance(900);
  expect(sampler.snapshot()).toBe(first);
  clock.advance(4100);
  expect(sampler.snapshot().t).toBe(midnight + 5);
});

test('what the disk does not take is kept and written once it does', () => {
  plant = tinyPlant(zone, midnight);
  startAt(midnight);
  const other = new Database(join(folder, 'measures.db'));
  other.exec(
    `CREATE TRIGGER full BEFORE INSERT ON impianto_minute BEGIN SELECT RAISE(FAIL, 'disk full'); END`,
  );
  const onDisk = other.prepare<[], number>('SELECT count(*) FROM impianto_minute').pluck();
  runTo(midnight + 300);
  expect(errors.length).toBeGreaterThan(0);
  expect(onDisk.get()).toBe(0);
  expect(archiveEnd(store), 'readers see it all the same').toBe(midnight + 300);
  expect(sampler.snapshot().t).toBe(midnight + 300);
  other.exec('DROP TRIGGER full');
  runTo(midnight + 360);
  expect(onDisk.get()).toBe(5);
  other.close();
  expect(store.frames('minute', 'impianto', midnight, tomorrow)).toHaveLength(6);
});

test('what was sampled reaches the disk every five minutes, and at the end', () => {
  plant = tinyPlant(zone, midnight);
  startAt(midnight);
  const other = new Database(join(folder, 'measures.db'));
  const onDisk = other.prepare<[], number>('SELECT count(*) FROM impianto_minute').pluck();
  runTo(midnight + 295);
  expect([onDisk.get(), store.frames('minute', 'impianto', midnight, tomorrow).length]).toEqual([0, 4]);
  runTo(midnight + 590);
  expect(onDisk.get()).toBe(5);
  sampler.stop();
  expect(onDisk.get()).toBe(10);
  other.close();
});
