import { afterEach, beforeEach, expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { type Signal, seriesOf } from '../../../../src/datalogger/api/support/series-rows';
import { rowEdges } from '../../../../src/datalogger/core/time/rows';
import { emptyFrame } from '../../../../src/datalogger/storage/measures/frame';
import {
  fieldIndex,
  fieldsOf,
  type KeptGroup,
  type Tier,
} from '../../../../src/datalogger/storage/measures/kept';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { stepFor } from '../../../../src/datalogger/storage/measures/series';

const zone = 'Europe/Rome';
const day = (date: number) => startOfDay(zone, 2026, 6, date);
const hour = 3600;

let store: Measures;
beforeEach(() => {
  store = openMeasures(':memory:');
});
afterEach(() => store.close());

/** A slot in which a point of some devices was measured for `seconds`. */
function put(
  tier: Exclude<Tier, 'fine'>,
  group: KeptGroup,
  t: number,
  point: string,
  { values, seconds }: { values: readonly (number | null)[]; seconds: number },
): void {
  const frame = emptyFrame(
    group,
    t,
    values.map((_, index) => index + 1),
  );
  const [width, field] = [fieldsOf(group).length, fieldIndex(group, point)];
  values.forEach((value, device) => {
    if (value === null) return;
    frame.values[device * width] = seconds;
    frame.values[device * width + field] = value * (fieldsOf(group)[field]?.scale ?? 1);
  });
  store.put(tier, group, frame);
}

const signal = (group: KeptGroup, id: number, point: string, peers: number[] | null = null): Signal => ({
  name: `${group}.${id}.${point}${peers ? '.mediana' : ''}`,
  group,
  id,
  point,
  peers,
});
const whole = { values: [5], seconds: 900 };

test('where quarters are no longer kept, or minutes, the rows are what is', () => {
  const asked = { groups: ['stringhe'] as const, columns: 1, most: 60_000 };
  for (const date of [1, 2, 3, 4, 5])
    put('day', 'stringhe', day(date), 'i', { values: [4], seconds: 86_400 });
  for (let t = day(4); t < day(6); t += 900) put('quarter', 'stringhe', t, 'i', whole);
  for (let t = day(5); t < day(6); t += 60) put('minute', 'stringhe', t, 'i', { values: [5], seconds: 60 });
  const step = (from: number, to: number) => stepFor(store, zone, { ...asked, from, to });
  expect(step(day(5), day(6))).toBe('5');
  expect(step(day(4), day(5))).toBe('15');
  expect(step(day(4), day(6))).toBe('15');
  expect(step(day(3), day(6))).toBe('giorno');
  expect(step(day(1), day(2))).toBe('giorno');
  // Of a time without anything, the rows are those of any other.
  expect(step(day(20), day(27))).toBe('15');
});

test('a row of which too little was measured is uncertain, a row of which nothing was is empty', () => {
  const from = day(4);
  for (let quarter = 0; quarter < 8; quarter++) {
    const seconds = quarter === 2 ? 400 : 900;
    if (quarter !== 5)
      put('quarter', 'inverter', from + quarter * 900, 'pac', { values: [10 + quarter], seconds });
  }
  const rows = { step: '15', edges: rowEdges(zone, '15', from, from + 2 * hour) } as const;
  const { colonne, incerti, media } = seriesOf(
    { store, zone, certain: 70 },
    [signal('inverter', 1, 'pac')],
    rows,
  );
  expect(colonne['inverter.1.pac']).toEqual([10, 11, 12, 13, 14, null, 16, 17]);
  expect(incerti).toEqual({ 'inverter.1.pac': [2] });
  // Weighted with the time that was measured.
  const weights = [900, 900, 400, 900, 900, 900, 900];
  const sum = [10, 11, 12, 13, 14, 16, 17].reduce((all, value, row) => all + value * (weights[row] ?? 0), 0);
  expect(media['inverter.1.pac']).toBeCloseTo(sum / weights.reduce((all, each) => all + each), 1);
});

test('the median leaves out what was not measured', () => {
  const from = day(4);
  put('quarter', 'stringhe', from, 'i', { values: [1, 5, 6, 7], seconds: 900 });
  put('quarter', 'stringhe', from + 900, 'i', { values: [1, null, 6, 7], seconds: 900 });
  const rows = { step: '15', edges: [from, from + 900, from + 1800] } as const;
  const { colonne } = seriesOf(
    { store, zone, certain: 70 },
    [signal('stringhe', 1, 'i', [1, 2, 3, 4])],
    rows,
  );
  expect(colonne['stringhe.1.i.mediana']).toEqual([5.5, 6]);
});

test('irradiance that is doubted is uncertain', () => {
  const from = day(4);
  put('quarter', 'impianto', from, 'poa', { values: [800], seconds: 900 });
  const doubted = emptyFrame('impianto', from + 900, [1]);
  doubted.values[0] = 900;
  doubted.values[fieldIndex('impianto', 'poa')] = 8000;
  doubted.values[fieldIndex('impianto', 'poa_dubbia')] = 10;
  store.put('quarter', 'impianto', doubted);
  const rows = { step: '15', edges: [from, from + 900, from + 1800] } as const;
  const { incerti, colonne } = seriesOf({ store, zone, certain: 70 }, [signal('impianto', 1, 'poa')], rows);
  expect(colonne['impianto.1.poa']).toEqual([800, 800]);
  expect(incerti).toEqual({ 'impianto.1.poa': [1] });
});
