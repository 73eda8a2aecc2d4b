import { expect, test } from 'vitest';
import { QuantityState } from '../../../../../src/datalogger/sources/fieldbus/commands/quantity-state';

/** A limit of 40 % that was written at 0 ms and read back, with a reversion time of 120 s. */
function limited(): QuantityState {
  const state = new QuantityState();
  state.setting = { value: 40, writes: [] };
  state.write(40, 1);
  state.answered(0);
  state.read({ value: 40, isOn: true, reversionS: 120, canRevert: true }, 1);
  return state;
}

test('a device that no longer answers keeps its limit until its reversion time has passed', () => {
  const state = limited();
  expect(state.highestUnseen(119_999)).toBe(40);
  expect(state.highestUnseen(120_000)).toBe(100);
});

test('a refresh without an answer does not make the limit last longer', () => {
  const state = limited();
  state.write(40, 1);
  expect(state.highestUnseen(120_000)).toBe(100);
});

test('a higher limit without an answer may be in force', () => {
  const state = limited();
  state.setting = { value: 80, writes: [] };
  state.write(80, 1);
  expect(state.highestUnseen(60_000)).toBe(80);
});

test('a lower limit without an answer may not be in force', () => {
  const state = limited();
  state.setting = { value: 20, writes: [] };
  state.write(20, 1);
  expect(state.highestUnseen(60_000)).toBe(40);
});
