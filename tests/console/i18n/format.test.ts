import { beforeEach, expect, test } from 'vitest';
import {
  formatDifference,
  formatDuration,
  formatNumber,
  formatQuantity,
  formatTime,
} from '../../../src/console/i18n/format';
import { setLanguage, t } from '../../../src/console/i18n/translate';
import { speakItalian } from '../../support/words';

beforeEach(() => speakItalian([]));

test('numbers have fixed decimals, grouped thousands, a true minus, and a dash for what is missing', async () => {
  expect(formatNumber(5167.74, 1)).toBe('5.167,7');
  expect(formatNumber(-0.04, 1)).toBe('0,0');
  expect(formatNumber(-12.5, 1)).toBe('−12,5');
  for (const nothing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY])
    expect(formatNumber(nothing, 1)).toBe('—');
  expect(formatQuantity(658.8, 1, 'kW')).toBe('658,8\u00a0kW');
  expect(formatQuantity(null, 1, 'kW')).toBe('—');
  expect(formatDifference(2.3, 1)).toBe('+2,3');
  await setLanguage('en');
  expect(formatNumber(5167.74, 1)).toBe('5,167.7');
});

test('times are in the plant’s zone, whatever the browser’s', () => {
  const switchNight = Date.UTC(2026, 9, 25, 0, 30) / 1000;
  expect(formatTime(switchNight, 'Europe/Rome', 'clock')).toBe('02:30:00');
  expect(formatTime(switchNight + 3600, 'Europe/Rome', 'clock')).toBe('02:30:00');
  expect(formatTime(switchNight, 'Asia/Tokyo', 'minute')).toBe('09:30');
  expect(formatTime(switchNight, 'Europe/Rome', 'date')).toBe('25/10/2026');
  expect(formatTime(null, 'Europe/Rome', 'date')).toBe('—');
  expect(formatTime(1e15, 'Europe/Rome', 'date')).toBe('—');
});

test('durations use the largest sensible unit', () => {
  expect([4, 89, 360, 19_800, 172_800].map(formatDuration)).toEqual([
    '4\u00a0s',
    '89\u00a0s',
    '6\u00a0min',
    '5\u00a0h 30\u00a0min',
    '2 giorni',
  ]);
});

test('a value that looks like a key or a gap stays a value', () => {
  expect(t('login.needed', { place: '{{user}} $t(login.wrong)' })).toContain('{{user}} $t(login.wrong)');
});
