import { afterEach, expect, test } from 'vitest';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { forgetAfter } from '../../../../src/datalogger/storage/measures/rollup';

const store = openMeasures(':memory:');
afterEach(() => store.close());

test('doubts are kept once, move with a clock that was ahead, and have no future', () => {
  const { doubts } = store;
  const doubt = { group: 'inverter', device: 3, since: 1_000_020 } as const;
  for (const each of [doubt, doubt, { ...doubt, since: 2_000_040 }]) doubts.add(each);
  expect(doubts.within(0, 1_000_020)).toEqual([]);
  expect(doubts.within(1_000_020, 3_000_000)).toHaveLength(2);
  doubts.moveBack(1_900_000, 2_100_000, 600_000);
  expect(doubts.within(0, 3_000_000).map(({ since }) => since)).toEqual([1_000_020, 1_400_040]);
  forgetAfter(store, 'Europe/Rome', 1_200_000);
  expect(doubts.within(0, 3_000_000)).toEqual([doubt]);
  doubts.remove(doubt);
  expect(doubts.within(0, 3_000_000)).toEqual([]);
});
