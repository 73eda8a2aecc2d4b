import { expect, test } from 'vitest';
import { models } from '../../../../../src/datalogger/sources/fieldbus/sunspec/models';
import { registersOf } from '../../../../../src/datalogger/sources/fieldbus/sunspec/types';

const lists = [...models.values()].flatMap(({ id, points, fixed, block }) => [
  { id, points, end: fixed },
  ...(block ? [{ id, points: block.points, end: block.size }] : []),
]);

test('every point has as many registers as its type, and the points of a model leave no gap', () => {
  expect(models.size).toBeGreaterThanOrEqual(53);
  for (const { id, points, end } of lists) {
    let next = 0;
    for (const { name, type, size, offset } of points) {
      expect([id, name, offset]).toEqual([id, name, next]);
      if (type !== 'string') expect([id, name, size]).toEqual([id, name, registersOf[type]]);
      next += size;
    }
    expect(next).toBe(end);
  }
});

test('every scale factor is a power of ten or a point of its model', () => {
  for (const { id, points, block } of models.values()) {
    const names = new Set([...points, ...(block?.points ?? [])].map(({ name }) => name));
    for (const { name, scale } of [...points, ...(block?.points ?? [])]) {
      if (typeof scale === 'string') expect([id, name, names.has(scale)]).toEqual([id, name, true]);
    }
  }
});

/** Lengths (without id and length) that the standard prints beside the models, apart from its files. */
const printedLengths: Readonly<Record<number, number>> = {
  1: 66,
  101: 50,
  102: 50,
  103: 50,
  111: 60,
  112: 60,
  113: 60,
  120: 26,
  121: 30,
  122: 44,
  123: 24,
  201: 105,
  203: 105,
  213: 124,
};

test('models without a repeating block are as long as the standard prints them', () => {
  const lengths = Object.keys(printedLengths).map(id => [id, (models.get(Number(id))?.fixed ?? 0) - 2]);
  expect(Object.fromEntries(lengths)).toEqual(printedLengths);
});
