import { expect, test } from 'vitest';
import { setPlantTime } from '../../../../src/console/data/plant-clock';
import { plantFindings } from '../../../../src/console/screens/configuration/plant-findings';
import { examplePlant } from '../../../support/example-calls';

const now = { sentMs: performance.now(), receivedMs: performance.now() };
const told = (change: object) =>
  plantFindings({ ...examplePlant, ...change }).map(({ campo, codice }) => `${campo} ${codice}`);

test('what the fields of a plant mean together is shown; only what cannot be keeps from saving', () => {
  setPlantTime(Date.parse('2026-06-10T23:30:00+02:00') / 1000, now);
  expect(told({ potenza_picco: 1000, potenza_ca: 1000 })).toEqual([]);
  expect(told({ potenza_picco: 2000, potenza_ca: 1000 })).toEqual(['potenza_picco dc_ac_ratio']);
  expect(told({ lat: 12, long: 41.9 })).toEqual(expect.arrayContaining(['lat not_italy', 'long not_italy']));
  expect(told({ fuso: 'Europe/Atlantide' })).toContain('fuso invalid');
});

test('a date is in the future by the plant’s day, not by the browser’s', () => {
  setPlantTime(Date.parse('2026-06-11T00:30:00+02:00') / 1000, now);
  const base = { fuso: 'Europe/Rome', potenza_picco: 1000, potenza_ca: 1000 };
  expect(told({ ...base, data_esercizio: '2026-06-11' })).toEqual([]);
  expect(told({ ...base, data_esercizio: '2026-06-12' })).toEqual(['data_esercizio invalid']);
});
