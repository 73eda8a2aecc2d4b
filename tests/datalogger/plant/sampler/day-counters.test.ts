import { beforeEach, expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { DayCounters } from '../../../../src/datalogger/plant/sampler/day-counters';

const zone = 'Europe/Rome';
const midnight = startOfDay(zone, 2026, 6, 21);
const noon = midnight + 12 * 3600;

let counters: DayCounters;
beforeEach(() => {
  counters = new DayCounters();
});

const read = (kwh: number, t: number) => counters.read('inverter.1.eday', kwh, t, zone);
const moved = (kwh: number, t: number) => read(kwh, t).thousandths;

test('a counter that fails for a moment is neither a negative energy nor the same one twice', () => {
  moved(400, noon);
  expect([moved(401, noon + 5), moved(0, noon + 10), moved(0, noon + 15), moved(402, noon + 20)]).toEqual([
    1000, 0, 0, 1000,
  ]);
});

test('a counter starts again at midnight, even when its own clock is late', () => {
  moved(400, midnight - 5);
  expect([moved(400.5, midnight), moved(401, midnight + 5)]).toEqual([500, 500]);
  let sum = 0;
  for (let s = 10; s <= 600; s += 5) sum += moved((s - 10) / 100, midnight + s);
  expect(sum).toBe(5900);
});

test('a counter that was replaced counts on from where the new one is', () => {
  moved(400, noon);
  let sum = 0;
  for (let s = 5; s <= 600; s += 5) sum += moved(s / 100, noon + s);
  expect(sum).toBe(5950);
});

test('after a night without readings the whole counter of the new day was found, higher than the old one or not', () => {
  moved(100, midnight - 7200);
  expect(read(300, noon)).toEqual({ thousandths: 300_000, since: midnight, isFound: true });
});

test('the steps add up to the counter, however it is rounded', () => {
  let sum = 0;
  for (let step = 1; step <= 1000; step++) sum += moved(step * 0.0123457, midnight + 5 * step);
  expect(sum).toBe(Math.round(12.3457 * 1000));
});
