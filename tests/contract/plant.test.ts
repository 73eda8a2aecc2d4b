import { expect, test } from 'vitest';
import { isDate } from '../../src/contract/plant';

test.each([
  ['02-29', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['04-31', false],
  ['13-01', false],
])('%s is a date: %s', (text, is) => {
  expect(isDate(text)).toBe(is);
});
