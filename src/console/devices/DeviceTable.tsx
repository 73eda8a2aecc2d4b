import { t } from '../i18n/translate';
import { SortHead } from '../ui/SortHead';
import type { Sorting } from '../ui/sorting';
import { columnWidths, manyRows } from './column-widths';
import { ageKey, nameKey } from './columns';
import { DeviceRow, WaitingRow } from './DeviceRow';
import type { TableScreen, View } from './descriptor';
import type { Device } from './device-list';

interface Props<D extends Device> {
  readonly screen: TableScreen<D>;
  readonly view: View<D>;
  /** The rows on show, in order; null before the first answer. */
  readonly rows: readonly D[] | null;
  /** How many rows keep their room before the first answer. */
  readonly expected: number;
  readonly openId: string | null;
  readonly sorting: Sorting<string>;
  readonly onSort: (sorting: Sorting<string>) => void;
}

/** One row per device; on narrow screens a card. */
export function DeviceTable<D extends Device>(props: Props<D>) {
  const { screen, view, rows, expected, openId, sorting, onSort } = props;
  const { columns, title, source } = screen;
  const sort = { sorting, onSort };
  const isMany = rows !== null && rows.length > manyRows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={t('details.table', { title: t(title) })}>
      <table
        className={`stack devs ${source.group}${isMany ? ' many' : ''}`}
        style={isMany ? { '--cols': columnWidths(columns, rows, t(title)) } : undefined}
      >
        <thead>
          <tr>
            <SortHead column={nameKey} label={t(title)} {...sort} />
            {columns.map(({ key, word, unit, decimals, isOnCard, read, Head }) =>
              read ? (
                <SortHead
                  key={key}
                  column={key}
                  label={t(word)}
                  unit={unit}
                  isNumber={decimals !== null}
                  {...sort}
                />
              ) : (
                <th key={key} scope="col" className={isOnCard ? '' : 'only-l'}>
                  {Head ? <Head view={view} /> : t(word)}
                </th>
              ),
            )}
            <SortHead column={ageKey} label={t('details.data')} isNumber {...sort} />
          </tr>
        </thead>
        <tbody aria-busy={rows === null}>
          {rows
            ? rows.map(device => (
                <DeviceRow key={device.id} {...{ device, columns, view }} isOpen={device.id === openId} />
              ))
            : Array.from({ length: expected }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows that only keep their room
                <WaitingRow key={row} columns={columns} />
              ))}
        </tbody>
      </table>
    </section>
  );
}
