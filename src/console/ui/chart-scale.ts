/** The round steps of an axis from 0 that reaches `max` in at most five of them: 1, 2.5 or 5 times a power of ten. */
export function roundScale(max: number): { readonly step: number; readonly top: number } {
  const most = 5;
  if (!(max > 0)) return { step: 1, top: most };
  const decade = 10 ** Math.floor(Math.log10(max / most));
  const step = [1, 2.5, 5, 10].map(factor => factor * decade).find(size => size * most >= max) ?? 10 * decade;
  return { step, top: step * Math.ceil(max / step - 1e-9) };
}

/** What is less than this share of the other side of an axis does not get a side of its own. */
const negligible = 0.02;

/** The lines of an axis from `low` to `high` and 0, in round steps: at most six of them. Values from bottom to top. */
export function axisLines(low: number, high: number): readonly number[] {
  const bottom = low < -negligible * high ? low : 0;
  const top = high > -negligible * low ? high : 0;
  const { step } = roundScale(Math.max(top - bottom, 1e-6));
  const first = Math.floor(bottom / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(top / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, line) => (first + line) * step);
}

/** A place in a plot, in percent from its left and top edge. */
export type PlotPoint = readonly [x: number, y: number];

const round = (percent: number): number => Math.round(percent * 10) / 10;

/** The path of a line through the points. */
export function linePath(points: readonly PlotPoint[]): string {
  return points.length === 0 ? '' : `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
}

/** The path of the area between a line and the foot of the plot. */
export function areaPath(points: readonly PlotPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return `${linePath([[first[0], 100], ...points, [last[0], 100]])}z`;
}

/** The CSS polygon of a closed outline. */
export function polygon(points: readonly PlotPoint[]): string {
  return `polygon(${points.map(([x, y]) => `${round(x)}% ${round(y)}%`).join(',')})`;
}
