import { expect, test } from 'vitest';
import { nextSorting, sortRows } from '../../../src/console/ui/sorting';

const sorted = (values: readonly (number | string | null)[], isDescending = false) =>
  sortRows(values, value => value, isDescending);

test('what has no value comes last, whichever way the rows stand', () => {
  expect(sorted([3, null, -1, 2])).toEqual([-1, 2, 3, null]);
  expect(sorted([3, null, -1, 2], true)).toEqual([3, 2, -1, null]);
});

test('names are sorted as people count', () => {
  expect(sorted(['INV 10', 'INV 9', 'inv 1'])).toEqual(['inv 1', 'INV 9', 'INV 10']);
});

test('equal rows stay as they were, and the rows given are not touched', () => {
  const rows = [
    { name: 'b', value: 1 },
    { name: 'a', value: 1 },
  ];
  for (const isDescending of [false, true]) {
    expect(sortRows(rows, ({ value }) => value, isDescending).map(({ name }) => name)).toEqual(['b', 'a']);
  }
  const values = Object.freeze([2, 1]);
  expect(sorted(values)).toEqual([1, 2]);
});

test('another column starts ascending, the same one turns round', () => {
  const byPower = nextSorting({ column: 'name', isDescending: true }, 'power');
  expect(byPower).toEqual({ column: 'power', isDescending: false });
  expect(nextSorting(byPower, 'power')).toEqual({ column: 'power', isDescending: true });
  expect(nextSorting({ column: 'power', isDescending: true }, 'power').isDescending).toBe(false);
});
