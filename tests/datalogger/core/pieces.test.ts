import { expect, test } from 'vitest';
import { inPieces } from '../../../src/datalogger/core/pieces';

/** Keeps the process busy, as judging a row does. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('long work gives other work its turn between its pieces, and loses none of them', async () => {
  let isOver = false;
  let turns = 0;
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const doubled = await inPieces(
    Array.from({ length: 100 }, (_, index) => index),
    item => {
      work(1);
      return 2 * item;
    },
  );
  isOver = true;
  expect(doubled).toEqual(Array.from({ length: 100 }, (_, index) => 2 * index));
  expect(turns).toBeGreaterThan(5);
});

test('short work has no pause', async () => {
  let isOther = false;
  setImmediate(() => {
    isOther = true;
  });
  expect(await inPieces([1, 2, 3], item => item + 1)).toEqual([2, 3, 4]);
  expect(isOther).toBe(false);
});
