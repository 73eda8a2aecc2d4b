import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlantSource } from '../../../src/datalogger/plant/source';
import { createSampler, type Sampler } from '../../../src/datalogger/sampler/sampler';
import { type Measures, openMeasures } from '../../../src/datalogger/store/measures';
import { fieldIndex } from '../../../src/datalogger/store/measures-kept';
import { quarterFrames } from '../../../src/datalogger/store/measures-rollup';
import { startOfDay } from '../../../src/datalogger/zone';
import { type TestClock, testClock } from '../../support/clock';
import { tinyPlant } from '../sampler/tiny-plant';

const zone = 'Europe/Rome';
const hour = 3600;
const day = 24 * hour;
const quarter = 900;
/** The archive counts in thousandths, and rounds each minute. */
const roundedKwh = 0.05;

let store: Measures;
let clock: TestClock;
let sampler: Sampler;
let plant: ReturnType<typeof tinyPlant>;
/** What the plant's own time is: the devices count on, whatever the datalogger's clock says. */
let trueS: number;

beforeEach(() => {
  store = openMeasures(':memory:');
});
afterEach(() => store.close());

function startAt(trueStart: number, clockStart = trueStart): void {
  trueS = trueStart;
  plant = tinyPlant(zone, trueStart);
  clock = testClock(clockStart * 1000);
  const source: PlantSource = {
    ...plant,
    advance: () => plant.advance(trueS),
    // A sample has the time of the clock that it was taken by.
    snapshot: () => ({ ...plant.snapshot(), t: Math.floor(clock.now() / 1000), groups: sampledNow() }),
  };
  sampler = createSampler({
    plant: source,
    store,
    zone: () => zone,
    clock,
    onError: error => expect.fail(String(error)),
  });
}

function sampledNow() {
  const { groups } = plant.snapshot();
  const now = Math.floor(clock.now() / 1000);
  const named = Object.entries(groups).map(([name, rows]) => [
    name,
    { ...rows, sampled: rows.sampled.map(() => now) },
  ]);
  return { ...groups, ...Object.fromEntries(named) };
}

/** Lets true time pass, a tick every 5 s. */
function pass(seconds: number): void {
  for (let passed = 0; passed < seconds; passed += 5) {
    trueS += 5;
    clock.advance(5000);
    sampler.tick();
  }
}

/** Somebody, or a time server, sets the clock. */
const setBy = (seconds: number) => clock.set(clock.now() + seconds * 1000);

/** Quarters of inverter 1: when they start, and their kWh. */
function quarters(): { t: number; kwh: number }[] {
  const index = fieldIndex('inverter', 'eday');
  return quarterFrames(store, 'inverter', 0, 2 ** 32).map(({ t, values }) => ({
    t,
    kwh: (values[index] ?? 0) / 1000,
  }));
}

const sum = (slots: readonly { kwh: number }[]) => slots.reduce((kwh, slot) => kwh + (slot.kwh || 0), 0);

function expectSound(): void {
  const slots = quarters();
  expect(slots.map(({ t }) => t)).toEqual([...new Set(slots.map(({ t }) => t))].sort((a, b) => a - b));
  expect(slots.filter(({ kwh }) => kwh < 0)).toEqual([]);
}

const noon = startOfDay(zone, 2026, 6, 21) + 12 * hour;

describe('L06: a clock that is set', () => {
  test.each([
    ['an hour forward', hour],
    ['an hour back', -hour],
    ['a day back', -day],
    ['a minute and a half forward', 90],
  ])('%s gives no slot twice, no negative energy, and loses none that the counters have', (_, seconds) => {
    startAt(noon - 2 * hour);
    const before = plant.total();
    pass(2 * hour);
    setBy(seconds);
    pass(2 * hour);
    // Set back for good, it is set right again: until then there is nothing to keep under a time that was already.
    if (seconds < 0) setBy(-seconds);
    pass(hour);
    sampler.stop();
    expectSound();
    expect(Math.abs(sum(quarters()) - (plant.total() - before))).toBeLessThan(roundedKwh);
  });

  test('that wakes up in 1970 keeps nothing under that date, and everything once the time server has told it', () => {
    startAt(noon, 5);
    const before = plant.total();
    pass(600);
    expect(quarters()).toEqual([]);
    expect(sampler.snapshot().groups.inverter.values.pac?.[0]).toBeGreaterThan(0);
    clock.set(trueS * 1000);
    pass(2 * hour);
    sampler.stop();
    expectSound();
    // What the counters made before goes into the quarter before the first that was sampled.
    expect(quarters()[0]?.t).toBe(noon - quarter);
    expect(Math.abs(sum(quarters()) - (plant.total() - before))).toBeLessThan(roundedKwh);
  });

  test('that wakes up in 1970 beside an archive leaves the archive alone', () => {
    startAt(noon);
    pass(hour);
    sampler.stop();
    const before = quarters();
    startAt(noon + hour, 5);
    pass(600);
    expect(quarters()).toEqual(before);
  });
});

describe('L06: the days on which the clocks change', () => {
  test.each([
    ['spring', startOfDay(zone, 2026, 3, 29), 92],
    ['autumn', startOfDay(zone, 2026, 10, 25), 100],
  ])('in %s have every slot once', (_, midnight, count) => {
    startAt(midnight);
    const before = plant.total();
    pass(count * quarter);
    sampler.stop();
    expectSound();
    expect(quarters().map(({ t }) => t)).toEqual(
      Array.from({ length: count }, (_each, index) => midnight + index * quarter),
    );
    expect(Math.abs(sum(quarters()) - (plant.total() - before))).toBeLessThan(roundedKwh);
  });
});
