import { afterEach, beforeEach, expect, test } from 'vitest';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { createSampler, type Sampler } from '../../../../src/datalogger/plant/sampler/sampler';
import type { Snapshot } from '../../../../src/datalogger/plant/snapshot';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { type TestClock, testClock } from '../../../support/clock';
import { simulatedTestPlant } from '../../../support/simulated-plant';

const start = Date.parse('2026-06-10T13:42:10+02:00') / 1000;

let store: Measures;
let clock: TestClock;
let seen: number[];
let errors: unknown[];
beforeEach(() => {
  store = openMeasures(':memory:');
  clock = testClock(start * 1000);
  seen = [];
  errors = [];
});
afterEach(() => store.close());

function sample(watch?: (snapshot: Snapshot) => void): Sampler {
  return createSampler({
    plant: simulatedTestPlant({ size: 'small', seed: 1, startAt: start }),
    store,
    zone: () => 'Europe/Rome',
    clock: new SteadyClock(clock),
    onError: error => errors.push(error),
    ...(watch ? { watch } : {}),
  });
}

function tickAfter(sampler: Sampler, seconds: number): void {
  clock.advance(seconds * 1000);
  sampler.tick();
}

const secondsFrom = (from: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => start + from + index * step);

test('the watch sees every second once, however the ticks come', () => {
  const sampler = sample(({ t }) => seen.push(t));
  for (const seconds of [1, 1, 3, 0, 10, 0.4, 0.6, 2]) tickAfter(sampler, seconds);
  expect(seen).toEqual(secondsFrom(1, 18));
});

test('more than a few seconds at once are seen in the steps of the samples, and none of these is left out', () => {
  const sampler = sample(({ t }) => seen.push(t));
  tickAfter(sampler, 1);
  tickAfter(sampler, 62);
  tickAfter(sampler, 1);
  expect(seen).toEqual([start + 1, ...secondsFrom(5, 12, 5), ...secondsFrom(61, 4)]);
});

test('the samples are the same with and without a watch', () => {
  const framesOf = (sampler: Sampler, every: number) => {
    for (let passed = 0; passed < 300; passed += every) tickAfter(sampler, every);
    return store.frames('minute', 'impianto', start, start + 300);
  };
  const unwatched = framesOf(sample(), 5);
  store.close();
  store = openMeasures(':memory:');
  clock = testClock(start * 1000);
  expect(
    framesOf(
      sample(() => undefined),
      1,
    ),
  ).toEqual(unwatched);
  expect(unwatched.length).toBeGreaterThan(3);
});

test('a watch that fails is logged, and sees the next second all the same', () => {
  const sampler = sample(({ t }) => {
    seen.push(t);
    if (seen.length === 1) throw new Error('once');
  });
  for (let second = 0; second < 3; second++) tickAfter(sampler, 1);
  expect(seen).toEqual(secondsFrom(1, 3));
  expect(errors).toHaveLength(1);
});
