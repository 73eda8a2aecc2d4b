import { beforeAll, expect, test } from 'vitest';
import { readTable } from '../../../../src/console/data/table';
import {
  type Filter,
  placed,
  readFilter,
  searchWith,
  stringsOf,
} from '../../../../src/console/screens/strings/filter';
import { boxHeads, grouped, highlighted } from '../../../../src/console/screens/strings/groups';
import { classEntries } from '../../../../src/console/screens/strings/Legend';
import { scaledMap } from '../../../../src/console/screens/strings/scale';
import { readStringList } from '../../../../src/console/screens/strings/string-list';
import { inverterStates } from '../../../../src/contract/codes';
import { speakItalian } from '../../../support/words';
import { exampleAnswer, exampleStrings } from './example-strings';

const list = exampleStrings(2, 3, 16, { 5: 'open', 20: 'severe', 40: 'silent', 60: 'reverse' });
const first: Filter = {
  quantity: 'deviation',
  kind: 'below',
  owner: '',
  box: '',
  grouping: 'owner',
  threshold: 5,
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

const kindsOf = (map: ReturnType<typeof scaledMap>) => {
  const cells = map.groups.flatMap(({ boxes }) => boxes.flatMap(box => box.cells));
  return (...wanted: string[]) => wanted.map(id => cells.find(cell => cell.id === id)?.kind);
};
const bandsOf = ({ entries }: ReturnType<typeof scaledMap>) =>
  entries.map(({ word, count }) => [word, count]);

test('currents are in four bands of equally many strings; what does not compare stands apart, and in the legend', () => {
  const stopped = exampleStrings(
    2,
    3,
    16,
    { 5: 'open', 40: 'silent' },
    { inverters: { 2: inverterStates.fault } },
  );
  const map = scaledMap(stopped.owners, 'current', ({ id, ampere }) =>
    ampere ? 9 + Number(id) / 100 : ampere,
  );
  expect(kindsOf(map)('1', '48', '5', '40', '60')).toEqual(['0', '1', 'open', 'silent', '2']);
  const even = scaledMap(list.owners, 'current', ({ id }) => 9 + Number(id) / 100);
  expect(bandsOf(even)).toEqual([
    ['9,01–9,25', 23],
    ['9,25–9,49', 23],
    ['9,49–9,73', 23],
    ['9,73–9,96', 24],
    ['Corrente inversa', 1],
    ['Corrente a zero', 1],
    ['Senza comunicazione', 1],
  ]);
});

test('strings of an inverter that stands still are not in the band of 0', () => {
  const still = exampleStrings(
    2,
    1,
    4,
    { 5: 'unknown', 6: 'unknown' },
    { inverters: { 2: inverterStates.fault } },
  );
  const map = scaledMap(still.owners, 'current', ({ ampere }) => ampere);
  expect(kindsOf(map)('5', '6')).toEqual(['stopped', 'stopped']);
  expect(bandsOf(map)).toContainEqual(['Inverter fermo', 2]);
});

test('losses are in even bands from 0; what is silent has none', () => {
  const map = scaledMap(list.owners, 'energy', ({ id }) => Number(id) / 10);
  expect(bandsOf(map)).toEqual([
    ['0,00–2,50', 24],
    ['2,50–5,00', 24],
    ['5,00–7,50', 25],
    ['7,50–10,00', 22],
    ['Senza comunicazione', 1],
  ]);
});

test('boxes one below the other have a head: what their names have in common', () => {
  expect(boxHeads(list.owners)).toEqual([
    { column: 0, label: 'QS n.1' },
    { column: 16, label: 'QS n.2' },
    { column: 32, label: 'QS n.3' },
  ]);
  expect(boxHeads(list.owners.slice(0, 1))).toEqual([]);
  expect(boxHeads(exampleStrings(2, 6, 16).owners)).toEqual([]);
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

test('the figure of a string is the deviation that its class is made of, not one from its own inverter', () => {
  const answer = exampleAnswer(2, 1, 4, { 1: 'poor', 2: 'poor', 3: 'poor', 4: 'open' });
  const [first, second] = readStringList(readTable(answer)).owners;
  const low = stringsOf(first ? [first] : []);
  expect(low.map(({ deviation }) => deviation)).toEqual([-20, -20, -20, -100]);
  expect(low.map(({ kind }) => kind)).toEqual(['poor', 'poor', 'poor', 'open']);
  expect([first, second].map(owner => owner?.boxes[0]?.median)).toEqual([10, 10]);
});
