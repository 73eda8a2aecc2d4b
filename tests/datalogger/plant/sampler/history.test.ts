import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { fillHistory } from '../../../../src/datalogger/plant/sampler/history';
import type { DeviceRows } from '../../../../src/datalogger/plant/snapshot';
import type { PastSlot } from '../../../../src/datalogger/plant/source';
import { pastSlots } from '../../../../src/datalogger/sources/simulator/history/first-history';
import { fieldIndex, keptGroups, tiers } from '../../../../src/datalogger/storage/measures/kept';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { dayFrames, quarterFrames } from '../../../../src/datalogger/storage/measures/rollup';
import { irradianceAt, kwp, powerAt } from './tiny-plant';

const zone = 'Europe/Rome';
// The clocks change in between, and the end is in the middle of a day.
const from = startOfDay(zone, 2026, 2, 20);
const to = startOfDay(zone, 2026, 4, 3) + 10 * 3600;
const eday = fieldIndex('impianto', 'eday');

let store: Measures;
beforeEach(() => {
  store = openMeasures(':memory:');
});
afterEach(() => store.close());

function rows(t: number, values: Record<string, number>): DeviceRows {
  const columns = Object.fromEntries(Object.entries(values).map(([point, value]) => [point, [value]]));
  return { id: [1], nome: ['uno'], stato: [4], sampled: [t], validS: [30], q: [192], values: columns };
}

/** The last two hours in minutes, all before in quarters; fails before the slot at `crashAt`. */
function* past(crashAt = Number.POSITIVE_INFINITY): Generator<PastSlot> {
  for (let t = from; t < to; ) {
    if (t >= crashAt) throw new Error('power cut');
    const seconds = t < to - 7200 ? 900 : 60;
    const pac = powerAt(zone, t + seconds / 2);
    const energy = (pac * seconds) / 3600;
    const groups = {
      impianto: rows(t, { pac, poa: irradianceAt(zone, t + seconds / 2), eday: energy }),
      inverter: rows(t, { pac, eday: energy, kwp }),
    };
    yield { t, seconds, groups };
    t += seconds;
  }
}

const everything = (archive: Measures) =>
  tiers.flatMap(tier => keptGroups.map(group => archive.frames(tier, group, 0, to + 1)));

test('the past is there in quarters and days, its last hours in minutes, and its energy is whole', () => {
  expect(fillHistory({ store, slots: past(), zone })).toBe(true);
  const quarters = quarterFrames(store, 'impianto', from, to);
  expect(quarters).toHaveLength((to - from) / 900);
  expect(store.frames('minute', 'impianto', from, to)).toHaveLength(120);
  let energy = 0;
  for (const { groups } of past()) energy += groups.impianto?.values.eday?.[0] ?? 0;
  const sum = (frames: typeof quarters) =>
    frames.reduce((total, { values }) => total + (values[eday] ?? 0), 0);
  expect(sum(quarters) / 1000).toBeCloseTo(energy, 2);
  expect(sum(dayFrames(store, 'impianto', zone, from, to))).toBe(sum(quarters));
  // The day on which the clocks go forward has 23 hours.
  const short = startOfDay(zone, 2026, 3, 29);
  expect(store.frames('day', 'impianto', short, short + 1)[0]?.values[0]).toBe(23 * 3600);
});

test('killed half way it leaves whole months, and goes on to the same archive as without', () => {
  const middle = startOfDay(zone, 2026, 3, 15);
  expect(() => fillHistory({ store, slots: past(middle), zone })).toThrow('power cut');
  expect(store.newest('quarter', 'impianto')).toBe(startOfDay(zone, 2026, 3, 1) - 900);
  const written: number[] = [];
  expect(fillHistory({ store, slots: past(), zone, onProgress: end => written.push(end) })).toBe(true);
  expect(written).toEqual([startOfDay(zone, 2026, 4, 1), to]);
  const whole = openMeasures(':memory:');
  fillHistory({ store: whole, slots: past(), zone });
  expect(everything(store)).toEqual(everything(whole));
  whole.close();
});

test('once complete it is not written again', () => {
  fillHistory({ store, slots: past(), zone });
  expect(fillHistory({ store, slots: past(from), zone })).toBe(false);
});

test('the past of the simulated medium plant fits: every quarter, every day, 0.75 kB a quarter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  const path = join(folder, 'measures.db');
  const archive = openMeasures(path);
  const end = startOfDay(zone, 2026, 6, 21) + 13 * 3600;
  const begin = startOfDay(zone, 2026, 4, 22);
  const began = performance.now();
  const slots = pastSlots({ size: 'medium', seed: 1, from: begin, to: end, seconds: 900 });
  fillHistory({ store: archive, slots, zone });
  const seconds = (performance.now() - began) / 1000;
  const quarters = (end - begin) / 900;
  for (const group of ['impianto', 'inverter', 'contatori', 'sensori'] as const) {
    expect(archive.frames('quarter', group, begin, end)).toHaveLength(quarters);
    expect(archive.frames('day', group, begin, end)).toHaveLength(60);
  }
  archive.close();
  const bytes = statSync(path).size / quarters;
  console.log(`two months of the medium plant: ${seconds.toFixed(1)} s, ${bytes.toFixed(0)} bytes a quarter`);
  expect(bytes).toBeLessThan(750);
  rmSync(folder, { recursive: true });
});
