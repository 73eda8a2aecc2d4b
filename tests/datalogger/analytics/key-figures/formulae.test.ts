import { describe, expect, test } from 'vitest';
import { emissionFactor } from '../../../../src/datalogger/analytics/key-figures/emissions';
import * as kpi from '../../../../src/datalogger/analytics/key-figures/formulae';

/*
 * A day of a plant of 998.4 kWp and 1000 kW, worked out by hand: 5,000 kWh of AC and 5,100 kWh of DC energy, 6 kWh/m² on the modules,
 * of which 5.8 kWh/m² while power was measured too, with 4,850 kWh.
 */
const day = { ac: 5000, dc: 5100, irradiation: 6, matched: 4850, reference: 998.4 * 5.8, peak: 998.4 };

describe('yields and losses', () => {
  test('are hours at full power', () => {
    const reference = kpi.referenceYield(day.irradiation); // 6 kWh/m² / 1 kW/m² = 6 h
    const array = kpi.yieldOf(day.dc, day.peak); // 5100 / 998.4 = 5.10817
    const final = kpi.yieldOf(day.ac, day.peak); // 5000 / 998.4 = 5.00801
    expect(reference).toBe(6);
    expect(array).toBeCloseTo(5.10817, 5);
    expect(final).toBeCloseTo(5.00801, 5);
    expect(kpi.captureLoss(reference, array)).toBeCloseTo(0.89183, 5); // 6 - 5.10817
    expect(kpi.systemLoss(array, final)).toBeCloseTo(0.10016, 5); // 5.10817 - 5.00801
  });

  test('of a plant whose power nobody typed are not known', () => {
    expect(kpi.yieldOf(day.ac, null)).toBeNull();
    expect(kpi.captureLoss(6, null)).toBeNull();
  });
});

describe('performance ratio', () => {
  test('divides what was measured together', () => {
    // 4850 / (998.4 x 5.8) = 4850 / 5790.72 = 83.7547 %
    expect(kpi.performanceRatio(day.matched, day.reference)).toBeCloseTo(83.7547, 4);
  });

  test('of two unequal hours is the ratio of their sums, not the mean of their ratios', () => {
    // 10 of 20 kWh and 90 of 100 kWh: (10 + 90) / (20 + 100) = 83.33 %, where the mean would be (50 + 90) / 2 = 70 %.
    expect(kpi.performanceRatio(10 + 90, 20 + 100)).toBeCloseTo(83.3333, 4);
  });

  test('at 25 °C weights the light by the temperature of the modules', () => {
    // C = 1 - 0.0035 x (45 - 25) = 0.93; 4850 / (5790.72 x 0.93) = 4850 / 5385.3696 = 90.0588 %
    expect(kpi.performanceRatioAt25(day.matched, day.reference, 45, -0.35)).toBeCloseTo(90.0588, 4);
    expect(kpi.performanceRatioAt25(day.matched, day.reference, 25, -0.35)).toBe(
      kpi.performanceRatio(day.matched, day.reference),
    );
  });

  test('at 25 °C from sums is that of every minute weighted by itself', () => {
    const minutes = [
      { kwh: 8, reference: 10, temperature: 55 },
      { kwh: 3, reference: 4, temperature: 15 },
    ];
    // C1 = 1 - 0.004 x 30 = 0.88, C2 = 1 + 0.004 x 10 = 1.04: 11 / (10 x 0.88 + 4 x 1.04) = 11 / 12.96 = 84.8765 %
    const reference = 14;
    const mean = minutes.reduce((sum, minute) => sum + minute.reference * minute.temperature, 0) / reference;
    expect(kpi.performanceRatioAt25(11, reference, mean, -0.4)).toBeCloseTo(84.8765, 4);
  });

  test('is nothing without light or without a temperature', () => {
    expect(kpi.performanceRatio(0, 0)).toBeNull();
    expect(kpi.performanceRatioAt25(1, 1, null, -0.35)).toBeNull();
    expect(kpi.performanceRatioAt25(1, 1, 40, null)).toBeNull();
  });
});

test('availability: of ten equal inverters one stands still for 1.5 of 12 useful hours', () => {
  // (10 x 12 - 1.5) / (10 x 12) = 118.5 / 120 = 98.75 %
  expect(kpi.technicalAvailability(118.5, 120)).toBeCloseTo(98.75, 6);
  expect(kpi.technicalAvailability(0, 0)).toBeNull(); // the night is neither
  // 5000 / (5000 + 60) = 98.8142 %
  expect(kpi.energyAvailability(5000, 60)).toBeCloseTo(98.8142, 4);
  expect(kpi.energyAvailability(5000, null)).toBeNull();
});

test('EPI and capacity factor', () => {
  // 5000 / 5128 = 97.5039 %; 5000 / (1000 x 24) = 20.8333 %, and on the day of 23 hours 5000 / 23000 = 21.7391 %
  expect(kpi.energyPerformanceIndex(5000, 5128)).toBeCloseTo(97.5039, 4);
  expect(kpi.capacityFactor(5000, 1000, 24)).toBeCloseTo(20.8333, 4);
  expect(kpi.capacityFactor(5000, 1000, 23)).toBeCloseTo(21.7391, 4);
  expect(kpi.capacityFactor(5000, null, 24)).toBeNull();
});

test('self-consumption and autarky: 5,000 made, 3,800 exported, 400 imported', () => {
  const used = kpi.selfConsumed(5000, 3800); // 1200
  expect(used).toBe(1200);
  expect(kpi.selfConsumption(5000, used)).toBe(24); // 1200 / 5000
  expect(kpi.autarky(used, 400)).toBe(75); // 1200 / (1200 + 400)
  expect(kpi.selfConsumed(5000, 5004)).toBe(0); // within the class of the meters
  expect(kpi.selfConsumed(5000, 6000)).toBeNull(); // not of the same time
  expect(kpi.selfConsumption(0, 0)).toBeNull();
});

test('CO2 and primary energy', () => {
  expect(kpi.times(5000, 0.25)).toBe(1250); // kg
  expect(kpi.times(5000, kpi.tepPerKwh)).toBeCloseTo(0.935, 6); // 5000 x 0.187e-3
  expect(emissionFactor(2026, null)).toEqual({ kgPerKwh: 0.25, year: 2020 });
  expect(emissionFactor(1999, null)).toEqual({ kgPerKwh: 0.25, year: 2020 });
  expect(emissionFactor(2026, 0.233)).toEqual({ kgPerKwh: 0.233, year: null });
});

test('deviation and yearly change', () => {
  expect(kpi.deviation(4.8, 5)).toBeCloseTo(-4, 6); // 4.8 / 5 - 1
  expect(kpi.deviation(4.8, 0)).toBeNull();
  // 90, 89.5, 89 %: half a point a year of 90 is -0.5556 %; the middle year missing changes nothing.
  expect(
    kpi.yearlyChange([
      [2024, 90],
      [2025, 89.5],
      [2026, 89],
    ]),
  ).toBeCloseTo(-0.5556, 4);
  expect(
    kpi.yearlyChange([
      [2023, 90],
      [2024, 89.5],
      [2026, 88.5],
    ]),
  ).toBeCloseTo(-0.5556, 4);
  expect(
    kpi.yearlyChange([
      [2024, 90],
      [2025, 89],
    ]),
  ).toBeNull();
});
