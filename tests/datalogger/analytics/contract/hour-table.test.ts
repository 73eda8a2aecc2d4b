import { expect, test } from 'vitest';
import { hourShare, readHourTable } from '../../../../src/datalogger/analytics/contract/hour-table';

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
];
const months = [...names, 'November', 'December'];
/** 8 to 16 o'clock, the same in each hour, more in later months. */
const hoursOf = (month: number) =>
  Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 16 ? month + 1.5 : 0));

test('a table of PVsyst is read with its head, its names and its sums, by tabs, semicolons or spaces, with comma or point', () => {
  const rows = months.map((name, month) => [name, ...hoursOf(month)]);
  const written = (separator: string, mark: string) =>
    [
      `E_Grid${separator}kWh`,
      ['', ...Array.from({ length: 24 }, (_, hour) => `${hour}H`)].join(separator),
      ...rows.map(row => [...row, 12].map(cell => String(cell).replace('.', mark)).join(separator)),
      ['Year', ...hoursOf(66)].join(separator),
    ].join('\r\n');
  const expected = rows.map((_, month) => hoursOf(month));
  expect(readHourTable(written('\t', ','))).toEqual(expected);
  expect(readHourTable(written(';', ','))).toEqual(expected);
  expect(readHourTable(written(' ', '.'))).toEqual(expected);
  const bare = months.map((_, month) => hoursOf(month).join('\t')).join('\n');
  expect(readHourTable(bare)).toEqual(expected);
});

test('what is wrong is said with its line', () => {
  const lines = months.map((name, month) => [name, ...hoursOf(month)].join(';'));
  const with4 = (line: string) => readHourTable(lines.map((each, at) => (at === 3 ? line : each)).join('\n'));
  expect(with4('April;1;2;3')).toEqual({ line: 4 });
  expect(with4(['April', ...hoursOf(3)].join(';').replace('4.5', 'x'))).toEqual({ line: 4 });
  expect(with4(['April', ...hoursOf(3)].join(';').replace('4.5', '-4.5'))).toEqual({ line: 4 });
  expect(readHourTable(lines.slice(0, 11).join('\n'))).toEqual({ line: 12 });
  expect(readHourTable([...lines, lines[0]].join('\n'))).toEqual({ line: 13 });
});

test('a part of a month has the hours that lie in it', () => {
  const table = months.map((_, month) => hoursOf(month));
  const [from, day] = [Date.UTC(2026, 3, 1) / 1000, 86_400];
  const april = { from, to: from + 30 * day };
  const share = (hours: number) => hourShare(table, 'UTC', { from, to: from + hours * 3600 }, april);
  // Of the 8 hours of each of 30 days: none in the night, one and a half at half past nine.
  expect(share(8)).toBe(0);
  expect(share(9.5)).toBeCloseTo(1.5 / 240, 12);
  expect(share(24)).toBeCloseTo(1 / 30, 12);
  expect(share(720)).toBeCloseTo(1, 12);
});
