import { expect, test } from 'vitest';
import { stampHead, wallStamp } from '../../../../src/datalogger/core/time/wall-stamp';

const rome = 'Europe/Rome';
const at = (iso: string) => Date.parse(iso) / 1000;

test('a stamp is the time of the plant, with its offset only in the hour that comes twice', () => {
  const stamps = ['2026-10-25T01:45+02:00', '2026-10-25T02:15+02:00', '2026-10-25T02:15+01:00'];
  expect(stamps.map(iso => wallStamp(at(iso), rome))).toEqual([
    '2026-10-25 01:45:00',
    '2026-10-25 02:15:00+02:00',
    '2026-10-25 02:15:00+01:00',
  ]);
  expect(wallStamp(at('2026-03-29T03:15+02:00'), rome)).toBe('2026-03-29 03:15:00');
});

test('the head of a column has every offset of its stamps', () => {
  const times = [at('2026-10-25T01:45+02:00'), at('2026-10-25T03:00+01:00')];
  expect(stampHead('t', times, rome)).toBe('t [UTC+02:00, +01:00]');
  expect(stampHead('t', times, 'America/St_Johns')).toBe('t [UTC-02:30]');
  expect(stampHead('t', [], rome)).toBe('t');
});
