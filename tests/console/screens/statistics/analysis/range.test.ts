import { expect, test } from 'vitest';
import {
  comparedRange,
  daysIn,
  rangeAfter,
  readComparison,
  readRange,
  spanOfRange,
  textOfRange,
} from '../../../../../src/console/screens/statistics/analysis/range';

const today = '2026-06-10'; // a Wednesday
const read = (text: string) => readRange(text, today);
const days = (from: string, to: string) => ({ from: `${from}T00:00`, to: `${to}T00:00` });
const some = (text: string) => read(text) ?? days('', '');

test.each([
  ['oggi', '2026-06-10', '2026-06-11'],
  ['ieri', '2026-06-09', '2026-06-10'],
  ['settimana', '2026-06-08', '2026-06-15'],
  ['settimana-scorsa', '2026-06-01', '2026-06-08'],
  ['mese', '2026-06-01', '2026-07-01'],
  ['anno', '2026-01-01', '2027-01-01'],
  ['2026-02', '2026-02-01', '2026-03-01'],
  ['2025', '2025-01-01', '2026-01-01'],
  ['2026-06-01..2026-06-07', '2026-06-01', '2026-06-08'],
])('%s', (text, from, to) => {
  expect(read(text)).toEqual(days(from, to));
});

test('hours are times of the plant, and the address gives them back', () => {
  const text = '2026-06-10T10:00..2026-06-10T14:30';
  expect(read(text)).toEqual({ from: '2026-06-10T10:00', to: '2026-06-10T14:30' });
  expect(textOfRange(some(text))).toBe(text);
});

test.each([
  'domani',
  '2026-13',
  '2026-06-10..2026-06-01',
  '2026-06-10T25:00..2026-06-11',
  '..',
  'a..b..c',
  '',
])('%s is no time', text => {
  expect(read(text)).toBeNull();
});

test.each([
  ['2026-02', '2026-01', '2026-03'],
  ['2026', '2025', '2027'],
  ['2026-03-02..2026-03-08', '2026-02-23..2026-03-01', '2026-03-09..2026-03-15'],
  [
    '2026-06-10T10:00..2026-06-10T14:00',
    '2026-06-10T06:00..2026-06-10T10:00',
    '2026-06-10T14:00..2026-06-10T18:00',
  ],
])('before and after %s', (text, before, after) => {
  expect(textOfRange(rangeAfter(some(text), -1))).toBe(before);
  expect(textOfRange(rangeAfter(some(text), 1))).toBe(after);
});

test('compared with the week before, the month before, and a year before', () => {
  expect(comparedRange(some('settimana'), 'prec')).toEqual(days('2026-06-01', '2026-06-08'));
  expect(textOfRange(comparedRange(some('2026-03'), 'prec'))).toBe('2026-02');
  expect(comparedRange(some('settimana'), 'anno')).toEqual(days('2025-06-08', '2025-06-15'));
  // 29 February has no day a year before.
  expect(comparedRange(some('2028-02-29'), 'anno').from).toBe('2027-02-28T00:00');
});

test('compared from a chosen start: months with months, else as long to the minute', () => {
  expect(textOfRange(comparedRange(some('2026-05'), '2026-02-01T00:00'))).toBe('2026-02');
  expect(comparedRange(some('2026-05'), '2026-02-02T00:00').to).toBe('2026-03-05T00:00');
  expect(comparedRange(some('2026-06-10T10:00..2026-06-10T14:30'), '2026-06-01T09:00')).toEqual({
    from: '2026-06-01T09:00',
    to: '2026-06-01T13:30',
  });
  expect([readComparison('2026-06-01'), readComparison('anno'), readComparison('mai')]).toEqual([
    '2026-06-01T00:00',
    'anno',
    null,
  ]);
});

test('days of 23 and of 25 hours, and times after the clocks changed', () => {
  const hours = (text: string) => {
    const { fromS, toS } = spanOfRange(some(text), 'Europe/Rome');
    return (toS - fromS) / 3600;
  };
  expect(hours('2026-03-29')).toBe(23);
  expect(hours('2026-10-25')).toBe(25);
  expect(hours('2026-10-25T00:00..2026-10-25T03:30')).toBe(4.5);
  expect(hours('2026-03-29T00:00..2026-03-29T03:30')).toBe(2.5);
  expect(daysIn(some('2026-10-19..2026-10-25'))).toBe(7);
});
