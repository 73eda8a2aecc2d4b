/** The middle value, or the mean of the two middle ones; null where there are no values. */
export function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)];
  if (high === undefined) return null;
  return Number.isInteger(middle) ? (high + (sorted[middle - 1] ?? high)) / 2 : high;
}

/** What gives less than this share of what the better quarter gives is not healthy. */
const healthyShare = 0.93;

/**
 * The median of the healthy ones: of those that give about as much as the better quarter. Where two are compared, or half of them are bad,
 * the plain median lies between the good and the bad, and neither is seen.
 */
export function healthyMedian(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const good = sorted[Math.ceil(0.75 * (sorted.length - 1))] ?? 0;
  return median(good > 0 ? values.filter(value => value >= healthyShare * good) : values);
}
