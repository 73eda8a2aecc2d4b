import { sharedLines } from '../chart-scale';
import type { Extremes, PlotModel, Series, ValueAxes } from './model';

/** Both value axes: high enough for the visible values, and at least as high as the model requires. */
export function valueAxes(
  { series, least = {}, placeLines }: PlotModel,
  isShown: (series: Series) => boolean,
): ValueAxes {
  const isRight = ({ axis }: Series) => axis === 'right';
  const rights = series.filter(isRight);
  const extremes = (all: readonly Series[], top: number) =>
    extremesOf(all.some(isShown) ? all.filter(isShown) : all, top);
  const lefts = series.filter(each => !isRight(each));
  if (placeLines)
    return placeLines(
      ownExtremes(lefts, isShown),
      rights.some(isShown) ? ownExtremes(rights, isShown) : null,
    );
  const [left, right] = sharedLines(extremes(lefts, least.left ?? 0), extremes(rights, least.right ?? 0));
  return { left, right: rights.some(isShown) ? right : null };
}

const ownExtremes = (all: readonly Series[], isShown: (series: Series) => boolean) =>
  extremesOf(all.filter(isShown), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);

/** The lowest and the highest value; 0 is included unless the caller begins elsewhere. */
function extremesOf(all: readonly Series[], top: number, bottom = 0): Extremes {
  let [low, high] = [bottom, top];
  for (const { values } of all) {
    // By index, which is several times faster for ten thousand values.
    for (let row = 0; row < values.length; row += 1) {
      const value = values[row] ?? null;
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}
