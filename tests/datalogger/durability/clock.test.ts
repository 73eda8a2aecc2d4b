import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startOfDay } from '../../../src/contract/zone';
import { SteadyClock } from '../../../src/datalogger/core/time/steady-clock';
import type { Plant } from '../../../src/datalogger/plant/processing/plant';
import { createSampler, type Sampler } from '../../../src/datalogger/plant/sampler/sampler';
import { stamped } from '../../../src/datalogger/plant/sampler/stamped';
import { fieldIndex } from '../../../src/datalogger/storage/measures/kept';
import { type Measures, openMeasures } from '../../../src/datalogger/storage/measures/measures';
import { archiveEnd, dayFrames, quarterFrames } from '../../../src/datalogger/storage/measures/rollup';
import { type TestClock, testClock } from '../../support/clock';
import { tinyPlant } from '../plant/sampler/tiny-plant';

const zone = 'Europe/Rome';
const hour = 3600;
const day = 24 * hour;
const tenYears = 3653 * day;
const quarter = 900;
/** The archive counts in thousandths, and rounds each minute. */
const roundedKwh = 0.05;

let store: Measures;
let clock: TestClock;
let time: SteadyClock;
let sampler: Sampler;
let plant: ReturnType<typeof tinyPlant>;
/** What the counters showed when the first sampler began. */
let before: number;

beforeEach(() => {
  store = openMeasures(':memory:');
});
afterEach(() => store.close());

/** The devices live by their own time, `trueS` now; the datalogger's clock says what it will. */
function startAt(trueS: number, clockS = trueS): void {
  plant = tinyPlant(zone, trueS);
  before = plant.total();
  restartAt(trueS, clockS);
}

/** The datalogger starts again beside a plant that has gone on. */
function restartAt(trueS: number, clockS = trueS): void {
  const ahead = clockS - trueS;
  const source: Plant = {
    ...plant,
    advance: t => plant.advance(t - ahead),
    snapshot: () => stamped(plant.snapshot(), ahead),
  };
  clock = testClock(clockS * 1000);
  time = new SteadyClock(clock);
  sampler = createSampler({
    plant: source,
    store,
    zone: () => zone,
    clock: time,
    onError: error => expect.fail(String(error)),
  });
}

/** Lets true time pass, a tick every 5 s; the wall clock gains that many millionths on it. */
function pass(seconds: number, gain = 0): void {
  for (let passed = 0; passed < seconds; passed += 5) {
    clock.advance(5000);
    if (gain !== 0) clock.set(clock.now() + (passed + 5) * gain - passed * gain);
    sampler.tick();
  }
}

/** Somebody, or a time server, sets the clock. */
const setBy = (seconds: number) => clock.set(clock.now() + seconds * 1000);
const nowS = () => Math.floor(clock.now() / 1000);

interface Slot {
  readonly t: number;
  readonly kwh: number;
  readonly coveredS: number;
}

/** Slots of inverter 1 that the archive shows. */
function slotsOf(frames: ReturnType<typeof quarterFrames>): Slot[] {
  const index = fieldIndex('inverter', 'eday');
  return frames.map(({ t, values }) => ({
    t,
    kwh: (values[index] || 0) / 1000,
    coveredS: values[0] ?? 0,
  }));
}

const quarters = () => slotsOf(quarterFrames(store, 'inverter', 0, 2 ** 33));
/** Without those that hold only what counters showed before the first sample. */
const measured = () => quarters().filter(({ coveredS }) => coveredS > 0);
const days = () => slotsOf(dayFrames(store, 'inverter', zone, 0, 2 ** 33));
const sum = (slots: readonly Slot[], of: (slot: Slot) => number) =>
  slots.reduce((total, slot) => total + of(slot), 0);
const energyOf = (slots: readonly Slot[]) => sum(slots, ({ kwh }) => kwh);
const covered = (slots: readonly Slot[]) => sum(slots, ({ coveredS }) => coveredS);

/** Every slot once and within its length, nothing to come, and all that the counters moved, in quarters as in days. */
function expectSound(): void {
  const slots = quarters();
  expect(slots.map(({ t }) => t)).toEqual([...new Set(slots.map(({ t }) => t))].sort((a, b) => a - b));
  expect(slots.filter(({ kwh, coveredS }) => kwh < 0 || coveredS > quarter)).toEqual([]);
  expect(archiveEnd(store) ?? 0).toBeLessThanOrEqual(nowS() + 60);
  expect(slots.filter(({ t }) => t > nowS())).toEqual([]);
  store.showTo(Number.POSITIVE_INFINITY);
  expect(energyOf(quarters())).toBeCloseTo(energyOf(days()), 6);
  expect(covered(quarters())).toBe(covered(days()));
  expect(Math.abs(energyOf(days()) - (plant.total() - before))).toBeLessThan(roundedKwh);
  store.showTo(nowS());
}

