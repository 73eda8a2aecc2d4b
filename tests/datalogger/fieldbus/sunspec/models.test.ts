import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { models } from '../../../../src/datalogger/fieldbus/sunspec/models/models';
import type { Model } from '../../../../src/datalogger/fieldbus/sunspec/models/table';
import type { Point } from '../../../../src/datalogger/fieldbus/sunspec/types';

type Fact = [name: string, type: string, size: number, scale: string | number | null];
interface Facts {
  readonly points: readonly Fact[];
  readonly block: [string, readonly Fact[]] | null;
}

const official: Record<string, Facts> = JSON.parse(
  readFileSync(new URL('../../../support/sunspec-models.json', import.meta.url), 'utf8'),
).models;

const factsOf = (points: readonly Point[]): Fact[] =>
  points.map(({ name, type, size, scale }) => [name, type, size, scale]);

function differences(own: Model | undefined, { points, block }: Facts): unknown[] {
  if (!own) return ['no table'];
  const pairs = [
    ...points.map((fact, index) => [fact, factsOf(own.points)[index]]),
    ...(block?.[1] ?? []).map((fact, index) => [fact, factsOf(own.block?.points ?? [])[index]]),
    [points.length, own.points.length],
    [block?.[0], own.block?.name],
    [block?.[1].length, own.block?.points.length],
  ];
  return pairs.filter(([theirs, ours]) => JSON.stringify(theirs) !== JSON.stringify(ours));
}

test('every table has the names, types, sizes, scale factors and order of the official definition', () => {
  const ids = Object.keys(official);
  expect(ids.length).toBeGreaterThanOrEqual(35);
  expect(
    Object.fromEntries(ids.map(id => [id, differences(models.get(Number(id)), official[id] as Facts)])),
  ).toEqual(Object.fromEntries(ids.map(id => [id, []])));
});

test('offsets follow from the sizes, so that no table has a gap', () => {
  for (const { points, fixed, block } of models.values()) {
    for (const { list, end } of [
      { list: points, end: fixed },
      { list: block?.points ?? [], end: block?.size ?? 0 },
    ]) {
      let next = 0;
      for (const { offset, size } of list) {
        expect(offset).toBe(next);
        next += size;
      }
      expect(next).toBe(end);
    }
  }
});
