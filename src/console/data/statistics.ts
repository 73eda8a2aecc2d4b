/** The value in percent of `full`; null when either is missing. */
export function percentOf(value: number | null, full: number | null): number | null {
  return value === null || full === null || full <= 0 ? null : (100 * value) / full;
}

/** The middle value; null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The sum of what is known; null when nothing is. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Readings that were taken one after the other may disagree by this much, in %. */
const readingsDiffer = 0.5;

/** What `part` is of the whole it is in, in %; null where they cannot belong together, as a part greater than the whole. */
export function shareOf(part: number | null, whole: number | null): number | null {
  const percent = percentOf(part, whole);
  return percent === null || percent > 100 + readingsDiffer ? null : Math.min(100, percent);
}
