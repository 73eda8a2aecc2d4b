import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startOfDay, startOfLocalDay } from '../../../../src/contract/zone';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { createSampler, type Sampler } from '../../../../src/datalogger/plant/sampler/sampler';
import { emptyFrame, type Frame } from '../../../../src/datalogger/storage/measures/frame';
import { fieldIndex, fieldsOf } from '../../../../src/datalogger/storage/measures/kept';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import {
  closeDays,
  dayFrames,
  nextDay,
  quarterFrames,
} from '../../../../src/datalogger/storage/measures/rollup';
import { moveDays } from '../../../../src/datalogger/storage/measures/zone';
import { type TestClock, testClock } from '../../../support/clock';
import { numbersFrom } from '../../../support/numbers';
import { tinyPlant } from './tiny-plant';

const rome = 'Europe/Rome';
const hour = 3600;
const quarter = 900;
const ever = 2 ** 40;
/** West, east, further than half a day, a quarter off the hour, another summer time, and home again. */
const zones = ['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'Asia/Kathmandu', 'UTC', rome];

let store: Measures;
beforeEach(() => {
  store = openMeasures(':memory:');
});
afterEach(() => store.close());

const energyAt = fieldIndex('inverter', 'eday');
/** Of inverter 1: [start, Wh, seconds covered]. */
const facts = (frames: readonly Frame[]) =>
  frames.map(({ t, values }) => [t, values[energyAt] || 0, values[0] ?? 0] as const);
const days = (zone: string) => facts(dayFrames(store, 'inverter', zone, 0, ever));
const sum = (rows: readonly (readonly [number, number, number])[], at: 1 | 2) =>
  rows.reduce((all, row) => all + row[at], 0);

describe('days that are over', () => {
  const from = startOfDay(rome, 2026, 2, 20);
  const to = startOfDay(rome, 2026, 4, 20) + 5 * hour;
  const retention = { minuteDays: 30, quarterDays: 35 };
  /** Wh of each quarter, whether it is still kept or not. */
  const made = new Map<number, number>();

  beforeEach(() => {
    const random = numbersFrom(4);
    made.clear();
    moveDays(store, rome);
    store.transaction(() => {
      for (let t = from; t < to; t += quarter) {
        const frame = emptyFrame('inverter', t, [1]);
        const energy = Math.floor(10_000 * random());
        frame.values[0] = quarter;
        frame.values[energyAt] = energy;
        expect(fieldsOf('inverter')[energyAt]?.rule).toBe('sum');
        store.put('quarter', 'inverter', frame);
        made.set(t, energy);
        if (startOfLocalDay(rome, t) === t) closeDays(store, rome, t, retention);
      }
    });
    // The general retention is longer than that of inverters: here days without quarters are wanted.
    const kept = startOfDay(rome, 2026, 3, 15);
    store.remove('quarter', 'inverter', 0, kept);
  });

  test('are cut at the midnights of the new zone, and all energy is there once', () => {
    const all = [...made.values()].reduce((total, energy) => total + energy, 0);
    expect(sum(days(rome), 1)).toBe(all);
    for (const zone of zones) {
      moveDays(store, zone);
      const rows = days(zone);
      expect(sum(rows, 1), zone).toBe(all);
      expect(new Set(rows.map(([t]) => t)).size).toBe(rows.length);
      for (const [t, energy, coveredS] of rows) {
        expect(startOfLocalDay(zone, t)).toBe(t);
        expect(coveredS).toBeLessThanOrEqual(nextDay(zone, t) - t);
        if (t < startOfDay(rome, 2026, 3, 25)) continue;
        const own = [...made].filter(([at]) => at >= t && at < nextDay(zone, t));
        expect(energy, `${zone} ${new Date(t * 1000).toISOString()}`).toBe(
          own.reduce((total, [, each]) => total + each, 0),
        );
      }
    }
  });

  test('of which only the day is kept count as the day in which their middle lies', () => {
    const energies = (zone: string) => days(zone).map(([t, energy]) => [t, energy] as const);
    const isCoarse = ([t]: readonly [number, number]) => t < startOfDay(rome, 2026, 3, 10);
    const coarse = energies(rome).filter(isCoarse);
    for (const zone of zones) moveDays(store, zone);
    expect(energies(rome).filter(isCoarse)).toEqual(coarse);
    moveDays(store, 'America/New_York');
    const inNewYork = energies('America/New_York').slice(0, coarse.length);
    expect(inNewYork.map(([, energy]) => energy)).toEqual(coarse.map(([, energy]) => energy));
    expect(inNewYork[0]?.[0]).toBe(startOfDay('America/New_York', 2026, 2, 20));
  });

  test('stay as they are where the zone is the same, or where the archive has never said one', () => {
    const before = days(rome);
    const generation = store.note('generation');
    moveDays(store, rome);
    expect(days(rome)).toEqual(before);
    expect(store.note('generation')).toBe(generation);
  });
});

describe('the days that run', () => {
  let clock: TestClock;
  let sampler: Sampler;
  let plant: ReturnType<typeof tinyPlant>;
  let zone: string;
  let before: number;

  function begin(at: number): void {
    plant = tinyPlant(rome, at);
    zone = rome;
    clock = testClock(at * 1000);
    before = plant.total();
    restart();
  }

  function restart(): void {
    sampler = createSampler({
      plant,
      store,
      zone: () => zone,
      clock: new SteadyClock(clock),
      onError: error => expect.fail(String(error)),
    });
  }

  function pass(hours: number): void {
    for (let minute = 0; minute < hours * 60; minute += 1) {
      clock.advance(60_000);
      sampler.tick();
    }
  }

  function change(to: string): void {
    zone = to;
    sampler.renew();
  }

  /** Every quarter once and whole, all days together what the counters moved. */
  function expectSound(hours: number): void {
    const slots = facts(quarterFrames(store, 'inverter', 0, ever)).filter(([, , coveredS]) => coveredS > 0);
    expect(new Set(slots.map(([t]) => t)).size).toBe(slots.length);
    expect(slots.every(([, energy, coveredS]) => energy >= 0 && coveredS <= quarter)).toBe(true);
    expect(sum(slots, 2)).toBe(hours * hour);
    const rows = days(zone);
    expect(rows.every(([t]) => startOfLocalDay(zone, t) === t)).toBe(true);
    expect(sum(rows, 1)).toBe(sum(facts(quarterFrames(store, 'inverter', 0, ever)), 1));
    expect(sum(rows, 2)).toBe(hours * hour);
    expect(Math.abs(sum(rows, 1) / 1000 - (plant.total() - before))).toBeLessThan(0.05);
  }

  test('lose no slot and count none twice, wherever the new midnight lies, although devices keep their own', () => {
    begin(startOfDay(rome, 2026, 6, 21) + 7 * hour);
    let hours = 0;
    for (const [to, then] of [
      ['Asia/Kolkata', 3],
      ['America/New_York', 4],
      ['Pacific/Auckland', 5],
      ['America/New_York', 6],
      ['Asia/Kathmandu', 2],
      [rome, 8],
    ] as const) {
      pass(then);
      change(to);
      pass(then);
      hours += 2 * then;
      expectSound(hours);
    }
  });

  test('a device that is silent while the zone changes has its energy once', () => {
    begin(startOfDay(rome, 2026, 6, 21) + 9 * hour);
    pass(2);
    plant.silent.add(1);
    pass(1);
    pass(0.5);
    // There it has been midnight at 12:00 in Rome: half an hour ago.
    change('Pacific/Kiritimati');
    pass(2);
    plant.silent.clear();
    pass(1);
    const rows = days(zone);
    expect(Math.abs(sum(rows, 1) / 1000 - (plant.total() - before))).toBeLessThan(0.05);
  });

  test('a zone that was changed while the program was off, or by a backup, is found at the start', () => {
    begin(startOfDay(rome, 2026, 6, 21) + 12 * hour);
    pass(14);
    sampler.stop();
    zone = 'America/New_York';
    restart();
    pass(14);
    expectSound(28);
  });
});
