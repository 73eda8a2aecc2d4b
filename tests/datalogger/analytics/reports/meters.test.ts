import { expect, test } from 'vitest';
import { MeterCounters } from '../../../../src/datalogger/analytics/reports/meters';
import { emptyFrame } from '../../../../src/datalogger/storage/measures/frame';
import { fieldIndex } from '../../../../src/datalogger/storage/measures/kept';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';

const noon = Date.parse('2026-06-10T12:00:00Z') / 1000;
const quarter = 900;

/** Energies of the quarters after the first, kWh, of a meter that shows these counters at their ends. */
function exportedOf(counters: readonly number[]): readonly (number | null | undefined)[] {
  const store = openMeasures(':memory:');
  const frames = counters.map((kwh, index) => {
    const frame = emptyFrame('contatori', noon + quarter * index, [1]);
    frame.values[fieldIndex('contatori', 'e_imm')] = 1000 * kwh;
    return frame;
  });
  const [first, ...others] = frames;
  if (first) store.put('quarter', 'contatori', first);
  const meters = new MeterCounters(store, noon + quarter, noon + quarter * counters.length);
  const moved = others.map(frame => meters.next(frame, frame.t + quarter).get(1)?.exported);
  store.close();
  return moved;
}

test('a counter that goes back by a little counts that once, so that its slots are what it counted in all', () => {
  expect(exportedOf([50_000, 50_010, 50_008, 50_009, 50_030])).toEqual([10, 0, 0, 20]);
});

test('one that begins again counts from there', () => {
  expect(exportedOf([50_000, 50_010, 3, 8])).toEqual([10, null, 5]);
});
