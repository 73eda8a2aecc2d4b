/**
 * [unit, decimals, kind]. Kind says what a longer period shows: `mean` a power-like quantity (mean of a slot, maximum of a day),
 * `energy` the energy of the row, `ratio` the row's own ratio, `state` the last code, `count` a running counter.
 */
export type PointKind = 'mean' | 'energy' | 'ratio' | 'state' | 'count';
export type Point = readonly [unit: string, decimals: number, kind: PointKind];

export const mean = (unit: string, decimals: number): Point => [unit, decimals, 'mean'];
export const state: Point = ['', 0, 'state'];
