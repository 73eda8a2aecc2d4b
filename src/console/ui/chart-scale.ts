/** The steps of an axis from 0 to `max`: at most five, each 1, 2.5 or 5 times a power of ten. */
export function roundScale(max: number): { readonly step: number; readonly top: number } {
  const most = 5;
  if (!(max > 0)) return { step: 1, top: most };
  const decade = 10 ** Math.floor(Math.log10(max / most));
  const step = [1, 2.5, 5, 10].map(factor => factor * decade).find(size => size * most >= max) ?? 10 * decade;
  return { step, top: step * Math.ceil(max / step - 1e-9) };
}

/** An axis has no part below (above) 0 if that part is less than this fraction of the other one. */
const negligible = 0.02;

type Range = readonly [low: number, high: number];

function sidesOf([low, high]: Range): Range {
  return [low < -negligible * high ? low : 0, high > -negligible * low ? high : 0];
}

/** The grid lines of an axis that includes `low`, `high` and 0, in round steps, at most six. From bottom to top. */
export function axisLines(low: number, high: number): readonly number[] {
  const [bottom, top] = sidesOf([low, high]);
  const { step } = roundScale(top - bottom || 5);
  const first = Math.floor(bottom / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(top / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, line) => (first + line) * step);
}

/** A position in a drawing, from its left and top edges. */
export type PlotPoint = readonly [x: number, y: number];

const round = (place: number): number => Math.round(place * 10) / 10;

/** The SVG path of a line through the points. */
export function linePath(points: readonly PlotPoint[]): string {
  return points.length === 0 ? '' : `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
}

/** The SVG path of the area between the path of a line and the height `base`. */
export function areaPath(line: string, base: number): string {
  return line === '' ? '' : `${line}V${round(base)}H${line.slice(1, line.indexOf(' '))}z`;
}

/** The second axis reaches at least this many times its highest value, so that its line stays below that of the first. */
const headroom = 1.25;
const secondSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The grid lines of two axes that share the grid and the zero line. Each range is from the lowest to the highest value. */
export function sharedLines(first: Range, second: Range): readonly [readonly number[], readonly number[]] {
  const lines = axisLines(...first);
  const step = (lines[1] ?? 1) - (lines[0] ?? 0);
  const [low, high] = sidesOf(second);
  const down = Math.max(Math.round(-(lines[0] ?? 0) / step), low < 0 ? 1 : 0);
  const up = Math.max(Math.round((lines.at(-1) ?? 0) / step), high > 0 ? 1 : 0);
  const least = headroom * Math.max(high / Math.max(1, up), -low / Math.max(1, down)) || 1;
  const decade = 10 ** Math.floor(Math.log10(least));
  const secondStep = decade * (secondSteps.find(each => each * decade >= least * (1 - 1e-9)) ?? 10);
  const places = Array.from({ length: down + up + 1 }, (_, line) => line - down);
  return [places.map(line => line * step), places.map(line => line * secondStep)];
}

/** The decimals that are needed to distinguish the lines of an axis, at most 3. */
export function decimalsOf(lines: readonly number[]): number {
  const step = Math.abs((lines[1] ?? 1) - (lines[0] ?? 0));
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6;
  return [0, 1, 2].find(decimals => isWhole(step * 10 ** decimals)) ?? 3;
}
