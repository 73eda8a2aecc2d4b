import type { PointValues } from './decode';

/** A number among the points of a model; null where it is absent. */
export const numberOf = (points: PointValues, name: string): number | null => {
  const value = points[name];
  return typeof value === 'number' ? value : null;
};

/** W to kW, Wh to kWh, var to kvar, Ω to kΩ. */
export const thousandth = (value: number | null): number | null => (value === null ? null : value / 1000);

/** The sum of those that are there; null where none is. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const there = values.filter(value => value !== null);
  return there.length === 0 ? null : there.reduce((sum, value) => sum + value, 0);
}

export function meanOf(values: readonly (number | null)[]): number | null {
  const there = values.filter(value => value !== null);
  const sum = sumOf(there);
  return sum === null ? null : sum / there.length;
}
