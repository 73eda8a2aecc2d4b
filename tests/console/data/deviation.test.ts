import { expect, test } from 'vitest';
import { deviationKind } from '../../../src/console/data/deviation';

test.each([
  [3, 'good'],
  [-5, 'good'],
  [-5.1, 'warning'],
  [-10, 'warning'],
  [-10.1, 'poor'],
  [-30, 'poor'],
  [-30.1, 'severe'],
])('a deviation of %f %% is %s: each class begins beyond its limit', (deviation, kind) => {
  expect(deviationKind(deviation)).toBe(kind);
});

test('a plant may call a deviation good up to a limit of its own', () => {
  expect(deviationKind(-8, 8)).toBe('good');
  expect(deviationKind(-8.1, 8)).toBe('warning');
});
