import { energyPerformanceIndex } from './formulae';

/** Number of days of the sample, and the minimum of them. */
export const usualDays = 30;
const leastDays = 5;

/** Values of the plant for the day so far. */
interface DayValues {
  readonly eday: number | null;
  readonly eattesa: number | null;
  /** % of the energy to which the expected one belongs. */
  readonly copertura: number | null;
}

/** EPI of the day so far in %: measured by expected energy, over the time in which the expected one was known; null where that is little. */
export function dayIndex({ eday, eattesa, copertura }: DayValues, leastCoverage = 70): number | null {
  if (eday === null || copertura === null || copertura < leastCoverage) return null;
  return energyPerformanceIndex((eday * copertura) / 100, eattesa);
}

/**
 * The EPI that is usual for the plant, in %: the upper quartile of its latest days. It follows the season and slow soiling, and a fault
 * of some days does not lower it. Null with too few days.
 */
export function usualIndex(indices: readonly number[]): number | null {
  const sorted = indices.slice(-usualDays).sort((a, b) => a - b);
  return sorted.length < leastDays ? null : (sorted[Math.floor(0.75 * (sorted.length - 1))] ?? null);
}
