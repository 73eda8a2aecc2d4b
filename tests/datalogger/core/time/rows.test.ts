import { expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { rowEdges } from '../../../../src/datalogger/core/time/rows';

const rome = 'Europe/Rome';
const at = (iso: string) => Date.parse(iso) / 1000;

test('rows are whole: the first begins before the time, the last ends after it', () => {
  expect(rowEdges(rome, '15', at('2026-06-10T10:07:00+02:00'), at('2026-06-10T10:31:00+02:00'))).toEqual(
    ['10:00', '10:15', '10:30', '10:45'].map(clock => at(`2026-06-10T${clock}:00+02:00`)),
  );
});

test.each([
  ['spring', 3, 29, 23],
  ['autumn', 10, 25, 25],
])('the day on which the clocks change in %s', (_, month, day, hours) => {
  const [from, to] = [startOfDay(rome, 2026, month, day), startOfDay(rome, 2026, month, day + 1)];
  expect(rowEdges(rome, '60', from, to)).toHaveLength(hours + 1);
  expect(rowEdges(rome, 'giorno', from, to)).toEqual([from, to]);
});

test('hours are those of the wall clock, also where the zone is half an hour off', () => {
  const from = at('2026-06-10T00:00:00+05:30');
  expect(rowEdges('Asia/Kolkata', '60', from, from + 7200)).toEqual([from, from + 3600, from + 7200]);
});

test('months have their own lengths', () => {
  const edges = rowEdges(rome, 'mese', startOfDay(rome, 2026, 1, 15), startOfDay(rome, 2026, 3, 2));
  expect(edges).toEqual([1, 2, 3, 4].map(month => startOfDay(rome, 2026, month, 1)));
});
