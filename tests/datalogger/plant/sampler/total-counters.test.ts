import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { spread, TotalCounters } from '../../../../src/datalogger/plant/sampler/total-counters';

const zone = 'Europe/Rome';
const hour = 3600;
const midnight = startOfDay(zone, 2026, 6, 21);

describe('a counter of a lifetime', () => {
  const counters = () => {
    const made = new TotalCounters();
    made.restore('inverter.1', { value: 1_000_000, t: midnight - 6 * hour });
    return made;
  };
  const morning = { t: midnight + 9 * hour, zone };

  test('tells what the counter of the day has forgotten', () => {
    expect(counters().read('inverter.1', 1150, 30, morning)).toEqual({
      thousandths: 120_000, // 1150 - 1000 - 30
      from: midnight - 6 * hour,
      to: midnight,
    });
  });

  test('tells nothing of a counter that is new, was replaced, or counts whole kWh and moved by one', () => {
    expect(new TotalCounters().read('inverter.1', 1150, 30, morning)).toBeNull();
    expect(counters().read('inverter.1', 12, 30, morning)).toBeNull();
    expect(counters().read('inverter.1', 1031, 30, morning)).toBeNull();
  });

  test('tells nothing where the day was seen to its end', () => {
    const made = counters();
    made.read('inverter.1', 1000, 100, { t: midnight, zone });
    expect(made.read('inverter.1', 1000, 0, { t: midnight + 5, zone })).toBeNull();
  });
});

describe('what was missed', () => {
  test('is shared out whole, each share within the gap, on whatever days', () => {
    const gap = fc.record({
      thousandths: fc.integer({ min: 1, max: 1e9 }),
      day: fc.integer({ min: 1, max: 2000 }),
      second: fc.integer({ min: 0, max: 82_800 }),
      days: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(gap, ({ thousandths, day, second, days }) => {
        const from = startOfDay(zone, 2024, 1, day) + second;
        const to = startOfDay(zone, 2024, 1, day + days);
        const shares = spread({ thousandths, from, to }, zone);
        expect(shares.reduce((sum, share) => sum + share.thousandths, 0)).toBe(thousandths);
        for (const { quarter } of shares) {
          expect(quarter + 900).toBeGreaterThan(from);
          expect(quarter + 900).toBeLessThanOrEqual(to);
          expect(quarter % 900).toBe(0);
        }
      }),
    );
  });

  test('of an evening after the sun of an average day is that evening’s', () => {
    const shares = spread({ thousandths: 5000, from: midnight - 4 * hour, to: midnight }, zone);
    expect(shares).toEqual([{ quarter: midnight - 900, thousandths: 5000 }]);
  });
});
