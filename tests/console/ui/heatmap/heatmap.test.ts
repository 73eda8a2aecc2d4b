import { describe, expect, test } from 'vitest';
import { looks } from '../../../../src/console/screens/strings/heatmap-marks';
import { cellAt, cornerOf, layoutMap, spotAfterKey, spotAt } from '../../../../src/console/ui/heatmap/layout';
import { mapPaths } from '../../../../src/console/ui/heatmap/paths';
import { exampleStrings } from '../../screens/strings/example-strings';

const sizes = [
  [1, 1, 1],
  [10, 2, 4],
  [64, 2, 12],
  [100, 3, 16],
  [4, 24, 16],
] as const;

describe.each([false, true])('the map (narrow: %s)', isNarrow => {
  test.each(sizes)('of %i inverters with %i boxes of %i finds every string under the pointer', (...size) => {
    const { owners, devices } = exampleStrings(...size);
    const layout = layoutMap(owners, isNarrow);
    const found = new Set<string>();
    layout.lines.forEach(({ boxes }, line) => {
      for (let column = 0; column < boxes.length * layout.perBox; column++) {
        const [x, y] = cornerOf(layout, { line, column });
        expect(x + layout.cellWidth).toBeLessThanOrEqual(layout.width + 1);
        expect(y + layout.cellHeight).toBeLessThanOrEqual(layout.height);
        expect(spotAt(layout, x + layout.cellWidth / 2, y + 1)).toEqual({ line, column });
        found.add(cellAt(layout, { line, column })?.id ?? '');
      }
    });
    expect(found.size).toBe(devices.length);
  });
});

test('between the cells and beside them there is nothing', () => {
  const layout = layoutMap(exampleStrings(10, 2, 4).owners, false);
  const [x, y] = cornerOf(layout, { line: 0, column: 4 });
  expect(spotAt(layout, x - 3, y + 2)).toBeNull();
  expect(spotAt(layout, 10, y + 2)).toBeNull();
  expect(spotAt(layout, x, layout.height + 5)).toBeNull();
  expect(spotAt(layout, layout.width - 1, y + 2)).toBeNull();
});

test('the arrow keys, Home and End move from string to string and stay on the map', () => {
  const layout = layoutMap(exampleStrings(3, 2, 4).owners, false);
  const after = (keys: string) =>
    keys
      .split(' ')
      .reduce<ReturnType<typeof spotAfterKey>>((spot, key) => spotAfterKey(layout, spot, key), null);
  expect(after('ArrowRight')).toEqual({ line: 0, column: 0 });
  expect(after('ArrowRight ArrowRight ArrowDown')).toEqual({ line: 1, column: 1 });
  expect(after('End End')).toEqual({ line: 0, column: 7 });
  expect(after('End End ArrowRight')).toEqual({ line: 0, column: 7 });
  expect(after('End End ArrowDown ArrowDown ArrowDown Home')).toEqual({ line: 2, column: 0 });
  expect(spotAfterKey(layout, null, 'a')).toBeNull();
});

describe('the drawing', () => {
  test('has one path a kind and a mark for each exception', () => {
    const { owners } = exampleStrings(10, 2, 4, { 3: 'open', 7: 'open', 20: 'poor' });
    const { byKind, marks } = mapPaths(layoutMap(owners, false), looks);
    expect([...byKind.keys()].sort()).toEqual(['good', 'open', 'poor']);
    expect(byKind.get('open')?.match(/M/g)).toHaveLength(2);
    expect(byKind.get('good')?.match(/M/g)).toHaveLength(77);
    expect(marks.match(/M/g)).toHaveLength(3);
  });

  test('of more than 1,500 strings has a block a box and the exceptions alone', () => {
    const { owners } = exampleStrings(100, 3, 16, { 3: 'open', 4: 'silent' });
    const { byKind } = mapPaths(layoutMap(owners, false), looks);
    expect(byKind.get('good')?.match(/M/g)).toHaveLength(300);
    expect(byKind.get('open')?.match(/M/g)).toHaveLength(1);
    expect(byKind.get('silent')?.match(/M/g)).toHaveLength(1);
  });

  test('of a box that is all silent is one block of that kind', () => {
    const silent = Object.fromEntries(
      Array.from({ length: 16 }, (_, input) => [input + 1, 'silent' as const]),
    );
    const { byKind } = mapPaths(layoutMap(exampleStrings(100, 3, 16, silent).owners, false), looks);
    expect(byKind.get('good')?.match(/M/g)).toHaveLength(299);
    expect(byKind.get('silent')?.match(/M/g)).toHaveLength(1);
  });
});
