import { t } from '../i18n/translate';
import type { Sorting } from './sorting';

interface Props<Column extends string> {
  readonly columns: readonly { readonly key: Column; readonly label: string }[];
  readonly sorting: Sorting<Column>;
  readonly onSort: (sorting: Sorting<Column>) => void;
}

/** Sorts a table whose rows are shown as cards, because narrow screens have no column heads to press. */
export function SortSelect<Column extends string>({ columns, sorting, onSort }: Props<Column>) {
  const choose = (key: string) => {
    const chosen = columns.find(column => column.key === key);
    if (chosen) onSort({ column: chosen.key, isDescending: false });
  };
  return (
    <select
      className="only-s"
      aria-label={t('table.sortBy')}
      value={sorting.column}
      onChange={event => choose(event.currentTarget.value)}
    >
      {columns.map(({ key, label }) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  );
}
