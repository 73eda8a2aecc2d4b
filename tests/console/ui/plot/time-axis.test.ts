import { beforeAll, expect, test } from 'vitest';
import { timeAxis, timeTicks } from '../../../../src/console/ui/plot/time-axis';
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
  const hours = ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '00:00'];
  expect(labels(from, to, 10)).toEqual(hours);
  expect(labels(from, to, 5)).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00']);
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
  expect(labels(from, to, 5, 'Australia/Lord_Howe')).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00']);
  expect(labels('2026-06-10T00:00:00+05:45', '2026-06-10T12:00:00+05:45', 4, 'Asia/Kathmandu')).toEqual([
    '00:00',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
  ]);
});

test('from seconds to years there are as many ticks as find room, at round places', () => {
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
  expect(labels('2025-11-01T00:00:00+01:00', '2026-06-01T00:00:00+02:00', 8)).toEqual([
    'nov',
    'dic',
    '2026',
    'feb',
    'mar',
    'apr',
    'mag',
    'giu',
  ]);
  expect(labels('2014-06-01T00:00:00+02:00', '2026-06-01T00:00:00+02:00', 6)).toEqual([
    '2016',
    '2018',
    '2020',
    '2022',
    '2024',
    '2026',
  ]);
});

test('every tick is where the clocks say so: midnights of a year, also across the changes', () => {
  const ticks = timeTicks(epoch('2026-01-01T00:00:00+01:00'), epoch('2027-01-01T00:00:00+01:00'), 12, rome);
  expect(ticks.map(({ at }) => new Date(at * 1000).toISOString().slice(5, 16))).toEqual([
    ...['12-31T23:00', '01-31T23:00', '02-28T23:00', '03-31T22:00', '04-30T22:00', '05-31T22:00'],
    ...[
      '06-30T22:00',
      '07-31T22:00',
      '08-31T22:00',
      '09-30T22:00',
      '10-31T23:00',
      '11-30T23:00',
      '12-31T23:00',
    ],
  ]);
});

test('nothing, and what is no time, has no ticks', () => {
  expect(timeTicks(0, 0, 5, rome).length).toBeLessThanOrEqual(1);
  expect(timeTicks(Number.NaN, Number.NaN, 5, rome)).toEqual([]);
});

test('two slots of the hour that comes twice have two names; the file tells every offset in its head', () => {
  const starts = quarters('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00');
  const axis = timeAxis(
    starts.map(from => ({ from, to: from + 900 })),
    rome,
  );
  expect([8, 12].map(axis.nameOf)).toEqual(['02:00+02:00', '02:00+01:00']);
  expect([0, 8, 12].map(axis.cellOf)).toEqual([
    '2026-10-25 00:00:00',
    '2026-10-25 02:00:00+02:00',
    '2026-10-25 02:00:00+01:00',
  ]);
  expect(axis.fileHead()).toBe('Ora [UTC+02:00, +01:00]');
});

test('over more than a day a name has its date', () => {
  const starts = quarters('2026-06-10T00:00:00+02:00', '2026-06-12T00:00:00+02:00');
  const axis = timeAxis(
    starts.map(from => ({ from, to: from + 900 })),
    rome,
  );
  expect(axis.nameOf(100)).toBe('11/06/2026 01:00');
});
