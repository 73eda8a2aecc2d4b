import { type ReactNode, useMemo, useState } from 'react';
import { invalidSpans } from '../data/invalid-spans';
import { downloadTable } from '../data/table-file';
import { formatNumber, formatTime } from '../i18n/format';
import { t, useLanguage } from '../i18n/translate';
import { AgeChip } from '../ui/AgeChip';
import { csvFileName } from '../ui/csv';
import { DataTable } from '../ui/DataTable';
import { FileButtons } from '../ui/FileButtons';
import { Icon } from '../ui/Icon';
import { Pages, pageOf } from '../ui/Pages';
import { isFound, SearchField } from '../ui/SearchField';
import { SortSelect } from '../ui/SortSelect';
import { type Sorting, sortRows } from '../ui/sorting';
import { ageKey, devicesCsv, isStale, nameKey, tableColumns } from './columns';
import type { Column, TableScreen, View } from './descriptor';
import type { Device } from './device-list';
import { invalidWords } from './invalid-marks';
import { calmIn, type Fold, useFold } from './use-fold';

export interface PanelProps<D extends Device> {
  readonly screen: TableScreen<D>;
  readonly view: View<D>;
  /** Number of devices in the general information, for the space before the first answer. */
  readonly expected: number;
  readonly openId: string | null;
  /** The initial order of the rows. */
  readonly first?: Sorting<string>;
  /** Further controls beside the button that saves the file. */
  readonly tools?: ReactNode;
  /** Replaces the table: receives the devices that match the search, in order. */
  readonly children?: ((devices: readonly D[]) => ReactNode) | null;
}

/** The columns of points that the datalogger provides of no device: they would hold nothing but dashes. */
const lackedKeys = <D extends Device>(columns: readonly Column<D>[], devices: readonly D[]) =>
  columns.flatMap(({ key, isPoint }) =>
    isPoint && devices.length > 0 && !devices.some(({ values }) => values.has(key)) ? [key] : [],
  );

const byName: Sorting<string> = { column: nameKey, isDescending: false };

/** Saves the rows as a file, with what is marked as invalid; without these marks where they cannot be read. */
async function save<D extends Device>(
  rows: readonly D[],
  { columns, source: { group }, title }: TableScreen<D>,
  atS: number,
  zone: string,
): Promise<void> {
  const spans = await invalidSpans.ask({}).then(
    ({ value }) => invalidSpans.read(value),
    () => [],
  );
  const noteOf = (device: D) => invalidWords(device, group, spans, zone);
  downloadTable(csvFileName(group, atS, zone), devicesCsv(rows, columns, t(title), zone, noteOf));
}

/** The table of the devices with search, sorting and file export. */
export function DevicePanel<D extends Device>(props: PanelProps<D>) {
  const { screen, view, expected, openId, first = byName, tools, children } = props;
  const { title } = screen;
  const { list, devices, zone, isStill } = view;
  const lacked = lackedKeys(screen.columns, devices).join();
  const columns = useMemo(
    () => screen.columns.filter(({ key, isOnlyInFile }) => !isOnlyInFile && !lacked.split(',').includes(key)),
    [screen, lacked],
  );
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState(first);
  const inOrder = useMemo(
    () => arrange(devices, columns, typed, sorting),
    [devices, columns, typed, sorting],
  );
  const isCalm = screen.isUrgentFirst && sorting === first && calmIn(columns, view.markOf);
  const rows = isCalm ? [...inOrder.filter(each => !isCalm(each)), ...inOrder.filter(isCalm)] : inOrder;
  const fold = useFold(rows, columns, view, typed.trim() !== '');
  const isNothingFound = list !== undefined && rows.length === 0;
  const download = () => save(rows, screen, list?.t ?? 0, zone);
  return (
    <section>
      <div className="row tools">
        <SearchField value={typed} onChange={setTyped} />
        <SortSelect columns={sortChoices(columns, t(title))} sorting={sorting} onSort={setSorting} />
        <span className="u" role="status">
          {isNothingFound && t('table.nothingFound')}
          {rows.length > 0 &&
            typed.trim() !== '' &&
            t('table.found', { count: rows.length, total: devices.length })}
        </span>
        {isStill && list && (
          <AgeChip>{t('panel.dataOf', { time: formatTime(list.t, zone, 'minute') })}</AgeChip>
        )}
        {tools}
        <FileButtons save={download} isDisabled={rows.length === 0} className={tools ? '' : 'end'} />
      </div>
      {children?.(rows)}
      {!children && !isNothingFound && (
        <DeviceRows
          rows={list ? rows : null}
          screen={{ ...screen, columns }}
          {...{ fold, view, expected, openId, sorting }}
          onSort={setSorting}
        />
      )}
    </section>
  );
}

