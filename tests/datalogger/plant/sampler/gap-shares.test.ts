import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { shareOut, stepOfGap } from '../../../../src/datalogger/plant/sampler/gap-shares';

const zone = 'Europe/Rome';
const hour = 3600;
const day = startOfDay(zone, 2026, 6, 23);

const gaps = fc.record({
  thousandths: fc.integer({ min: 1, max: 1e9 }),
  from: fc.integer({ min: day - 400 * 86_400, max: day }),
  lastsS: fc.oneof(fc.integer({ min: 121, max: 3 * hour }), fc.integer({ min: 3 * hour, max: 90 * 86_400 })),
  seed: fc.integer({ min: 0, max: 6 }),
});

describe('the energy of a gap', () => {
  test('is divided whole, each share in a minute of the gap, whatever its length', () => {
    fc.assert(
      fc.property(gaps, ({ thousandths, from, lastsS, seed }) => {
        const gap = { thousandths, from, to: from + lastsS };
        const weightIn = (begin: number) => (Math.floor(begin / hour) + seed) % 7;
        const shares = shareOut(gap, { weightIn, mostPerHour: null });
        expect(shares.reduce((sum, share) => sum + share.thousandths, 0)).toBe(thousandths);
        for (const { t } of shares) {
          expect(t % 60).toBe(0);
          expect(t).toBeGreaterThanOrEqual(from);
          expect(t + 60).toBeLessThanOrEqual(from + lastsS);
        }
      }),
      { seed: 38, numRuns: 60 },
    );
  });

  test('is in no part more than can be made, while there is room in another', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (hours, share) => {
          const gap = { thousandths: Math.floor(100_000 * hours * share), from: day, to: day + hours * hour };
          // Nearly all the weight lies in the first quarter of an hour.
          const weightIn = (begin: number) => (begin < day + 900 ? 1 : 0.001);
          for (const { thousandths } of shareOut(gap, { weightIn, mostPerHour: 100_000 }))
            expect(thousandths).toBeLessThanOrEqual((100_000 * stepOfGap(gap)) / hour + 1);
        },
      ),
      { seed: 38, numRuns: 60 },
    );
  });

  test('follows the sun', () => {
    const gap = { thousandths: 40_000, from: day + 8 * hour, to: day + 20 * hour };
    const weightIn = (begin: number) => (begin >= day + 12 * hour && begin < day + 14 * hour ? 1 : 0);
    const shares = shareOut(gap, { weightIn, mostPerHour: 100_000 });
    expect(shares).toHaveLength(24);
    expect(new Set(shares.map(({ thousandths }) => Math.round(thousandths / 10)))).toEqual(new Set([167]));
  });
});
