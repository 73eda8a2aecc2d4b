import { expect, test } from 'vitest';
import { wrappedRange } from '../../../../src/datalogger/plant/counters/wrap';

const counted = { most: 5, likely: 2 };
const wh = 2 ** 32 / 1000;

test('a counter near its end that is small again has started again', () => {
  expect(wrappedRange(wh - 1, 2, counted)).toBeCloseTo(wh);
  expect(wrappedRange(999_999, 0.5, counted)).toBe(1_000_000);
});

test('a counter that falls in the middle of its range has lost something, and counts no energy', () => {
  const plenty = { most: 10 * wh, likely: 10 * wh };
  expect(wrappedRange(0.5 * wh, 2, plenty)).toBe(0);
  expect(wrappedRange(500_000, 0.5, { most: 500_000.6, likely: 500_000.6 })).toBe(0);
});

test('a rise beyond what can have been counted, or a value far from zero, is not taken for a new start', () => {
  expect(wrappedRange(wh - 1, 6, counted)).toBe(0);
  expect(wrappedRange(wh - 1, 0.2 * wh, { most: wh, likely: wh })).toBe(0);
});

test('a decimal end needs the power that was read: a new meter also begins near zero', () => {
  expect(wrappedRange(999_999, 3, { most: 5, likely: 2 })).toBe(0);
});
