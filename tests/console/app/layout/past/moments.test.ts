import { expect, test } from 'vitest';
import { momentAt, momentByKey, offeredAt } from '../../../../../src/console/app/layout/past/moments';

const zone = 'Europe/Rome';
const at = (time: string, day = '2026-06-10') => Date.parse(`${day}T${time}+02:00`) / 1000;
const nowS = at('13:42:10');

test('the ruler offers today from four on, up to the newest minute of the archive', () => {
  expect(offeredAt(nowS, zone)).toEqual({ first: at('04:00:00'), last: at('13:35:00') });
  expect(offeredAt(at('23:10:00'), zone)).toEqual({ first: at('04:00:00'), last: at('22:00:00') });
  // On the day on which the clocks change too.
  expect(offeredAt(at('09:00:00', '2026-03-29'), zone).first).toBe(at('04:00:00', '2026-03-29'));
});

test('a place of the ruler is a moment, or now', () => {
  expect(momentAt(0, nowS, zone)).toBe(at('04:00:00'));
  expect(momentAt(-0.1, nowS, zone)).toBe(at('04:00:00'));
  expect(momentAt(6.58 / 18, nowS, zone)).toBe(at('10:35:00'));
  expect(momentAt(0.9, nowS, zone)).toBeNull();
  expect(momentAt(0.1, at('03:00:00'), zone)).toBeNull();
});

test('keys go by steps and hours, to the first moment, and back to now', () => {
  const key = (name: string, from: number | null) => momentByKey(name, from, nowS, zone);
  expect(key('ArrowLeft', null)).toBe(at('13:35:00'));
  expect(key('ArrowRight', null)).toBeNull();
  expect(key('ArrowRight', at('13:35:00'))).toBeNull();
  expect(key('PageDown', at('10:35:00'))).toBe(at('09:35:00'));
  expect(key('PageDown', at('04:10:00'))).toBe(at('04:00:00'));
  expect(key('Home', null)).toBe(at('04:00:00'));
  expect(key('End', at('10:35:00'))).toBeNull();
  expect(key('Escape', at('10:35:00'))).toBeNull();
  expect(key('Tab', at('10:35:00'))).toBeUndefined();
  expect(momentByKey('ArrowLeft', null, at('02:00:00'), zone)).toBeNull();
});
