import '../lists.css';
import { useState } from 'react';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { ColumnHeads } from '../ColumnHeads';
import { Pages, pageOf } from '../Pages';
import { inWords, type PlotModel, rowAfter, type View } from './model';

interface Props {
  readonly model: PlotModel;
  readonly view: View;
}

/** The visible values as a table, for screen readers and for users who want the numbers. */
export function PlotTable({ model: { slots, axis, ...model }, view }: Props) {
  const series = inWords(model.series);
  const [wishedPage, setPage] = useState(0);
  const first = rowAfter(slots, view.from);
  const rows = slots.flatMap(({ from }, row) => {
    const hasValue = series.some(({ values }) => (values[row] ?? null) !== null);
    return row >= first && from < view.to && hasValue ? [row] : [];
  });
  const { page, pages, shown } = pageOf(rows, wishedPage);
  const heads = [
    { key: '', label: axis.head, unit: '', isNumber: false },
    ...series.map(({ key, label, unit }) => ({ key, label, unit, isNumber: true })),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the page must be scrollable by keyboard
    <section className="scroll" tabIndex={0} aria-label={t('plot.table')}>
      <table>
        <ColumnHeads columns={heads} />
        <tbody>
          {shown.map(row => (
            <tr key={row}>
              <th scope="row">{axis.nameOf(row)}</th>
              {series.map(({ key, values, decimals }) => (
                <td key={key} className="n">
                  {formatNumber(values[row], decimals)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Pages {...{ page, pages, setPage }} total={rows.length} />
    </section>
  );
}
