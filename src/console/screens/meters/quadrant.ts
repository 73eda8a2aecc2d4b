export const quadrants = [1, 2, 3, 4] as const;
export type Quadrant = (typeof quadrants)[number];

/** A component below this share of the apparent power counts as zero. */
const least = 0.001;

/**
 * The quadrant of a working point, counter-clockwise from exported and capacitive: 1 P > 0 Q > 0, 2 P < 0 Q > 0, 3 P < 0 Q < 0, 4 P > 0
 * Q < 0. P = 0 counts as exported and Q = 0 as capacitive; null without power or without values.
 */
export function quadrantOf(p: number | null, q: number | null): Quadrant | null {
  if (p === null || q === null) return null;
  const apparent = Math.hypot(p, q);
  if (apparent === 0) return null;
  const isExported = p > -least * apparent;
  const isCapacitive = q > -least * apparent;
  if (isExported) return isCapacitive ? 1 : 4;
  return isCapacitive ? 2 : 3;
}
