import { expect, test } from 'vitest';
import { numberOrNull, textOrNull, timeOrNull } from '../../../src/console/data/read';

test('a number is taken as long as something of a plant can have it', () => {
  expect([0, -273.15, 1e15, 5e-324].map(numberOrNull)).toEqual([0, -273.15, 1e15, 5e-324]);
  const others = [1e308, -1e16, Number.NaN, Number.POSITIVE_INFINITY, '1', true, null, undefined, [1], {}];
  expect(new Set(others.map(numberOrNull))).toEqual(new Set([null]));
  expect(textOrNull(1e308)).toBeNull();
});

test('a time is taken as long as a calendar has it', () => {
  expect([0, 1_781_091_730, 253_402_300_799].map(timeOrNull)).toEqual([0, 1_781_091_730, 253_402_300_799]);
  expect(new Set([-1, 1_781_091_730_000, '1', null].map(timeOrNull))).toEqual(new Set([null]));
});
