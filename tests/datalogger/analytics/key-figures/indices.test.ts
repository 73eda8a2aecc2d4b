import { expect, test } from 'vitest';
import { indexNames } from '../../../../src/contract/report-figures';
import {
  coveragesOf,
  indicesOf,
  type PeriodSums,
  type PlantFacts,
} from '../../../../src/datalogger/analytics/key-figures/indices';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';

const hour = 3600;
const facts: PlantFacts = { peakKwp: 1000, ratedKw: 900, gamma: -0.35, co2Factor: 0.25, limits: usualLimits };

/** A day whose numbers are worked out beside each index below. */
const sums: PeriodSums = {
  elapsedS: 24 * hour,
  measuredS: 24 * hour,
  irradianceS: 24 * hour,
  energyKwh: 5000,
  expectedKwh: 5200,
  directKwh: 5100,
  irradiation: 6,
  matchedKwh: 5000,
  referenceKwh: 6000,
  comparedKwh: 5000,
  meanTemperature: 45,
  available: 118.5,
  useful: 120,
  standstillH: 1.5,
  lostKwh: 60,
  exportedKwh: 3800,
  importedKwh: 400,
  ownKwh: 200,
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
    pr: 83.3, // 5000 / 6000
    pr25: 89.6, // 5000 / (6000 x 0.93)
    disponibilita: 98.75, // 118.5 / 120
    disponibilita_energia: 98.81, // 5000 / 5060
    fermo: 1.5,
    persa: 60,
    fattore_capacita: 23.1, // 5000 / (900 x 24)
    immessa: 3800,
    prelevata: 400,
    autoconsumata: 1000, // 5000 - 200 - 3800
    autoconsumo: 20, // 1000 / 5000
    autarchia: 71.4, // 1000 / 1400
    picco: 812.3,
    co2: 1250, // 5000 x 0.25
    tep: 0.935, // 5000 x 0.187e-3
  });
});

test('below the least coverage of the time nothing is said, from it on everything', () => {
  const covered = (share: number) => indicesOf({ ...sums, measuredS: share * 24 * hour }, facts);
  expect(indexNames.filter(name => covered(0.299)[name] !== null)).toEqual([]);
  expect(indexNames.filter(name => covered(0.301)[name] === null)).toEqual([]);
});

test('the coverage is that of the plant: another least coverage says more or less', () => {
  const strict: PlantFacts = { ...facts, limits: { usefulLight: 50, coverage: { certain: 95, least: 90 } } };
  expect(indicesOf({ ...sums, measuredS: 20 * hour }, strict).energia).toBeNull();
  expect(indicesOf({ ...sums, measuredS: 20 * hour }, facts).energia).toBe(5000);
});

test('what light made the energy is what counts: a sensor that is silent at night misses nothing', () => {
  expect(coveragesOf({ ...sums, irradianceS: 12 * hour })).toEqual({
    tempo: 100,
    luce: 100,
    temperatura: 100,
  });
  expect(coveragesOf({ ...sums, irradianceS: 21 * hour, matchedKwh: 3000, comparedKwh: 1500 })).toEqual({
    tempo: 100,
    luce: 60,
    temperatura: 30,
  });
  // Where nothing is produced, the time is what is left.
  expect(
    coveragesOf({ ...sums, energyKwh: 0, matchedKwh: 0, comparedKwh: 0, irradianceS: 18 * hour }).luce,
  ).toBe(75);
});

test('a plant of which nothing is known has what its counters tell', () => {
  const unknown = indicesOf(sums, { ...facts, peakKwp: null, ratedKw: null, gamma: null });
  expect([unknown.energia, unknown.autoconsumo, unknown.co2]).toEqual([5000, 20, 1250]);
  expect([unknown.resa, unknown.pr25, unknown.fattore_capacita]).toEqual([null, null, null]);
});

test('what compares energy and light is of the time in which both were measured, and null below 30 % of the energy', () => {
  const dim = (matchedKwh: number) =>
    indicesOf(
      {
        ...sums,
        matchedKwh,
        comparedKwh: matchedKwh,
        referenceKwh: matchedKwh * 1.2,
        expectedKwh: matchedKwh / 0.96,
      },
      facts,
    );
  expect(dim(1400)).toMatchObject({
    attesa: null,
    epi: null,
    pr: null,
    pr25: null,
    resa_riferimento: null,
    energia: 5000,
  });
  expect(dim(1600)).toMatchObject({ epi: 96, pr: 83.3, attesa: 1666.667, resa_cc: 5.1 });
  // Loss of the array in that time: 2 hours of light, and 0.32 of the 5.1 kWh/kWp.
  expect(indicesOf({ ...sums, matchedKwh: 1600, irradiation: 2 }, facts).perdite_campo).toBe(0.37);
});

test('without the module temperature nothing is expected: what was produced meanwhile is compared with nothing', () => {
  const blind = (share: number) =>
    indicesOf({ ...sums, comparedKwh: 5000 * share, expectedKwh: 5200 * share }, facts);
  expect(blind(0.8)).toMatchObject({ attesa: 4160, epi: 96.2, pr: 83.3 });
  expect(blind(0.25)).toMatchObject({ attesa: null, epi: null, pr25: null, pr: 83.3 });
});
