import { beforeAll, expect, test } from 'vitest';
import {
  type Filter,
  placed,
  readFilter,
  searchWith,
  stringsOf,
} from '../../../../src/console/screens/strings/filter';
import { grouped, highlighted } from '../../../../src/console/screens/strings/groups';
import { classEntries } from '../../../../src/console/screens/strings/Legend';
import { scaledMap } from '../../../../src/console/screens/strings/scale';
import { speakItalian } from '../../../support/words';
import { exampleStrings } from './example-strings';

const list = exampleStrings(2, 3, 16, { 5: 'open', 20: 'severe', 40: 'silent', 60: 'reverse' });
const first: Filter = {
  ...{ quantity: 'deviation', kind: 'below', owner: '', box: '', grouping: 'owner', threshold: 5 },
};

beforeAll(() => speakItalian(['strings']));

test('the address keeps the filter, and what else is in it', () => {
  const filter: Filter = {
    quantity: 'current',
    kind: 'poor',
    owner: '2',
    box: '5',
    grouping: 'rank',
    threshold: 12,
  };
  const search = searchWith('?dispositivo=23', filter);
  expect(String(search)).toBe(
    'dispositivo=23&vista=current&classe=poor&inverter=2&quadro=5&righe=rank&soglia=12',
  );
  expect(readFilter(`?${search}`, list)).toEqual(filter);
  expect(String(searchWith(`?${search}`, first))).toBe('dispositivo=23');
});

test('what is not in the plant, or makes no sense, is left out of it', () => {
  expect(readFilter('?inverter=9&quadro=77&classe=best&vista=colour&righe=3&soglia=-4', list)).toEqual(first);
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

test('the map has a line for each inverter, for each box, or ranks all strings from the worst on', () => {
  const strings = stringsOf(list.owners);
  const lines = (grouping: Filter['grouping']) => grouped(list.owners, strings, grouping);
  expect(lines('owner')).toBe(list.owners);
  expect(lines('box').map(({ name, boxes }) => [name, boxes[0]?.cells.length])).toEqual(
    ['1.1', '1.2', '1.3', '2.1', '2.2', '2.3'].map(name => [`QS ${name}`, 16]),
  );
  const ranked = lines('rank').flatMap(({ boxes }) => boxes.flatMap(({ cells }) => cells));
  expect(lines('rank').map(({ name }) => name)).toEqual(['−120,0\u00a0%', '0,0\u00a0%']);
  expect(ranked.slice(0, 3).map(({ kind }) => kind)).toEqual(['reverse', 'open', 'severe']);
  expect(ranked.at(-1)?.kind).toBe('silent');
  expect(ranked).toHaveLength(strings.length);
  expect(grouped([], [], 'rank')).toEqual([]);
});

test('a threshold of the user changes what stands out, its class and its legend, and nothing that is open', () => {
  const { owners } = exampleStrings(1, 1, 16, { 1: 'open', 2: 'severe', 3: 'poor', 4: 'warning' });
  const kinds = (threshold: number) =>
    stringsOf(highlighted(owners, threshold))
      .slice(0, 5)
      .map(({ kind }) => kind);
  expect(highlighted(owners, 5)).toBe(owners);
  expect(kinds(3)).toEqual(['open', 'severe', 'poor', 'warning', 'good']);
  expect(kinds(12)).toEqual(['open', 'severe', 'poor', 'good', 'good']);
  expect(kinds(50)).toEqual(['open', 'good', 'good', 'good', 'good']);
  const words = (threshold: number) =>
    classEntries(stringsOf(highlighted(owners, threshold)), threshold).map(({ word, count }) => [
      word.replaceAll('\u00a0', ' '),
      count,
    ]);
  expect(words(12)).toEqual([
    ['Corrente inversa', 0],
    ['Corrente a zero', 1],
    ['Grave < −30 %', 1],
    ['Scarsa −30…−12 %', 1],
    ['Regolare', 13],
  ]);
});
