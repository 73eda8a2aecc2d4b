import type { Measures } from '../../storage/measures/measures';
import { type CapacityPoint, type LeftOut, leastLight, pointsIn } from './points';
import { type Fit, fitOf } from './regression';

/** Reporting conditions: W/m², °C and m/s at which the power is compared. */
export interface Conditions {
  readonly light: number;
  readonly temperature: number;
  /** Null: nothing measures the wind. */
  readonly wind: number | null;
}

/** Why there is no result. */
export type NoResult = 'luce' | 'punti' | 'giorni' | 'temperatura' | 'regressione';

export interface CapacityTest {
  readonly quarters: number;
  readonly used: number;
  readonly days: number;
  readonly out: ReadonlyMap<LeftOut, number>;
  readonly result: CapacityResult | { readonly missing: NoResult };
}

export interface CapacityResult {
  readonly conditions: Conditions;
  /** Whether the temperature is that of the modules: nothing measures that of the air. */
  readonly isOfModules: boolean;
  /** kW at the conditions. */
  readonly measured: number;
  readonly expected: number;
  /** Standard uncertainty of their ratio by the regression, %. */
  readonly regression: number;
}

/** Quarters, and days that they are of, that a result needs. */
export const leastPoints = 50;
export const leastDays = 3;
/** Around the reporting irradiance (ASTM E2848, 9.1.2). */
const lightBand = 0.2;
/** Which share of the bright quarters is darker than the reporting irradiance (ASTM E2939). */
const reportingShare = 0.6;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The power at reporting conditions, made and expected, each by regression of P = E (a1 + a2 E + a3 T + a4 v) (ASTM E2848). */
export function capacityTestOf(store: Measures, { from, to }: Span, ratedKw: number | null): CapacityTest {
  const { points, out, quarters } = pointsIn(store, from, to, ratedKw);
  return capacityOf(points, out, quarters);
}

export function capacityOf(
  points: readonly CapacityPoint[],
  out: ReadonlyMap<LeftOut, number>,
  quarters: number,
): CapacityTest {
  const { light, used, near, isOfModules, hasWind } = chosenOf(points);
  const days = new Set(used.map(({ t }) => Math.floor(t / 86_400))).size;
  const far = points.length - used.length;
  const counts = { quarters, used: used.length, days, out: new Map(out).set('lontana', far) };
  const no = (missing: NoResult) => ({ ...counts, result: { missing } });
  if (light === null || light < leastLight) return no('luce');
  if (near >= leastPoints && used.length < leastPoints) return no('temperatura');
  if (used.length < leastPoints) return no('punti');
  if (days < leastDays) return no('giorni');
  const temperature = mean(used.map(each => each.temperature));
  const wind = hasWind ? mean(used.map(each => each.wind)) : null;
  const conditions = { light, temperature, wind };
  const result = powersAt(used, conditions);
  return result ? { ...counts, result: { ...result, conditions, isOfModules } } : no('regressione');
}

interface UsedPoint extends CapacityPoint {
  readonly temperature: number;
  /** 0 where the wind is not used. */
  readonly wind: number;
}

/** The points near the reporting irradiance that have what the regression needs. */
function chosenOf(points: readonly CapacityPoint[]) {
  const light = quantile(points.map(point => point.light).sort(ascending), reportingShare);
  const near = light === null ? [] : points.filter(point => Math.abs(point.light / light - 1) <= lightBand);
  const isOfModules = near.filter(({ air }) => air !== null).length < leastPoints;
  const warm = near.flatMap(point => {
    const temperature = isOfModules ? point.module : point.air;
    return temperature === null ? [] : [{ ...point, temperature }];
  });
  const windy = warm.flatMap(({ wind, ...point }) => (wind === null ? [] : [{ ...point, wind }]));
  const hasWind = windy.length >= leastPoints && !isOfModules;
  const used: UsedPoint[] = hasWind ? windy : warm.map(point => ({ ...point, wind: 0 }));
  return { light, near: near.length, used, isOfModules, hasWind };
}

/** The power made and the power expected at the conditions; null where a regression has no solution. */
function powersAt(used: readonly UsedPoint[], { light, temperature, wind }: Conditions) {
  const rowOf = (e: number, degrees: number, speed: number) =>
    wind === null ? [e, e * e, e * degrees] : [e, e * e, e * degrees, e * speed];
  const rows = used.map(point => rowOf(point.light, point.temperature, point.wind));
  const regressed = (of: (point: UsedPoint) => number) => fitOf(rows, used.map(of));
  const [made, wanted] = [regressed(({ power }) => power), regressed(({ expected }) => expected)];
  return made && wanted && ratioOf(made, wanted, rowOf(light, temperature, wind ?? 0));
}

function ratioOf(made: Fit, wanted: Fit, at: readonly number[]) {
  const [measured, expected] = [made.at(at), wanted.at(at)];
  if (!(measured.value > 0 && expected.value > 0)) return null;
  const regression = 100 * Math.hypot(measured.error / measured.value, expected.error / expected.value);
  return { measured: measured.value, expected: expected.value, regression };
}

const ascending = (a: number, b: number) => a - b;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? null;
