import { formatQuantity } from '../../i18n/format';
import { inWords, type PlotModel, type Series } from './model';

/** The text for a row, line by line: its name, the values, its marks. */
export function readout(
  { axis, series, slots, marks = [] }: PlotModel,
  row: number,
  isShown: (series: Series) => boolean,
): readonly string[] {
  const shown = inWords(series).filter(each => isShown(each) && !each.isQuiet);
  const { from, to } = slots[row] ?? { from: 0, to: 0 };
  return [
    axis.nameOf(row),
    ...shown.map(
      ({ label, values, decimals, unit }) => `${label} ${formatQuantity(values[row], decimals, unit)}`,
    ),
    ...marks.filter(({ at }) => at >= from && at <= to).map(({ label }) => label),
  ];
}
