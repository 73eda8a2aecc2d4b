import { beforeAll, expect, test } from 'vitest';
import { plotCsv } from '../../../../src/console/ui/plot/save';
import { timeAxis, timeTicks } from '../../../../src/console/ui/plot/time-axis';
import { parseCsv } from '../../../support/csv';
import { epoch, quarters } from '../../../support/example-report';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['devices']));

const rome = 'Europe/Rome';
const labels = (from: string, to: string, most: number, zone = rome) =>
  timeTicks(epoch(from), epoch(to), most, zone).map(({ label }) => label);

test.each([
  ['of 24 hours', '2026-06-10T00:00:00+02:00', '2026-06-11T00:00:00+02:00'],
  ['of 23 hours', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
  ['of 25 hours', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
])('a day %s has its hours by the clocks of the plant', (_, from, to) => {
  const hours = ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '24:00'];
  expect(labels(from, to, 10)).toEqual(hours);
  expect(labels(from, to, 5)).toEqual(['00:00', '06:00', '12:00', '18:00', '24:00']);
});

test('the hour that comes twice is there twice, the one that is left out is not', () => {
  expect(labels('2026-10-25T01:00:00+02:00', '2026-10-25T04:00:00+01:00', 6)).toEqual([
    '01:00',
    '02:00',
    '02:00',
    '03:00',
    '04:00',
  ]);
  expect(labels('2026-03-29T01:00:00+01:00', '2026-03-29T04:00:00+02:00', 3)).toEqual([
    '01:00',
    '03:00',
    '04:00',
  ]);
});

test('clocks that change by half an hour, and zones beside the hour, have round hours too', () => {
  const [from, to] = ['2026-04-05T00:00:00+11:00', '2026-04-06T00:00:00+10:30'];
  expect(labels(from, to, 5, 'Australia/Lord_Howe')).toEqual(['00:00', '06:00', '12:00', '18:00', '24:00']);
  expect(labels('2026-06-10T00:00:00+05:45', '2026-06-10T12:00:00+05:45', 4, 'Asia/Kathmandu')).toEqual([
    '00:00',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
  ]);
});

test('from seconds to days there are as many ticks as find room, at round places', () => {
  const from = '2026-06-10T13:42:00+02:00';
  expect(labels(from, '2026-06-10T13:43:00+02:00', 5)).toEqual([
    '13:42:00',
    '13:42:15',
    '13:42:30',
    '13:42:45',
    '13:43:00',
  ]);
  expect(labels(from, '2026-06-10T13:52:00+02:00', 5)).toEqual([
    '13:42',
    '13:44',
    '13:46',
    '13:48',
    '13:50',
    '13:52',
  ]);
  expect(labels('2026-06-08T00:00:00+02:00', '2026-06-10T00:00:00+02:00', 4)).toEqual([
    '8 giu',
    '12:00',
    '9 giu',
    '12:00',
    '10 giu',
  ]);
  expect(labels('2026-03-27T00:00:00+01:00', '2026-04-02T00:00:00+02:00', 6)).toEqual([
    '27 mar',
    '28 mar',
    '29 mar',
    '30 mar',
    '31 mar',
    '1 apr',
    '2 apr',
  ]);
  expect(labels('2026-03-01T00:00:00+01:00', '2026-04-30T00:00:00+02:00', 6)).toEqual([
    '12 mar',
    '26 mar',
    '9 apr',
    '23 apr',
  ]);
});

test('an empty range and an invalid time have no ticks', () => {
  expect(timeTicks(0, 0, 5, rome).length).toBeLessThanOrEqual(1);
  expect(timeTicks(Number.NaN, Number.NaN, 5, rome)).toEqual([]);
});

test('two slots of the hour that comes twice have two names; the file tells every offset in its head', () => {
  const starts = quarters('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00');
  const slots = starts.map(from => ({ from, to: from + 900 }));
  const axis = timeAxis(slots, rome);
  expect([8, 12].map(axis.nameOf)).toEqual(['02:00+02:00', '02:00+01:00']);
  const lines = parseCsv(plotCsv({ slots, series: [], axis, from: 0, to: 1 }));
  expect([0, 1, 9, 13].map(row => lines[row]?.[0])).toEqual([
    'Ora [UTC+02:00, +01:00]',
    '2026-10-25 00:00:00',
    '2026-10-25 02:00:00+02:00',
    '2026-10-25 02:00:00+01:00',
  ]);
});

test('over more than a day a name has its date', () => {
  const starts = quarters('2026-06-10T00:00:00+02:00', '2026-06-12T00:00:00+02:00');
  const axis = timeAxis(
    starts.map(from => ({ from, to: from + 900 })),
    rome,
  );
  expect(axis.nameOf(100)).toBe('11/06/2026 01:00');
});
