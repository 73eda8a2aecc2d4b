import './table.css';
import { nextSorting, type Sorting } from './sorting';

interface Props<Column extends string> {
  readonly column: Column;
  readonly label: string;
  /** Shown under the label, so that the cells need no unit. */
  readonly unit?: string;
  readonly isNumber?: boolean;
  readonly sorting: Sorting<Column>;
  readonly onSort: (sorting: Sorting<Column>) => void;
}

/** The head of a column by which the table can be sorted. */
export function SortHead<Column extends string>(props: Props<Column>) {
  const { column, label, unit = '', isNumber = false, sorting, onSort } = props;
  const order = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={isNumber ? 'n' : ''} aria-sort={sorting.column === column ? order : undefined}>
      <button type="button" className="sort keep" onClick={() => onSort(nextSorting(sorting, column))}>
        {label}
        {unit !== '' && (
          <>
            <br />
            {unit}
          </>
        )}
      </button>
    </th>
  );
}
