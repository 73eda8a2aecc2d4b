import { expect, test } from 'vitest';
import { configuredPoints } from '../../src/contract/codes';
import { points } from '../../src/contract/points';

/** What every row of `RT` carries besides its points. */
const ofEveryRow = ['gruppo', 'id', 'nome', 'stato', 'eta', 'q', 'valido'];

test('no point is named like a column that every row has', () => {
  const taken = Object.entries(points).flatMap(([group, names]) =>
    Object.keys(names)
      .filter(name => ofEveryRow.includes(name))
      .map(name => `${group}.${name}`),
  );
  expect(taken).toEqual([]);
});

test('what is configured is a point of some group, and not one that a device measures again', () => {
  const kinds = configuredPoints.map(name => [
    name,
    ...new Set(
      Object.values(points).flatMap(names =>
        Object.entries(names).flatMap(([each, [, , kind]]) => (each === name ? kind : [])),
      ),
    ),
  ]);
  expect(kinds).toEqual(configuredPoints.map(name => [name, 'state']));
});
