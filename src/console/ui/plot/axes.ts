import { sharedLines } from '../chart-scale';
import type { PlotModel, Series } from './model';

/** The values of the grid lines, from bottom to top. */
export interface ValueAxes {
  readonly left: readonly number[];
  /** Null where no series uses the right axis. */
  readonly right: readonly number[] | null;
}

/** Both value axes: high enough for the visible values, and at least as high as the model requires. */
export function valueAxes(
  { series, least = {} }: PlotModel,
  isShown: (series: Series) => boolean,
): ValueAxes {
  const isRight = ({ axis }: Series) => axis === 'right';
  const rights = series.filter(isRight);
  const extremes = (all: readonly Series[], top: number) =>
    extremesOf(all.some(isShown) ? all.filter(isShown) : all, top);
  const lefts = series.filter(each => !isRight(each));
  const [left, right] = sharedLines(extremes(lefts, least.left ?? 0), extremes(rights, least.right ?? 0));
  return { left, right: rights.some(isShown) ? right : null };
}

/** The lowest and the highest value, including 0. */
function extremesOf(all: readonly Series[], top: number): readonly [low: number, high: number] {
  let [low, high] = [0, top];
  for (const { values } of all) {
    // By index, which is several times faster for ten thousand values.
    for (let row = 0; row < values.length; row += 1) {
      const value = values[row] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}
