import { expect, test } from 'vitest';
import {
  type Filter,
  placed,
  readFilter,
  searchWith,
  stringsOf,
} from '../../../../src/console/screens/strings/filter';
import { scaledMap } from '../../../../src/console/screens/strings/scale';
import { exampleStrings } from './example-strings';

const list = exampleStrings(2, 3, 16, { 5: 'open', 20: 'severe', 40: 'silent', 60: 'reverse' });
const first: Filter = { quantity: 'deviation', kind: 'below', owner: '', box: '' };

test('the address keeps the filter, and what else is in it', () => {
  const filter: Filter = { quantity: 'current', kind: 'poor', owner: '2', box: '5' };
  const search = searchWith('?dispositivo=23', filter);
  expect(String(search)).toBe('dispositivo=23&vista=current&classe=poor&inverter=2&quadro=5');
  expect(readFilter(`?${search}`, list)).toEqual(filter);
  expect(String(searchWith(`?${search}`, first))).toBe('dispositivo=23');
});

test('what is not in the plant, or makes no sense, is left out of it', () => {
  expect(readFilter('?inverter=9&quadro=77&classe=best&vista=colour', list)).toEqual(first);
  // A box of another inverter.
  expect(readFilter('?inverter=1&quadro=5', list)).toEqual({ ...first, owner: '1' });
});

test('a place is an inverter, or one box of it', () => {
  expect(stringsOf(placed(list, { ...first, owner: '2' }))).toHaveLength(48);
  expect(
    stringsOf(placed(list, { ...first, box: '4' }))
      .map(({ id }) => id)
      .at(0),
  ).toBe('49');
});

test('by its value a string is in one of four even bands; what is silent has none', () => {
  const { groups, entries } = scaledMap(list.owners, 'current', ({ ampere }) => ampere);
  const kindOf = (wanted: string) =>
    groups.flatMap(({ boxes }) => boxes.flatMap(({ cells }) => cells)).find(({ id }) => id === wanted)?.kind;
  expect(['1', '5', '20', '40', '60'].map(kindOf)).toEqual(['3', '0', '2', 'unknown', '0']);
  expect(entries.map(({ word, count }) => [word, count])).toEqual([
    ['0,00–2,50', 2],
    ['2,50–5,00', 0],
    ['5,00–7,50', 1],
    ['7,50–10,00', 92],
  ]);
});

test('before anything is known no band has a string', () => {
  const { entries } = scaledMap(list.owners, 'energy', () => null);
  expect(entries.every(({ count }) => count === 0)).toBe(true);
});
