import { shownLanguage } from '../i18n/translate';

/** The column by which the rows of a table are sorted, and the direction. */
export interface Sorting<Column extends string> {
  readonly column: Column;
  readonly isDescending: boolean;
}

/** Choosing the same column again reverses the direction. */
export function nextSorting<Column extends string>(
  { column, isDescending }: Sorting<Column>,
  chosen: Column,
): Sorting<Column> {
  return { column: chosen, isDescending: chosen === column && !isDescending };
}

/** The sorted rows. The sort is stable, and rows without a value are last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number | string | null,
  isDescending: boolean,
): readonly Row[] {
  const { compare } = new Intl.Collator(shownLanguage().code, { numeric: true });
  const sign = isDescending ? -1 : 1;
  return rows
    .map(row => ({ row, value: keyOf(row) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      const order = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
      return sign * order;
    })
    .map(({ row }) => row);
}