const noon = startOfDay(zone, 2026, 6, 21) + 12 * hour;

describe('L06: a clock that is set', () => {
  test.each([
    ['two minutes back', -120, 4 * hour - 120],
    ['two minutes and some seconds back', -137, 4 * hour - 137],
    ['an hour back', -hour, 3 * hour],
    ['an hour forward', hour, 4 * hour],
    ['a minute and a half forward', 90, 4 * hour],
    ['a day forward', day, 4 * hour],
  ])('%s loses no slot, counts none twice and invents no energy', (_, seconds, coveredS) => {
    startAt(noon - 2 * hour);
    pass(2 * hour);
    setBy(seconds);
    pass(2 * hour);
    sampler.stop();
    expectSound();
    // What was measured twice under the same stamps is covered once; a sample may stand on either side of the step.
    expect(Math.abs(covered(quarters()) - coveredS)).toBeLessThanOrEqual(10);
    expect(store.clockSteps.within(0, 2 ** 33)).toEqual([{ said: noon + 5, says: noon + 5 + seconds }]);
  });

  test('goes on at once, with every sample as old as it is', () => {
    startAt(noon);
    for (const seconds of [-120, -hour, -day, tenYears, -tenYears]) {
      pass(60);
      setBy(seconds);
      pass(5);
      const { t, groups } = sampler.snapshot();
      expect(t).toBe(nowS());
      expect(groups.inverter.sampled[0]).toBe(nowS());
      pass(120);
      expect(archiveEnd(store)).toBeGreaterThan(nowS() - 120);
    }
    sampler.stop();
    expectSound();
  });

  test('a day back, and never right again, shows yesterday, then joins what is there of today', () => {
    startAt(noon - 2 * hour);
    pass(2 * hour);
    setBy(-day);
    pass(hour);
    expect(measured().map(({ t }) => t)).toEqual([0, 1, 2, 3].map(index => noon - day + index * quarter));
    expectSound();
    pass(day);
    expectSound();
    const today = quarters().filter(({ t }) => t >= noon - 2 * hour && t < noon);
    // Twice the energy of the same hours of the clock, because the plant made it twice.
    expect(energyOf(today)).toBeGreaterThan(1.9 * 2 * 25);
    expect(covered(today)).toBe(2 * hour);
  });

  test('over midnight, back and forth, counts no day twice', () => {
    startAt(noon + 11 * hour);
    pass(hour + 600);
    setBy(-20 * 60);
    pass(hour);
    setBy(20 * 60);
    pass(hour);
    sampler.stop();
    expectSound();
    expect(days().map(({ t }) => t)).toEqual([noon - 12 * hour, noon + 12 * hour]);
  });

  test.each([
    ['ten years ahead', tenYears],
    ['a day ahead', day],
    ['an hour ahead', hour],
  ])('%s and back leaves every slot where it belongs', (_, seconds) => {
    startAt(noon - hour);
    pass(hour);
    setBy(seconds);
    pass(40 * 60);
    setBy(-seconds);
    pass(80 * 60);
    sampler.stop();
    expectSound();
    expect(measured().map(({ t }) => t)).toEqual(
      Array.from({ length: 12 }, (_each, index) => noon - hour + index * quarter),
    );
    expect(3 * hour - covered(quarters())).toBeLessThanOrEqual(65);
    expect(energyOf(quarters())).toBeCloseTo(plant.total() - before, 1);
  });

  test('ten years ahead gives up no slot that is old by it alone', () => {
    startAt(noon - hour);
    pass(hour);
    setBy(tenYears);
    pass(day + hour);
    expectSound();
    expect(store.frames('minute', 'inverter', noon - hour, noon)).toHaveLength(60);
    expect(store.frames('minute', 'impianto', noon - hour, noon)).toHaveLength(60);
  });

  test('ten years ahead, off, and on again with the right clock has the slots of the meantime too', () => {
    startAt(noon - hour);
    pass(hour);
    setBy(tenYears);
    pass(40 * 60);
    sampler.stop();
    plant.advance(noon + hour);
    restartAt(noon + hour);
    expect(archiveEnd(store)).toBeLessThanOrEqual(noon + hour);
    pass(hour);
    sampler.stop();
    expectSound();
    expect(measured().map(({ t }) => t)).toEqual([
      ...Array.from({ length: 7 }, (_each, index) => noon - hour + index * quarter),
      ...Array.from({ length: 4 }, (_each, index) => noon + hour + index * quarter),
    ]);
  });

  test('ten years ahead, off and on there, and back after that', () => {
    startAt(noon - hour);
    pass(hour);
    setBy(tenYears);
    pass(600);
    sampler.stop();
    restartAt(noon + 600, noon + 600 + tenYears);
    pass(600);
    setBy(-tenYears);
    pass(hour);
    sampler.stop();
    expectSound();
    expect(energyOf(quarters())).toBeCloseTo(plant.total() - before, 1);
  });

  test('to 1970 is not believed: nothing changes, and nothing does when it is right again', () => {
    startAt(noon - hour);
    pass(hour);
    clock.set(5000);
    pass(hour);
    expect(sampler.snapshot().t).toBe(noon + hour);
    clock.set((noon + hour) * 1000);
    pass(hour);
    sampler.stop();
    expectSound();
    expect(measured()).toHaveLength(12);
    expect(covered(quarters())).toBe(3 * hour);
  });

  test('that wakes up in 1970 keeps nothing under that date, and everything once the time server has answered', () => {
    startAt(noon, 5);
    pass(600);
    expect(quarters()).toEqual([]);
    expect(sampler.snapshot().groups.inverter.values.pac?.[0]).toBeGreaterThan(0);
    clock.set((noon + 600) * 1000);
    pass(2 * hour);
    sampler.stop();
    expectSound();
    // What the counters made before lies where the sun of that morning was, without coverage.
    expect(quarters()[0]?.t).toBe(noon - 6 * hour);
    expect(quarters().find(({ coveredS }) => coveredS > 0)?.t).toBe(noon);
  });

  test('that wakes up in 1970 beside an archive leaves the archive alone, and shows it', () => {
    startAt(noon);
    pass(hour);
    sampler.stop();
    const kept = quarters();
    restartAt(noon + hour, 5);
    pass(600);
    expect(quarters()).toEqual(kept);
  });

  test('that wakes up somewhat behind the archive goes on, and its energy is the counters’', () => {
    startAt(noon);
    pass(hour);
    sampler.stop();
    plant.advance(noon + hour + 600);
    restartAt(noon + hour + 600, noon + 1800);
    pass(60);
    clock.set((noon + hour + 660) * 1000);
    pass(hour);
    sampler.stop();
    expectSound();
  });
});

