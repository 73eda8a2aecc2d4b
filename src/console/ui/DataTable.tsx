import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { missing } from '../i18n/format';
import type { HelpKey } from '../i18n/words';
import { columnWidths, type DataColumn, manyRows } from './data-column';
import { Explained } from './Explained';
import { nextSorting, type Sorting } from './sorting';
import { useFit } from './use-fit';
import './lists.css';
import './table.css';

interface Props<Row> {
  /** The accessible name of the scrolling box around a wide table; without it there is no such box. */
  readonly label?: string;
  /** The accessible name of the table. */
  readonly name?: string;
  readonly className?: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  /** Where the rows are a page of a longer list: the number of rows before them, and in the whole list. Screen readers announce both. */
  readonly part?: { readonly first: number; readonly total: number } | undefined;
  readonly keyOf: (row: Row, index: number) => string | number;
  readonly rowClass?: (row: Row) => string;
  readonly isSelected?: (row: Row) => boolean | undefined;
  readonly sort?: {
    readonly sorting: Sorting<string>;
    readonly onSort: (sorting: Sorting<string>) => void;
  };
  readonly isBusy?: boolean;
  /** Number of empty rows before the first answer. */
  readonly waiting?: number;
  /** Additional rows below an open row; `shown`: the columns that have room. */
  readonly below?: (row: Row, shown: readonly DataColumn<Row>[]) => ReactNode;
  /** Shown before the table, inside its box. */
  readonly children?: ReactNode;
}

/**
 * The table component of the console: sorting in the heads, rows that become cards on narrow screens, and layout of only the visible rows
 * in long tables.
 */
export function DataTable<Row>({ columns: all, ...others }: Props<Row>) {
  const { label, name, className = '', rows, part, sort, isBusy, waiting = 0, children } = others;
  const sorted = sort?.sorting.column;
  const last = Math.max(...all.map(({ fold = 0 }) => fold)) + 1;
  const [box, step] = useFit(last, [sorted, ...all.map(({ head }) => head)].join());
  const columns = all.filter(({ key, fold = step }) => fold >= step || key === sorted);
  const props = { ...others, columns };
  const hasWidths = rows.length > manyRows && columns.some(({ textOf }) => textOf);
  const table = (
    <table
      ref={box}
      data-tight={step > 0 || undefined}
      aria-label={name}
      aria-rowcount={part && part.total + 1}
      className={hasWidths ? `${className} many` : className}
      style={hasWidths ? { '--cols': columnWidths(columns, rows) } : undefined}
    >
      {columns.some(({ head }) => head !== undefined) && <Heads {...props} />}
      <tbody translate="no" aria-busy={isBusy} onKeyDown={moveByArrows}>
        <Rows {...props} />
        {Array.from({ length: waiting }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty rows have no identity other than their position
          <WaitingRow key={row} columns={columns} />
        ))}
      </tbody>
    </table>
  );
  if (label === undefined) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={label}>
      {children}
      {table}
    </section>
  );
}

function Heads<Row>({ columns, sort, part }: Pick<Props<Row>, 'columns' | 'sort' | 'part'>) {
  return (
    <thead>
      <tr aria-rowindex={part && 1}>
        {columns.map(({ key, head, help, unit = '', drawnHead, isNumber = false, isSortable = false }) => {
          if (head === undefined) return <td key={key} />;
          if (sort && isSortable) {
            return <SortHead key={key} column={key} label={head} {...{ help, unit, isNumber, ...sort }} />;
          }
          return (
            <th key={key} scope="col" className={isNumber ? 'n' : ''}>
              <Explained by={help}>{drawnHead ?? head}</Explained>
              {unit !== '' && <span className="u">, {unit}</span>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function Rows<Row>({ columns, rows, part, keyOf, rowClass, isSelected, below }: Props<Row>) {
  return rows.map((row, index) => (
    <Fragment key={keyOf(row, index)}>
      <tr
        className={rowClass?.(row)}
        aria-selected={isSelected?.(row)}
        // The row of heads is the first.
        aria-rowindex={part && part.first + index + 2}
      >
        {columns.map(column => (
          <Cell key={column.key} column={column} more={column.classOf?.(row)}>
            {column.cell(row)}
          </Cell>
        ))}
      </tr>
      {below?.(row, columns)}
    </Fragment>
  ));
}

function WaitingRow<Row>({ columns }: Pick<Props<Row>, 'columns'>) {
  return (
    <tr>
      {columns.map(column => (
        <Cell key={column.key} column={column}>
          {column.isDrawing ? null : missing}
        </Cell>
      ))}
    </tr>
  );
}

interface CellProps<Row> {
  readonly column: DataColumn<Row>;
  readonly more?: string | undefined;
  readonly children: ReactNode;
}

function Cell<Row>({ column, more = '', children }: CellProps<Row>) {
  const { head = '', unit = '', isNumber, isHeading, isNamed, className = '' } = column;
  const classes = [isNumber ? 'n' : '', className, more].filter(Boolean).join(' ');
  if (isHeading) {
    return (
      <th scope="row" className={classes}>
        {children}
      </th>
    );
  }
  return (
    <td className={classes} data-l={isNamed ? [head, unit].filter(Boolean).join(', ') : undefined}>
      {children}
    </td>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The up and down keys move the focus between the links or buttons that name the rows. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('th > :is(a, button)')];
  const at = event.target instanceof HTMLElement ? links.indexOf(event.target) : -1;
  const next = step === undefined || at < 0 ? undefined : links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface SortHeadProps<Column extends string> {
  readonly column: Column;
  readonly label: string;
  readonly help?: HelpKey | undefined;
  /** Shown under the label, so that the cells need no unit. */
  readonly unit?: string;
  readonly isNumber?: boolean;
  readonly sorting: Sorting<Column>;
  readonly onSort: (sorting: Sorting<Column>) => void;
}

/** The head of a column by which the table can be sorted. A press sorts; a finger, a key or a resting mouse also shows its explanation. */
function SortHead<Column extends string>(props: SortHeadProps<Column>) {
  const { column, label, help, unit = '', isNumber = false, sorting, onSort } = props;
  const order = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={isNumber ? 'n' : ''} aria-sort={sorting.column === column ? order : undefined}>
      <button
        type="button"
        className="sort keep"
        data-help={help}
        onClick={() => onSort(nextSorting(sorting, column))}
      >
        {label}
        {unit !== '' && <span>{unit}</span>}
      </button>
    </th>
  );
}