interface RowsProps<D extends Device> extends Omit<TableProps<D>, 'part'> {
  /** Null where nothing is folded. */
  readonly fold: Fold<D> | null;
}

/** The pages of the table. Where regular devices are folded, a button between them and the others opens them. */
function DeviceRows<D extends Device>({ fold, rows, ...table }: RowsProps<D>) {
  const [wishedPage, setPage] = useState(0);
  const all = fold ? [...fold.exceptions, ...(fold.isOpen ? fold.regular : [])] : (rows ?? []);
  const { page, pages, first, part, shown } = pageOf(all, wishedPage);
  const top = fold ? shown.slice(0, Math.max(0, fold.exceptions.length - first)) : shown;
  const below = shown.slice(top.length);
  const label = fold
    ? t('details.regular', { count: fold.regular.length, number: formatNumber(fold.regular.length, 0) })
    : '';
  return (
    <>
      {(top.length > 0 || !fold) && <DeviceTable {...table} rows={rows && top} part={part} />}
      {fold && fold.regular.length > 0 && (
        <button type="button" className="o wide regular" aria-expanded={fold.isOpen} onClick={fold.toggle}>
          {label} <Icon name="chev" />
        </button>
      )}
      {below.length > 0 && (
        <DeviceTable
          {...table}
          rows={below}
          label={label}
          part={part && { ...part, first: part.first + top.length }}
          expected={0}
        />
      )}
      <Pages {...{ page, pages, total: all.length, setPage }} />
    </>
  );
}

interface TableProps<D extends Device> {
  readonly screen: TableScreen<D>;
  /** The accessible name, where the title is not enough. */
  readonly label?: string;
  readonly view: View<D>;
  /** The visible rows, in order; null before the first answer. */
  readonly rows: readonly D[] | null;
  /** Their position in the list where they are a page of it. */
  readonly part?: { readonly first: number; readonly total: number } | undefined;
  /** Number of empty rows before the first answer. */
  readonly expected: number;
  readonly openId: string | null;
  readonly sorting: Sorting<string>;
  readonly onSort: (sorting: Sorting<string>) => void;
}

const none: readonly never[] = [];

/** One row per device; on narrow screens one card. Values that are not current are hatched and in italics, with their time. */
function DeviceTable<D extends Device>(props: TableProps<D>) {
  const { screen, label, view, rows, part, expected, openId, sorting, onSort } = props;
  const { columns, title, source } = screen;
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of the heads change with the language
  const all = useMemo(
    () => tableColumns(columns, t(title), view, openId),
    [columns, title, view, openId, language],
  );
  return (
    <DataTable
      label={label ?? t('details.table', { title: t(title) })}
      className={`stack devs ${source.group}${columns.some(({ isRegular }) => isRegular) ? ' lines' : ''}`}
      columns={all}
      rows={rows ?? none}
      part={part}
      keyOf={({ id }) => id}
      rowClass={device => (isStale(device, view) ? 'stale' : '')}
      isSelected={({ id }) => (id === openId ? true : undefined)}
      sort={{ sorting, onSort }}
      isBusy={rows === null}
      waiting={rows ? 0 : expected}
    />
  );
}

/** Everything by which the table can be sorted, from left to right. */
function sortChoices<D extends Device>(columns: readonly Column<D>[], nameLabel: string) {
  const own = columns.filter(({ read }) => read !== null).map(({ key, word }) => ({ key, label: t(word) }));
  return [{ key: nameKey, label: nameLabel }, ...own, { key: ageKey, label: t('details.data') }];
}

/** The devices whose name or texts contain the search text, sorted. */
export function arrange<D extends Device>(
  devices: readonly D[],
  columns: readonly Column<D>[],
  typed: string,
  { column: key, isDescending }: Sorting<string>,
): readonly D[] {
  const readers = columns.flatMap(({ read, decimals }) => (read && decimals === null ? read : []));
  const textsOf = (device: D) => [device.name, ...readers.map(read => String(read(device) ?? ''))];
  const found = typed.trim() === '' ? devices : devices.filter(device => isFound(typed, textsOf(device)));
  const column = columns.find(each => each.key === key);
  const sortKey = (device: D) => {
    if (key === ageKey) return device.ageS;
    if (column?.rank) return column.rank(device);
    if (!column?.read) return device.name;
    // The last number of a silent device is not compared with the present numbers of the others.
    return device.isSilent && column.decimals !== null ? null : column.read(device);
  };
  return sortRows(found, sortKey, isDescending);
}
