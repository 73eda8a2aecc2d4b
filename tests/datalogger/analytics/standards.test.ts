import { expect, test } from 'vitest';
import { capacityOf } from '../../../src/datalogger/analytics/capacity/capacity-test';
import { ofIndex, uncertaintyAt } from '../../../src/datalogger/analytics/capacity/uncertainty';
import {
  performanceRatio,
  performanceRatioAt25,
} from '../../../src/datalogger/analytics/key-figures/formulae';
import { meterWeek } from '../../../src/datalogger/analytics/voltage/week';
import { planConfiguration } from '../../../src/datalogger/sources/simulator/first-plant/first-configuration';
import { plantPlan } from '../../../src/datalogger/sources/simulator/plan';

/* Figures of the standards beside those of standards.py, which computes them by other means and prints the numbers that stand here. */

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

test('IEC 61724-1: PR, and PR at 25 °C of every quarter weighted by itself', () => {
  const quarters = range(48).map(n => ({ light: 250 + 25 * (n % 31), heat: 14 + 1.3 * (n % 29) }));
  const sum = (of: (quarter: { light: number; heat: number }) => number) =>
    quarters.reduce((all, quarter) => all + of(quarter), 0);
  const reference = sum(({ light }) => (0.25 * 99.84 * light) / 1000);
  const heat = sum(({ light, heat }) => light * heat) / sum(({ light }) => light);
  const energy = 565.127749056;
  expect(reference).toBeCloseTo(674.544, 9);
  expect(heat).toBeCloseTo(32.37798334875116, 9);
  expect(performanceRatio(energy, reference)).toBeCloseTo(83.77922701202591, 9);
  expect(performanceRatioAt25(energy, reference, heat, -0.35)).toBeCloseTo(86, 9);
});

test('ASTM E2848: the power at reporting conditions, and how uncertain the regression is', () => {
  const points = range(160).map(n => {
    const light = 560 + 3.5 * ((37 * n) % 160);
    const [air, wind] = [18 + 0.9 * ((13 * n) % 17), 0.5 + 0.6 * ((7 * n) % 11)];
    const powerOf = (share: number, heat: number) =>
      light * (share - 6e-6 * light - heat * air + 4e-4 * wind);
    const power = powerOf(0.082, 1.7e-4) + 0.8 * ((((n * 7919) % 101) - 50) / 50);
    const expected = powerOf(0.086, 1.8e-4) + 0.1 * ((((n * 104_729) % 97) - 48) / 48);
    return { t: n * 7200, light, air, module: null, wind, power, expected };
  });
  const { used, result } = capacityOf(points, new Map(), points.length);
  if ('missing' in result) throw new Error(result.missing);
  expect(used).toBe(103);
  expect(result.conditions.light).toBe(892.5);
  expect(result.conditions.temperature).toBeCloseTo(24.466019417475728, 9);
  expect(result.conditions.wind).toBeCloseTo(3.5466019417475723, 9);
  expect(result.measured).toBeCloseTo(65.96485078824615, 7);
  expect(result.expected).toBeCloseTo(69.3099574864116, 7);
  expect(result.regression).toBeCloseTo(0.07079024389020751, 7);
});

test('instruments: classes of ISO 9060 and EN 50470, and the age of a calibration', () => {
  const { sensori, contatori } = planConfiguration(plantPlan('small'), 0);
  const doubt = uncertaintyAt(
    Date.UTC(2026, 0, 1) / 1000 + 500 * 86_400,
    {
      sensori: sensori.map(each => ({ ...each, classe: 'B' as const, tarato_il: '2026-01-01' })),
      contatori: contatori.map(each => ({ ...each, classe: '1' as const })),
    },
    -0.38,
  );
  expect(ofIndex(doubt)).toBeCloseTo(8.354280498617905, 9);
});

test('EN 50160: shares of a week, and the unbalance by the sequences of the phasors', () => {
  const from = Date.UTC(2026, 5, 8) / 1000;
  const slots = range(1008).map(n => {
    const sides = [398 + 45 * Math.sin(n / 50), 401 + 30 * Math.sin(n / 60), 396 + 31 * Math.sin(n / 55)];
    const voltages = [null, null, null, ...sides.map(mean => ({ mean, most: mean, least: mean }))];
    return { t: from + 600 * n, device: 1, seconds: 600, voltages, frequency: null };
  });
  const device = { group: 'contatori', id: 1, name: '', nominal: 400 } as const;
  const asked = { devices: [device], level: 'BT', from, to: from + 604_800, certain: 70 } as const;
  const { lines, unbalance } = meterWeek(device, slots, asked);
  const figures = lines.map(({ least, most, within, withinAll }) => [least, most, within, withinAll]);
  const golden = [
    [353.0000346186125, 442.99981941011623, 71.72619047619048, 88.59126984126983],
    [371.00027447858037, 430.99977955203616, 100.0, 100.0],
    [365.0001685975982, 426.99999507264874, 100.0, 100.0],
  ];
  golden.forEach((row, line) => {
    row.forEach((value, at) => void expect(figures[line]?.[at]).toBeCloseTo(value, 9));
  });
  expect(lines.map(({ outcome }) => outcome)).toEqual(['missed', 'kept', 'kept']);
  expect(unbalance?.usual).toBeCloseTo(10.68376867738904, 7);
  expect(unbalance?.most).toBeCloseTo(11.364589571499883, 7);
  expect(unbalance?.within).toBeCloseTo(15.972222222222221, 9);
});
