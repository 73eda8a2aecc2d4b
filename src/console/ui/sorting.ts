import { currentLanguage } from '../i18n/translate';

/** By which column the rows of a table stand, and which way. */
export interface Sorting<Column extends string> {
  readonly column: Column;
  readonly isDescending: boolean;
}

/** The same column again turns the order round. */
export function nextSorting<Column extends string>(
  { column, isDescending }: Sorting<Column>,
  chosen: Column,
): Sorting<Column> {
  return { column: chosen, isDescending: chosen === column && !isDescending };
}

/** The rows in order; equal ones stay as they were, those without a value come last either way. */
export function sortRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number | string | null,
  isDescending: boolean,
): readonly Row[] {
  const { compare } = new Intl.Collator(currentLanguage(), { numeric: true });
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
