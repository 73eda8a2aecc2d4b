import { afterEach, beforeEach, expect, test } from 'vitest';
import { trendUntil } from '../../../../src/datalogger/analytics/reports/trend';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import { emptyFrame } from '../../../../src/datalogger/storage/measures/frame';
import { fieldIndex } from '../../../../src/datalogger/storage/measures/kept';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { simulatedTestPlant } from '../../../support/simulated-plant';
import { midnight, zone } from './archive';

let store: Measures;
beforeEach(() => {
  store = openMeasures(':memory:');
});
afterEach(() => store.close());

const snapshot = simulatedTestPlant({ size: 'small', seed: 1, startAt: midnight(2026, 6, 10) }).snapshot();

/** Days of 400 kWh whose modules had 25 °C and yielded that share (%) of what the light offered. */
function write(from: number, to: number, performance: number): void {
  const set = (values: Float64Array, point: string, parts: readonly number[]) =>
    values.set(parts, fieldIndex('impianto', point));
  for (let t = from + 12 * 3600; t < to; t += 86_400) {
    const frame = emptyFrame('impianto', t - 12 * 3600, [1]);
    const reference = 400_000 / (performance / 100);
    frame.values[0] = 86_400;
    set(frame.values, 'eday', [400_000]);
    set(frame.values, 'pr', [400_000, reference]);
    set(frame.values, 'calore', [25 * reference, reference]);
    set(frame.values, 'irr', [6 * 3_600_000, 86_400]);
    store.put('day', 'impianto', frame);
  }
}

function trend(lastYear: number) {
  const facts = { peakKwp: 100, ratedKw: 100, gamma: -0.35, co2Factor: 0.25, limits: usualLimits };
  return trendUntil({ store, zone, snapshot, facts }, lastYear);
}

test('whole years tell the degradation, a year that runs only its own numbers', () => {
  write(midnight(2023, 1, 1), midnight(2024, 1, 1), 90);
  write(midnight(2024, 1, 1), midnight(2025, 1, 1), 89.5);
  write(midnight(2025, 1, 1), midnight(2026, 1, 1), 89);
  write(midnight(2026, 1, 1), midnight(2026, 6, 10), 95);
  store.put('quarter', 'impianto', emptyFrame('impianto', midnight(2026, 6, 10) - 900, [1]));
  const { anni, degrado } = trend(2026);
  expect(anni.map(({ anno, pr25 }) => [anno, pr25])).toEqual([
    [2023, 90],
    [2024, 89.5],
    [2025, 89],
    [2026, 95],
  ]);
  expect(anni[1]).toMatchObject({ energia: 366 * 400, resa: 366 * 4 });
  expect(degrado).toBe(-0.56); // half a point a year of 90
  // The report of an earlier year knows nothing of what came later.
  expect(trend(2024).anni).toHaveLength(2);
  expect(trend(2024).degrado).toBeNull();
});

test('an empty archive has no years', () => {
  expect(trend(2026)).toEqual({ anni: [], degrado: null });
});
