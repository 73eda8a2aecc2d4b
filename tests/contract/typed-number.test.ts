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
  ['', ',', null],
  ['1e3', ',', null],
  ['12 kW', ',', null],
] as const)('%j with the decimal mark %j is %j', (text, mark, number) => {
  expect(typedNumber(text, mark)).toBe(number);
});
