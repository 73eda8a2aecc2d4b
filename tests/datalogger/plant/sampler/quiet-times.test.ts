import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { createSampler, type Sampler } from '../../../../src/datalogger/plant/sampler/sampler';
import { fieldIndex, fieldsOf, type KeptGroup } from '../../../../src/datalogger/storage/measures/kept';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { dayFrames } from '../../../../src/datalogger/storage/measures/rollup';
import { type TestClock, testClock } from '../../../support/clock';
import { kwp, tinyPlant } from './tiny-plant';

/* A standstill that nobody saw, because nothing answered: what the counters say of it when they are read again (audit D12). */

const zone = 'Europe/Rome';
const midnight = startOfDay(zone, 2026, 6, 21);
const hour = 3600;
const site = { latitude: 44, longitude: 11, tilt: 30, azimuth: 180 };

let folder: string;
let store: Measures;
let clock: TestClock;
let sampler: Sampler;
let plant: ReturnType<typeof tinyPlant>;

function start(): void {
  sampler = createSampler({
    plant,
    store,
    zone: () => zone,
    site: () => site,
    clock: new SteadyClock(clock),
    onError: error => {
      throw error;
    },
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quiet-'));
  store = openMeasures(join(folder, 'measures.db'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function begin(atHour: number): void {
  plant = tinyPlant(zone, midnight + atHour * hour);
  clock = testClock(1000 * (midnight + atHour * hour));
  start();
}

function runTo(atHour: number): void {
  while (clock.now() < 1000 * (midnight + atHour * hour)) {
    clock.advance(10_000);
    sampler.tick();
  }
}

/** What the day has, by device: a ratio as its two parts. */
function day(group: KeptGroup, point: string, device = 0): readonly number[] {
  const [frame] = dayFrames(store, group, zone, midnight, midnight + 24 * hour);
  const at = device * fieldsOf(group).length + fieldIndex(group, point);
  return [frame?.values[at] ?? Number.NaN, frame?.values[at + 1] ?? Number.NaN];
}
const hoursStood = (device: number) => (day('inverter', 'fermo', device)[0] ?? 0) / hour;
const kwhLost = (device: number) => (day('inverter', 'persa', device)[0] ?? 0) / 1000;
const availability = () => {
  const [ran = 0, useful = 1] = day('impianto', 'disp');
  return (100 * ran) / useful;
};

test('an inverter that stood still while it was silent stood still, as far as its counter says, over a restart too', () => {
  begin(9);
  runTo(10);
  plant.silent.add(1);
  plant.stopped.add(1);
  runTo(11.5);
  sampler.stop();
  start();
  runTo(13);
  plant.stopped.clear();
  plant.silent.clear();
  runTo(14);
  expect(hoursStood(0)).toBeCloseTo(3, 1);
  expect(hoursStood(1)).toBe(0);
  // The other inverter makes nine tenths of what this one would.
  expect(kwhLost(0)).toBeCloseTo(3 * 27, 0);
  expect(availability()).toBeCloseTo(100 * (1 - 3 / 10), 0);
  expect(sampler.snapshot().groups.impianto.values.disp?.[0]).toBeCloseTo(availability(), 6);
});

test('where nothing answered, the sky before and after is the light; a counter that moved shows no standstill', () => {
  begin(9);
  runTo(10);
  plant.isDown = true;
  plant.stopped.add(1);
  runTo(12);
  plant.isDown = false;
  plant.stopped.clear();
  runTo(13);
  expect(hoursStood(0)).toBeCloseTo(2, 1);
  expect(hoursStood(1)).toBe(0);
  // At most 30 kW of each inverter.
  expect(kwhLost(0)).toBeGreaterThan(55);
  // Inverter 2 did not answer for two of its four hours.
  expect(day('impianto', 'disp')[1]).toBeCloseTo(kwp * hour * (4 + 2), -3);
});

test('by night, and where nobody knows of light, nothing stood still', () => {
  begin(17);
  runTo(17.9);
  plant.isDown = true;
  plant.stopped.add(1);
  runTo(30);
  plant.isDown = false;
  runTo(30.5);
  expect(hoursStood(0)).toBe(0);
  expect(kwhLost(0)).toBe(0);
});

test.each([10, 100])(
  'a counter in steps of %i kWh that did not move in a short silence shows no standstill',
  stepKwh => {
    begin(9);
    plant.stepKwh = stepKwh;
    runTo(10.1);
    const shortH = stepKwh / 200;
    for (const hours of [10.1, 12.3]) {
      runTo(hours);
      plant.silent.add(1);
      runTo(hours + shortH);
      plant.silent.clear();
    }
    runTo(14);
    expect(hoursStood(0)).toBe(0);
    expect(kwhLost(0)).toBe(0);
    expect(day('inverter', 'muta')[0] ?? 0).not.toBeGreaterThan(0);
    expect(availability()).toBe(100);
    if (stepKwh > 10) return;
    // What stood still for many steps is still seen.
    plant.silent.add(1);
    plant.stopped.add(1);
    runTo(16.5);
    plant.stopped.clear();
    plant.silent.clear();
    runTo(16.6);
    expect(hoursStood(0)).toBeCloseTo(2.5, 0);
  },
);