describe('L06: a clock that drifts', () => {
  test.each([
    ['gains 500 millionths', 500],
    ['loses 500 millionths', -500],
  ])('%s for half a day: every slot is there, and covered', (_, gain) => {
    startAt(noon - 6 * hour);
    pass(12 * hour, gain / 1000);
    sampler.stop();
    expectSound();
    const slots = quarters();
    expect(slots.length).toBeGreaterThanOrEqual(48);
    expect(slots.slice(1, -1).filter(({ coveredS }) => coveredS < quarter - 10)).toEqual([]);
    expect(Math.abs(time.moment().stampS - nowS())).toBeLessThanOrEqual(1);
    expect(store.clockSteps.within(0, 2 ** 33)).toEqual([]);
  });

  test('a leap second, repeated or left out, is no step and costs no slot', () => {
    startAt(noon - hour);
    pass(hour);
    setBy(-1);
    pass(hour);
    setBy(1);
    pass(hour);
    sampler.stop();
    expectSound();
    expect(measured()).toHaveLength(12);
    expect(3 * hour - covered(quarters())).toBeLessThanOrEqual(10);
    expect(store.clockSteps.within(0, 2 ** 33)).toEqual([]);
  });
});

describe('L06: the days on which the clocks change', () => {
  test.each([
    ['spring', startOfDay(zone, 2026, 3, 29), 92],
    ['autumn', startOfDay(zone, 2026, 10, 25), 100],
  ])('in %s have every slot once', (_, midnight, count) => {
    startAt(midnight);
    pass(count * quarter);
    sampler.stop();
    expectSound();
    expect(quarters().map(({ t }) => t)).toEqual(
      Array.from({ length: count }, (_each, index) => midnight + index * quarter),
    );
  });

  test('with the clock set back by an hour in the hour that comes twice', () => {
    const midnight = startOfDay(zone, 2026, 10, 25);
    startAt(midnight);
    pass(3 * hour + 600);
    setBy(-hour);
    pass(6 * hour);
    sampler.stop();
    expectSound();
  });
});
