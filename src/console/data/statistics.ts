/** The value in percent of `full`; null when either is missing. */
export function percentOf(value: number | null, full: number | null): number | null {
  return value === null || full === null || full <= 0 ? null : (100 * value) / full;
}

/** The median; null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The sum of the known values; null when none is known. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Two readings taken one after the other may differ by this much, in %. */
const readingsDiffer = 0.5;

/** `part` in percent of `whole`; null where the two contradict each other, because the part is greater than the whole. */
export function shareOf(part: number | null, whole: number | null): number | null {
  const percent = percentOf(part, whole);
  return percent === null || percent > 100 + readingsDiffer ? null : Math.min(100, percent);
}
