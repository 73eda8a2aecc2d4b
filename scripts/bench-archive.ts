/**
 * Prints the size of the archive after ten years and whether it stays constant after that (goal 400 MiB), and the time to read reports
 * and a year of daily bars from 13 months of the largest plant (goal 300 ms), so that no added data fills or slows a small device
 * unnoticed. One simulated year is repeated, because the archive is measured, not the weather.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { quarterS, startOfDay } from '../src/contract/zone';
import { namedPeriod, periodBefore } from '../src/datalogger/analytics/reports/named-period';
import { reportOf } from '../src/datalogger/analytics/reports/report';
import { usualLimits } from '../src/datalogger/plant/processing/limits';
import { fillHistory } from '../src/datalogger/plant/sampler/history';
import { framesOf, SampleMemory } from '../src/datalogger/plant/sampler/sample-frame';
import type { PastSlot } from '../src/datalogger/plant/source';
import {
  firstHistory,
  historyStart,
  pastSlots,
} from '../src/datalogger/sources/simulator/history/first-history';
import { openAlarms } from '../src/datalogger/storage/alarms/alarms';
import type { Frame } from '../src/datalogger/storage/measures/frame';
import {
  defaultRetention,
  type KeptGroup,
  keptGroups,
  retentionOf,
} from '../src/datalogger/storage/measures/kept';
import { type Measures, openMeasures } from '../src/datalogger/storage/measures/measures';
import { dayFrames, minuteS, rollUp } from '../src/datalogger/storage/measures/rollup';
import { simulatedTestPlant } from '../tests/support/simulated-plant';

const zone = 'Europe/Rome';
const dayS = 86_400;
const years = 12;
const firstShown = 10;
/** One week, so that old data is deleted almost as often as on a device. */
const slotsAtOnce = 7 * 96;
const goals = { mebibytes: 400, readMs: 300 };

const verdict = (value: number, goal: number, unit: string) =>
  `${value.toFixed(0).padStart(6)} / ${goal} ${unit} ${value <= goal ? 'ok' : 'OVER'}`;

type Slot = ReadonlyMap<KeptGroup, Frame>;

/** Simulates a period and returns the frames of each slot. */
function simulate(from: number, days: number, seconds: number): Slot[] {
  const to = from + days * dayS;
  const slots = pastSlots({ size: 'medium', seed: 1, from, to, seconds });
  const memory = new SampleMemory();
  return Array.from(slots, (slot: PastSlot) =>
    framesOf({
      ...slot,
      limits: usualLimits,
      memory,
      isGood: () => true,
      energy: (_group, _point, _id, value) => Math.round(value * 1000),
    }),
  );
}

function write(
  store: Measures,
  { tier, slots, shiftS }: { tier: 'minute' | 'quarter'; slots: readonly Slot[]; shiftS: number },
  groups: readonly KeptGroup[] = keptGroups,
): void {
  for (const frames of slots) {
    for (const [group, frame] of frames) {
      if (groups.includes(group)) store.put(tier, group, { ...frame, t: frame.t + shiftS });
    }
  }
}

/** Writes the minute values kept for the time before `end`, by repeating those of a few days. */
function writeMinutes(store: Measures, slots: readonly Slot[], from: number, end: number): void {
  const stepS = slots.length * minuteS;
  for (let ago = stepS; ago <= defaultRetention.minuteDays * dayS; ago += stepS) {
    const kept = keptGroups.filter(group => retentionOf(group, defaultRetention).minuteDays * dayS >= ago);
    store.transaction(() => write(store, { tier: 'minute', slots, shiftS: end - ago - from }, kept));
  }
}

/** Writes ten years of the medium plant and then two more, which have to fit into the space of deleted data. */
function tenYears(): void {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  const path = join(folder, 'measures.db');
  const store = openMeasures(path);
  const start = startOfDay(zone, 2026, 1, 1);
  const year = simulate(start, 365, quarterS);
  const fineFrom = start + 100 * dayS;
  const fine = simulate(fineFrom, 2, minuteS);
  const yearS = year.length * quarterS;
  for (let index = 1; index <= years; index++) {
    const end = start + index * yearS;
    for (let first = 0; first < year.length; first += slotsAtOnce) {
      const slots = year.slice(first, first + slotsAtOnce);
      store.transaction(() => {
        write(store, { tier: 'quarter', slots, shiftS: end - yearS - start });
        rollUp(store, zone, end - yearS + (first + slots.length) * quarterS, defaultRetention);
      });
    }
    if (index < firstShown) continue;
    writeMinutes(store, fine, fineFrom, end);
    const mebibytes = statSync(path).size / 2 ** 20;
    console.log(`medium, ${index} years            ${verdict(mebibytes, goals.mebibytes, 'MiB')}`);
  }
  store.close();
  rmSync(folder, { recursive: true });
}

/** Runs `work`; returns its processor time in ms (other work of the machine does not count) and its result. */
function timed<T>(work: () => T): [tookMs: number, answer: T] {
  const began = process.cpuUsage();
  const answer = work();
  const { user, system } = process.cpuUsage(began);
  return [(user + system) / 1000, answer];
}

const asked = [
  ['giornaliero', '2026-06-10'],
  ['mensile', '2026-05'],
  ['annuale', '2025'],
  ['annuale', '2026'],
] as const;

/** Measures a year of daily bars of every inverter, and reports that are not yet computed, from 13 months of a plant. */
function thirteenMonths(size: 'medium' | 'xl'): void {
  const now = Date.parse('2026-06-10T13:42:10+02:00') / 1000;
  const store = openMeasures(':memory:');
  const past = { size, seed: 1, from: historyStart(zone, now), to: now };
  fillHistory({ store, zone, slots: firstHistory(past, zone) });
  const plant = simulatedTestPlant({ size, seed: 1, startAt: now });
  const alarms = openAlarms(':memory:');
  const sources = { store, zone, snapshot: plant.snapshot(), plant: null, alarms };
  const from = startOfDay(zone, 2025, 6, 1);
  const [barsMs, bars] = timed(() => dayFrames(store, 'inverter', zone, from, from + 365 * dayS));
  console.log(`${size}, a year of day bars     ${verdict(barsMs, goals.readMs, 'ms')}  ${bars.length} days`);
  for (const [kind, d] of asked) {
    const main = namedPeriod(kind, zone, d);
    if (!main) throw new Error(`${d} is no period`);
    const comparison = periodBefore(kind, zone, main);
    const [tookMs, text] = timed(() => JSON.stringify(reportOf(sources, { kind, main, comparison })));
    const bytes = `${text.length} B, ${gzipSync(text).length} gz`;
    console.log(
      `${size}, ${kind.padEnd(11)} ${d.padEnd(10)} ${verdict(tookMs, goals.readMs, 'ms')}  ${bytes}`,
    );
  }
  alarms.close();
  store.close();
}

thirteenMonths('medium');
thirteenMonths('xl');
tenYears();
