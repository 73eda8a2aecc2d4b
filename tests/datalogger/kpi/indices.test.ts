import { expect, test } from 'vitest';
import { indexNames } from '../../../src/contract/report-figures';
import { indicesOf, type PeriodSums, type PlantFacts } from '../../../src/datalogger/kpi/indices';

const hour = 3600;
const facts: PlantFacts = { peakKwp: 1000, ratedKw: 900, gamma: -0.35, co2Factor: 0.25 };

/** A day whose numbers are worked out beside each index below. */
const sums: PeriodSums = {
  elapsedS: 24 * hour,
  measuredS: 24 * hour,
  irradianceS: 24 * hour,
  energyKwh: 5000,
  expectedKwh: 5200,
  directKwh: 5100,
  irradiation: 6,
  matchedKwh: 4960,
  referenceKwh: 5900,
  temperatureShare: 1,
  meanTemperature: 45,
  available: 118.5,
  useful: 120,
  standstillH: 1.5,
  lostKwh: 60,
  exportedKwh: 3800,
  importedKwh: 400,
  peakKw: 812.34,
};

test('every index of a day, rounded once', () => {
  expect(indicesOf(sums, facts)).toEqual({
    energia: 5000,
    attesa: 5200,
    epi: 96.2, // 5000 / 5200
    resa: 5, // 5000 / 1000
    resa_riferimento: 6,
    resa_cc: 5.1, // 5100 / 1000
    perdite_campo: 0.9, // 6 - 5.1
    perdite_sistema: 0.1, // 5.1 - 5
    pr: 84.1, // 4960 / 5900
    pr25: 90.4, // 4960 / (5900 x 0.93)
    disponibilita: 98.75, // 118.5 / 120
    disponibilita_energia: 98.81, // 5000 / 5060
    fermo: 1.5,
    persa: 60,
    fattore_capacita: 23.1, // 5000 / (900 x 24)
    immessa: 3800,
    prelevata: 400,
    autoconsumata: 1200, // 5000 - 3800
    autoconsumo: 24, // 1200 / 5000
    autarchia: 75, // 1200 / 1600
    picco: 812.3,
    co2: 1250, // 5000 x 0.25
    tep: 0.935, // 5000 x 0.187e-3
  });
});

test('below 90 % of the time nothing is said, at 90 % everything', () => {
  const covered = (share: number) => indicesOf({ ...sums, measuredS: share * 24 * hour }, facts);
  expect(indexNames.filter(name => covered(0.899)[name] !== null)).toEqual([]);
  expect(indexNames.filter(name => covered(0.9)[name] === null)).toEqual([]);
});

test('with the irradiance missing for three hours only what needs no light is said', () => {
  const dark = indicesOf({ ...sums, irradianceS: 21 * hour }, facts);
  expect(indexNames.filter(name => dark[name] === null)).toEqual([
    'attesa',
    'epi',
    'resa_riferimento',
    'perdite_campo',
    'pr',
    'pr25',
  ]);
});

test('a plant of which nothing is known has what its counters tell', () => {
  const unknown = indicesOf(sums, { peakKwp: null, ratedKw: null, gamma: null, co2Factor: 0.25 });
  expect([unknown.energia, unknown.autoconsumo, unknown.co2]).toEqual([5000, 24, 1250]);
  expect([unknown.resa, unknown.pr25, unknown.fattore_capacita]).toEqual([null, null, null]);
});

test('with less than 70 % of the energy made in measured light its indices are not said; with more they are of that share', () => {
  const dim = (matchedKwh: number) =>
    indicesOf({ ...sums, irradianceS: 22 * hour, matchedKwh, expectedKwh: matchedKwh / 0.96 }, facts);
  expect(dim(3400)).toMatchObject({ attesa: null, epi: null, pr: null, pr25: null, energia: 5000 });
  expect(dim(3600)).toMatchObject({ epi: 96, pr: expect.any(Number) });
});

test('without the module temperature nothing is expected: what was produced meanwhile is compared with nothing', () => {
  const blind = (temperatureShare: number) =>
    indicesOf({ ...sums, temperatureShare, expectedKwh: 5200 * temperatureShare }, facts);
  expect(blind(0.8)).toMatchObject({ attesa: null, epi: 95.4, pr: 84.1 }); // 4960 / 5200
  expect(blind(0.5)).toMatchObject({ attesa: null, epi: null, pr: 84.1 });
});
