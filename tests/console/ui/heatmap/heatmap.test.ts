import { describe, expect, test } from 'vitest';
import { looks } from '../../../../src/console/screens/strings/heatmap-marks';
import {
  cellAt,
  cornerOf,
  layoutMap,
  type MapLayout,
  spotAfterKey,
  spotAt,
} from '../../../../src/console/ui/heatmap/layout';
import { isPlainMap, linePaths } from '../../../../src/console/ui/heatmap/paths';
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

/** Number of figures of a kind on the whole map, drawn as blocks of boxes or as single cells. */
function drawnOf(layout: MapLayout, part: 'blocks' | 'singles', kind: string): number {
  const paths = layout.lines.map((_, line) => linePaths(layout, line, looks, isPlainMap(layout)));
  return paths.reduce((sum, line) => sum + (line[part].get(kind)?.match(/M/g)?.length ?? 0), 0);
}

describe('the drawing', () => {
  test('has each cell in the path of its kind and a mark for each exception', () => {
    const layout = layoutMap(exampleStrings(10, 2, 4, { 3: 'open', 7: 'open', 20: 'poor' }).owners, false);
    expect(['good', 'open', 'poor'].map(kind => drawnOf(layout, 'singles', kind))).toEqual([77, 2, 1]);
    const marks = layout.lines.map((_, line) => linePaths(layout, line, looks, false).marks).join('');
    expect(marks.match(/M/g)).toHaveLength(3);
  });

  test('of more than 1,500 strings has a block a box and the exceptions alone', () => {
    const layout = layoutMap(exampleStrings(100, 3, 16, { 3: 'open', 4: 'silent' }).owners, false);
    expect(drawnOf(layout, 'blocks', 'good')).toBe(300);
    expect(['good', 'open', 'silent'].map(kind => drawnOf(layout, 'singles', kind))).toEqual([0, 1, 1]);
  });

  test('of a box that is all silent is one block of that kind', () => {
    const silent = Object.fromEntries(
      Array.from({ length: 16 }, (_, input) => [input + 1, 'silent' as const]),
    );
    const layout = layoutMap(exampleStrings(100, 3, 16, silent).owners, false);
    expect(['good', 'silent'].map(kind => drawnOf(layout, 'blocks', kind))).toEqual([299, 1]);
  });
});
