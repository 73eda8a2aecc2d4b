import { expect, test } from 'vitest';
import { pricesOf } from '../../../../src/datalogger/analytics/reports/money';
import { examplePlant } from '../../../support/example-calls';

const byBand = { tariffa_f1: 0.14, tariffa_f2: 0.12, tariffa_f3: 0.09 };
const noon = (date: string) => Date.parse(`${date}T12:00:00+02:00`) / 1000;

test('prices by band obey the holidays of the plant', () => {
  const bandOn = (date: string, change: object = {}) =>
    pricesOf({ ...examplePlant, ...byBand, ...change }, 'Europe/Rome')?.bandAt(noon(date));
  expect(bandOn('2026-06-02')).toBe('F3');
  expect(bandOn('2026-06-02', { festivi_italia: false })).toBe('F1');
  expect(bandOn('2026-06-02', { feriali: ['06-02'] })).toBe('F1');
  expect(bandOn('2026-06-10')).toBe('F1');
  expect(bandOn('2026-06-10', { festivi: ['2026-06-10'] })).toBe('F3');
});
