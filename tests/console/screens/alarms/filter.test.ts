import { describe, expect, test } from 'vitest';
import {
  defaultFilter,
  type Filter,
  queryOf,
  readFilter,
  searchOf,
  togglePriority,
} from '../../../../src/console/screens/alarms/filter';

const zone = 'Europe/Rome';
const written = (filter: Filter) => searchOf(filter).toString();

describe('the address', () => {
  test.each([
    '',
    'stato=da_riconoscere&priorita=1%2C2',
    'tipo=inverter&dispositivo=7&testo=guasto+a+terra&ordine=-duration&aperto=12',
    'stato=storico&da=2026-06-01&a=2026-06-10&cursor=1.2.3&pagina=4',
  ])('says all of a filter, and is read back: %s', search => {
    expect(written(readFilter(`?${search}`))).toBe(search);
  });

  test('what makes no sense in it is left out', () => {
    const nonsense =
      '?stato=tutti&priorita=9,x&tipo=../etc&dispositivo=7&da=ieri&ordine=colore&cursor=%3Cb%3E&pagina=-1&aperto=1e9';
    expect(readFilter(nonsense)).toEqual(defaultFilter);
    expect(readFilter('?da=2026-06-01'), 'a period is of the history').toEqual(defaultFilter);
  });
});

describe('what the datalogger is asked', () => {
  test('days are whole days of the plant, the last one included', () => {
    const query = queryOf(readFilter('?stato=storico&da=2026-06-09&a=2026-06-10'), zone, false);
    expect(query).toEqual({
      stato: 'storico',
      da: String(Date.parse('2026-06-09T00:00:00+02:00') / 1000),
      a: String(Date.parse('2026-06-11T00:00:00+02:00') / 1000 - 1),
    });
  });

  test('a text goes to it only where it must search by itself', () => {
    const filter = { ...defaultFilter, text: ' inv 07 ' };
    expect(queryOf(filter, zone, false)).toEqual({ stato: 'correnti' });
    expect(queryOf(filter, zone, true)).toEqual({ stato: 'correnti', testo: 'inv 07' });
  });
});

test('the first press on a priority leaves it out; all pressed again is no choice at all', () => {
  const all = [1, 2, 3, 4] as const;
  expect(togglePriority([], all, 3)).toEqual([1, 2, 4]);
  expect(togglePriority([1, 2, 4], all, 3)).toEqual([]);
  expect(togglePriority([2], all, 1)).toEqual([1, 2]);
  expect(togglePriority([2], all, 2)).toEqual([]);
});
