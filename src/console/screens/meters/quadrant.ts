export const quadrants = [1, 2, 3, 4] as const;
export type Quadrant = (typeof quadrants)[number];

/** Below this share of the apparent power a component counts as none. */
const least = 0.001;

/**
 * The quadrant of an operating point, counted from exported and capacitive counter-clockwise: 1 P > 0 Q > 0, 2 P < 0 Q > 0,
 * 3 P < 0 Q < 0, 4 P > 0 Q < 0. On an axis the one that it leaves; null at rest or without values.
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
