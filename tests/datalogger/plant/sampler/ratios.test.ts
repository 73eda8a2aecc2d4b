import { expect, test } from 'vitest';
import { inverterStates } from '../../../../src/contract/codes';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import { performanceParts, ratioBasis } from '../../../../src/datalogger/plant/sampler/ratios';
import { irradiationParts, standstillParts } from '../../../../src/datalogger/plant/sampler/sums';
import type { DeviceRows } from '../../../../src/datalogger/plant/snapshot';

const seconds = 900;

function rowOf(stato: number, values: Readonly<Record<string, number>>): DeviceRows {
  return {
    id: [1],
    nome: ['A'],
    stato: [stato],
    sampled: [0],
    validS: [30],
    q: [192],
    values: Object.fromEntries(Object.entries(values).map(([point, value]) => [point, [value]])),
  };
}

/** 100 kWp in this light (W/m²), standing still. */
function inLight(poa: number, usefulLight = usualLimits.usefulLight) {
  const inverter = rowOf(inverterStates.fault, { pac: 0, kwp: 100 });
  const groups = { impianto: rowOf(inverterStates.fault, { poa, pattesa: poa / 12 }), inverter };
  const limits = { ...usualLimits, usefulLight };
  return { inverter, basis: ratioBasis({ groups, seconds, limits, isGood: () => true }) };
}

test('the PR is that of the energy and the irradiation that a report shows, dawn and night included', () => {
  const samples = [
    { poa: -4, energyWh: 0 },
    { poa: 15, energyWh: 120 },
    { poa: 40, energyWh: 800 },
    { poa: 700, energyWh: 15_000 },
  ].map(({ poa, energyWh }) => {
    const { basis } = inLight(poa);
    return { ratio: performanceParts(basis, energyWh), light: irradiationParts(basis) };
  });
  const sum = (part: 'ratio' | 'light', of: 0 | 1) =>
    samples.reduce((total, sample) => total + (sample[part]?.[of] ?? Number.NaN), 0);
  const [matchedWh, referenceWh, irradiationJ] = [sum('ratio', 0), sum('ratio', 1), sum('light', 0)];
  expect(matchedWh).toBe(15_920);
  // 40 and 700 W/m² for a quarter of an hour; less than 20 W/m² is the offset of a pyranometer.
  expect(irradiationJ).toBe(740 * seconds);
  // E / (P0 Yr), with Yr in kWh/m².
  expect(matchedWh / referenceWh).toBeCloseTo(15.92 / (100 * (irradiationJ / 3_600_000)), 10);
});

test('from which light on standstill counts is a setting of the plant', () => {
  const standstill = (poa: number, usefulLight?: number) => {
    const { inverter, basis } = inLight(poa, usefulLight);
    return [standstillParts(basis, inverter, 0), basis.availability];
  };
  expect(standstill(100)).toEqual([
    [seconds, seconds],
    [0, 100 * seconds],
  ]);
  expect(standstill(100, 120)).toEqual([null, null]);
  expect(standstill(40)).toEqual([null, null]);
  expect(standstill(40, 30)[0]).toEqual([seconds, seconds]);
});
