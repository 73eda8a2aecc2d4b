import { expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { capacityOf } from '../../../../src/datalogger/analytics/capacity/capacity-test';
import { type CapacityPoint, pointsIn } from '../../../../src/datalogger/analytics/capacity/points';
import { fitOf } from '../../../../src/datalogger/analytics/capacity/regression';
import { ofIndex, uncertaintyAt } from '../../../../src/datalogger/analytics/capacity/uncertainty';
import { capacityDoubt } from '../../../../src/datalogger/api/support/proof-sheets';
import { fillHistory } from '../../../../src/datalogger/plant/sampler/history';
import { planConfiguration } from '../../../../src/datalogger/sources/simulator/first-plant/first-configuration';
import { pastSlots } from '../../../../src/datalogger/sources/simulator/history/first-history';
import { soilingOfDay } from '../../../../src/datalogger/sources/simulator/physics/clouds';
import { gaussian } from '../../../../src/datalogger/sources/simulator/physics/random';
import { streams } from '../../../../src/datalogger/sources/simulator/physics/streams';
import { plantPlan } from '../../../../src/datalogger/sources/simulator/plan';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { longPatience, rounds } from '../../../support/long';

const zone = 'Europe/Rome';
const [from, to] = [startOfDay(zone, 2025, 5, 1), startOfDay(zone, 2025, 6, 1)];

test('a fit finds the coefficients, and its error is that of repeated fits', () => {
  const truth = [2, -0.5, 0.25];
  const row = (n: number) => [1, Math.sin(n), (n % 7) - 3];
  const rows = Array.from({ length: 200 }, (_, n) => row(n));
  const exact = (each: readonly number[]) => each.reduce((sum, x, at) => sum + x * (truth[at] ?? 0), 0);
  const at = [1, 0.5, 2];
  expect(fitOf(rows, rows.map(exact))?.at(at).value).toBeCloseTo(exact(at), 9);
  const errors = Array.from({ length: 300 }, (_, seed) => {
    const fit = fitOf(
      rows,
      rows.map((each, n) => exact(each) + 0.3 * gaussian(seed, 9, n)),
    )?.at(at);
    return ((fit?.value ?? 0) - exact(at)) / (fit?.error ?? 1);
  });
  const spread = Math.sqrt(errors.reduce((sum, each) => sum + each * each, 0) / errors.length);
  expect(spread).toBeGreaterThan(0.85);
  expect(spread).toBeLessThan(1.15);
  // Columns that say the same are no regression.
  expect(
    fitOf(
      rows.map(([, x = 0]) => [x, 2 * x]),
      rows.map(exact),
    ),
  ).toBeNull();
});

/** Of ten days, of a plant whose power follows the regression exactly. */
function exactPoints(): CapacityPoint[] {
  return Array.from({ length: 100 }, (_, n) => {
    const [light, air, wind] = [600 + 4 * ((37 * n) % 100), 20 + (n % 11), 1 + (n % 5)];
    const expected = light * (0.2 - 1e-5 * light - 4e-4 * air + 1e-3 * wind);
    return { t: n * 8640, power: 0.95 * expected, expected, light, air, module: null, wind };
  });
}

test('air, wind and light explain the power; what is missing is said', () => {
  const all = exactPoints();
  const of = (points: CapacityPoint[]) => capacityOf(points, new Map(), points.length).result;
  const result = of(all);
  if ('missing' in result) throw new Error(result.missing);
  const { light, temperature, wind } = result.conditions;
  expect(result.measured / result.expected).toBeCloseTo(0.95, 9);
  expect(result.expected).toBeCloseTo(
    light * (0.2 - 1e-5 * light - 4e-4 * temperature + 1e-3 * (wind ?? 0)),
    9,
  );
  const calm = of(all.map(point => ({ ...point, wind: null })));
  expect('conditions' in calm && calm.conditions.wind).toBeNull();
  const warm = of(all.map(point => ({ ...point, air: null, module: point.air })));
  expect('isOfModules' in warm && warm.isOfModules).toBe(true);
  expect(of([])).toEqual({ missing: 'luce' });
  expect(of(all.slice(0, 40))).toEqual({ missing: 'punti' });
  expect(of(all.map(point => ({ ...point, t: 0 })))).toEqual({ missing: 'giorni' });
  expect(of(all.map(point => ({ ...point, air: null })))).toEqual({ missing: 'temperatura' });
  expect(of(all.map(point => ({ ...point, light: 700, air: 20 })))).toEqual({ missing: 'regressione' });
});

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** The share of its nominal power that a string without fault gives in the simulator. */
const strengthOf = (seed: number, string: number) => 1 + 0.008 * gaussian(seed, streams.mismatch, string);

/** What the instruments of a seed err by, of the classes of `doubt`: each within twice its standard deviation in 95 of 100. */
function measured(points: readonly CapacityPoint[], seed: number): CapacityPoint[] {
  const error = (stream: number, percent: number) => 1 + (gaussian(seed, stream, 1) * percent) / 200;
  const [light, power, heat] = [
    error(901, doubt.light),
    error(902, doubt.meter),
    error(903, doubt.temperature),
  ];
  return points.map(point => ({
    ...point,
    light: point.light * light,
    power: point.power * power,
    expected: point.expected * light * heat,
  }));
}

const plan = plantPlan('small');
const { sensori, contatori } = planConfiguration(plan, from);
const doubtOf = (light: Partial<(typeof sensori)[number]>) =>
  uncertaintyAt(from, { sensori: sensori.map(each => ({ ...each, ...light })), contatori }, -0.35);
/** A pyranometer of class A that was calibrated a year ago. */
const doubt = doubtOf({ classe: 'A', tarato_il: '2024-05-01', validita: 24 });

test(
  'the capacity of the simulated plant lies within the stated uncertainty in 95 of 100 seeds',
  () => {
    const seeds = rounds(6, 100);
    const off = Array.from({ length: seeds }, (_, index) => {
      const seed = index + 1;
      const store = openMeasures(':memory:');
      fillHistory({
        store,
        zone,
        slots: pastSlots({ size: 'small', seed, from, to, seconds: 900, hasNaturalFaults: false }),
      });
      const { points, out, quarters } = pointsIn(store, from, to, null);
      store.close();
      const { result, used, days } = capacityOf(measured(points, seed), out, quarters);
      if ('missing' in result) throw new Error(`seed ${seed}: ${result.missing}`);
      expect(used).toBeGreaterThan(50);
      expect(days).toBeGreaterThan(5);
      const bright = points.filter(({ light }) => Math.abs(light / result.conditions.light - 1) <= 0.2);
      const dirt = bright.map(({ t }) => soilingOfDay(seed, Math.floor((t + 43_200) / 86_400)));
      const truth =
        mean(dirt.map(share => 1 - share)) * mean(plan.strings.map(({ id }) => strengthOf(seed, id)));
      const ratio = result.measured / result.expected;
      return Math.abs(ratio - truth) > (ratio * capacityDoubt(result.regression, doubt)) / 100 ? [seed] : [];
    }).flat();
    expect(off.length, `seeds ${off}`).toBeLessThanOrEqual(0.05 * seeds);
  },
  longPatience.timeout,
);

test('what is said of the instruments is of their classes and calibrations', () => {
  expect(doubt.light).toBeCloseTo(Math.hypot(3, 0.8), 1);
  expect([doubt.isOverdue, doubt.meterClass]).toEqual([false, '0.5S']);
  expect(ofIndex(doubt)).toBeCloseTo(Math.hypot(doubt.light, 0.5, 0.7), 6);
  expect(doubtOf({ classe: 'B', tarato_il: '2020-05-01', validita: 24 })).toMatchObject({ isOverdue: true });
  expect(doubtOf({ classe: '', tarato_il: null })).toMatchObject({
    lightClass: null,
    light: 20,
    isOverdue: true,
  });
});
