import { formatQuantity } from '../../i18n/format';
import { middleOf } from '../day-line';
import { inWords, type PlotModel, rowAt, type Series } from './model';

/** The text for a row, line by line: its name, the values, its marks and those not further than `reach` from its middle. */
export function readout(
  { axis, series, slots, marks = [] }: PlotModel,
  row: number,
  isShown: (series: Series) => boolean,
  reach = 0,
): readonly string[] {
  const shown = inWords(series).filter(each => isShown(each) && !each.isQuiet);
  const middle = middleOf(slots[row] ?? { from: Number.NaN, to: Number.NaN });
  return [
    axis.nameOf(row),
    ...shown.map(
      ({ label, values, decimals, unit }) => `${label} ${formatQuantity(values[row], decimals, unit)}`,
    ),
    ...marks
      .filter(({ at }) => rowAt(slots, at) === row || Math.abs(at - middle) <= reach)
      .map(({ label }) => label),
  ];
}
