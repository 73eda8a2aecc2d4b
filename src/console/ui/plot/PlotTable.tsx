import { useState } from 'react';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { DataTable } from '../DataTable';
import type { DataColumn } from '../data-column';
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
  const { page, pages, part, shown } = pageOf(rows, wishedPage);
  const columns: readonly DataColumn<number>[] = [
    { key: '', head: axis.head, isHeading: true, cell: axis.nameOf },
    ...series.map(({ key, label, unit, decimals, values }) => ({
      key,
      head: label,
      unit,
      isNumber: true,
      cell: (row: number) => formatNumber(values[row], decimals),
    })),
  ];
  return (
    <>
      <DataTable label={t('plot.table')} {...{ columns, part }} rows={shown} keyOf={row => row} />
      <Pages {...{ page, pages, setPage }} total={rows.length} />
    </>
  );
}
