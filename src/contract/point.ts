/**
 * [unit, decimals, kind]. The kind says what is shown for a longer period: `mean` (a quantity like power) the mean of a slot and the
 * maximum of a day, `energy` the energy of the row, `ratio` the ratio of the row, `state` the last code, `count` a running counter.
 */
export type PointKind = 'mean' | 'energy' | 'ratio' | 'state' | 'count';
export type Point = readonly [unit: string, decimals: number, kind: PointKind];

export const mean = (unit: string, decimals: number): Point => [unit, decimals, 'mean'];
export const state: Point = ['', 0, 'state'];
