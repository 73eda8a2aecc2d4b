import type { Extremes, ValueAxes } from './plot/model';

const steps = [1, 2, 2.5, 5, 10];
/** Number of intervals of both axes, so that they share the grid. */
const intervals = 5;
/** Values that vary by less than this share of the highest have an axis that does not begin at 0. */
const narrow = 0.5;
/** Less than this share of the highest below 0 has no space of its own: it is drawn at the edge. */
const negligible = 0.02;

/** Grid lines close around the values: 50 Hz and 400 V are lines of their own, not ceilings over an empty chart. */
export function fittedLines(left: Extremes, right: Extremes | null): ValueAxes {
  return { left: linesOf(left), right: right && linesOf(right) };
}

function linesOf([least, most]: Extremes): readonly number[] {
  if (!(most >= least)) return linesOf([0, 1]);
  const isNarrow = least > 0 && most - least < narrow * most;
  const low = isNarrow ? least : least < -negligible * most ? least : 0;
  const high = Math.max(isNarrow ? most : 0, most);
  const wide = (high - low || Math.abs(high) / 10 || 1) / intervals;
  const decade = 10 ** Math.floor(Math.log10(wide));
  const fits = (step: number) =>
    intervals * step + step * Math.floor(low / step + 1e-9) >= high - 1e-9 * step;
  const step = [...steps.map(each => each * decade), ...steps.map(each => 10 * each * decade)].find(fits);
  const size = step ?? 100 * decade;
  const first = Math.floor(low / size + 1e-9);
  return Array.from({ length: intervals + 1 }, (_, line) => (first + line) * size);
}
