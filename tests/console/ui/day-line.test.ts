import { expect, test } from 'vitest';
import { type Projection, pointsOf, runsOf, type TimeSlot } from '../../../src/console/ui/day-line';

const project: Projection = (at, value) => [at, value];
const slots = (count: number): TimeSlot[] =>
  Array.from({ length: count }, (_, row) => ({ from: row, to: row + 1 }));
const all = (values: readonly unknown[]) => ({ first: 0, end: values.length });

test('a line is interrupted at a gap, never joined over it, and goes on to the edges of its slots', () => {
  const values = [10, 20, null, 40];
  const lines = runsOf(values, all(values)).map(run => pointsOf(slots(4), values, run, project));
  expect(lines).toEqual([
    [
      [0, 10],
      [0.5, 10],
      [1.5, 20],
      [2, 20],
    ],
    [
      [3, 40],
      [3.5, 40],
      [4, 40],
    ],
  ]);
});

test('nothing but gaps has no line; rows without a value are gaps', () => {
  expect(runsOf([null, null], { first: 0, end: 2 })).toEqual([]);
  expect(runsOf([1], { first: 0, end: 3 })).toEqual([{ first: 0, end: 1 }]);
});

test('a part of a line ends where the whole line is there', () => {
  expect(pointsOf(slots(4), [98, 60, 60, 99], { first: 1, end: 3 }, project)).toEqual([
    [1, 79],
    [1.5, 60],
    [2.5, 60],
    [3, 79.5],
  ]);
});

test('instants are points: their line has no edges to go on to', () => {
  const instants = [3, 7].map(at => ({ from: at, to: at }));
  expect(pointsOf(instants, [1, 2], { first: 0, end: 2 }, project)).toEqual([
    [3, 1],
    [7, 2],
  ]);
});
