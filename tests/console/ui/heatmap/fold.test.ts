import { expect, test } from 'vitest';
import { foldMap } from '../../../../src/console/ui/heatmap/fold';
import type { MapGroup } from '../../../../src/console/ui/heatmap/layout';

const good = { id: 'good', kind: 'good' };
const bad = { id: 'bad', kind: 'bad' };
const isRegular = ({ kind }: typeof good) => kind === 'good';

/** Groups of two boxes with three cells; in those of `worse` the last cell of the second box is no regular one. */
const groupsOf = (count: number, worse: readonly number[]): MapGroup<typeof good>[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `INV ${index}`,
    boxes: [
      { name: `QS ${index}.1`, cells: [good, good, good] },
      { name: '', cells: [good, good, worse.includes(index) ? bad : good] },
    ],
  }));

const shown = (groups: readonly MapGroup<typeof good>[] | undefined) =>
  groups?.map(({ name, boxes }) => [name, ...boxes.map(box => box.name)].join(' '));

test('of many lines those with exceptions are left, and it is known how many cells the others have', () => {
  const folded = foldMap(groupsOf(40, [7, 31]), isRegular, false);
  expect(shown(folded?.groups)).toEqual(['INV 7 QS 7.1 ', 'INV 31 QS 31.1 ']);
  expect(folded?.regular).toBe(38 * 6);
});

test('on a phone, where each box is a line, only boxes are left; one without a name has that of its group', () => {
  const folded = foldMap(groupsOf(8, [3]), isRegular, true);
  expect(shown(folded?.groups)).toEqual(['INV 3 INV 3']);
  expect(folded?.regular).toBe(16 * 3 - 3);
});

test('a map without exceptions is folded whole', () => {
  expect(foldMap(groupsOf(40, []), isRegular, false)).toEqual({ groups: [], regular: 240 });
});

test('a map of few lines is whole, and so is one of exceptions alone', () => {
  expect(foldMap(groupsOf(10, [1]), isRegular, false)).toBeNull();
  expect(foldMap(groupsOf(40, []), () => false, false)).toBeNull();
});
