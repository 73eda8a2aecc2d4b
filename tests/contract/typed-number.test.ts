import { expect, test } from 'vitest';
import { typedNumber } from '../../src/contract/typed-number';

test.each([
  ['12,5', ',', 12.5],
  ['12.5', ',', 12.5],
  ['−3', ',', -3],
  [' 1 234 ', ',', 1234],
  [',5', ',', 0.5],
  // A thousand in Italian, one in English: refused unless its mark is the decimal one.
  ['1.000', ',', null],
  ['1.000', '.', 1],
  ['1,000', '.', null],
  ['1,000', ',', 1],
  ['1.234.567', ',', null],
  // Both marks: the last one is the decimal mark, in every language.
  ['1.234,5', ',', 1234.5],
  ['1.234,5', '.', 1234.5],
  ['−1,234,567.25', ',', -1_234_567.25],
  ['1.234.5', ',', null],
  ['12.34,5', ',', null],
  ['', ',', null],
  ['1e3', ',', null],
  ['12 kW', ',', null],
] as const)('%j with the decimal mark %j is %j', (text, mark, number) => {
  expect(typedNumber(text, mark)).toBe(number);
});
