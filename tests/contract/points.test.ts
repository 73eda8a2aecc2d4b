import { expect, test } from 'vitest';
import { points } from '../../src/contract/points';

/** What every row of `RT` carries besides its points. */
const ofEveryRow = ['gruppo', 'id', 'nome', 'stato', 'eta', 'q'];

test('no point is named like a column that every row has', () => {
  const taken = Object.entries(points).flatMap(([group, names]) =>
    Object.keys(names)
      .filter(name => ofEveryRow.includes(name))
      .map(name => `${group}.${name}`),
  );
  expect(taken).toEqual([]);
});
