import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { downloadText } from '../browser/download';
import { decimalMark, formatNumber, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { AgeChip } from '../ui/AgeChip';
import { type CsvCell, csvFileName, csvStamp, csvText, csvTimeHead } from '../ui/csv';
import { Icon } from '../ui/Icon';
import { Pages, pageOf } from '../ui/Pages';
import { SearchField } from '../ui/SearchField';
import { SortSelect } from '../ui/SortSelect';
import type { Sorting } from '../ui/sorting';
import { arrange, nameKey, sortChoices } from './columns';
import { DeviceTable } from './DeviceTable';
import type { Column, TableScreen, View } from './descriptor';
import type { Device } from './device-list';
import { type Fold, useFold } from './use-fold';

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

const byName: Sorting<string> = { column: nameKey, isDescending: false };

/** The table of the devices with search, sorting and file export. */
export function DevicePanel<D extends Device>(props: PanelProps<D>) {
  const { screen, view, expected, openId, first = byName, tools, children } = props;
  const { title, source } = screen;
  const { list, devices, zone, isStill } = view;
  const columns = useMemo(() => screen.columns.filter(({ isOnlyInFile }) => !isOnlyInFile), [screen]);
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState(first);
  const rows = useMemo(() => arrange(devices, columns, typed, sorting), [devices, columns, typed, sorting]);
  const fold = useFold(rows, columns, view, typed.trim() !== '');
  const isNothingFound = list !== undefined && rows.length === 0;
  const download = () => {
    const text = devicesCsv(rows, screen.columns, t(title), zone);
    downloadText(csvFileName(source.group, list?.t ?? 0, zone), text, 'text/csv');
  };
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
        <button
          type="button"
          className={tools ? 'o keep' : 'o end keep'}
          disabled={rows.length === 0}
          onClick={download}
        >
          <Icon name="down" /> {t('table.download')}
        </button>
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

interface Props<D extends Device> extends Omit<ComponentProps<typeof DeviceTable<D>>, 'part'> {
  /** Null where nothing is folded. */
  readonly fold: Fold<D> | null;
}

/** The pages of the table. Where regular devices are folded, a button between them and the others opens them. */
export function DeviceRows<D extends Device>({ fold, rows, ...table }: Props<D>) {
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

/**
 * The rows as a CSV file: first the time of each sample in the plant's time zone, then all columns without drawings, then the reliability.
 */
export function devicesCsv<D extends Device>(
  devices: readonly D[],
  columns: readonly Column<D>[],
  nameLabel: string,
  zone: string,
): string {
  const readable = columns.flatMap(column => (column.read ? { ...column, read: column.read } : []));
  const samples = devices.flatMap(({ sampledS }) => sampledS ?? []);
  const head = [
    csvTimeHead(t('table.time'), samples, zone),
    nameLabel,
    ...readable.map(({ word, unit }) => (unit === '' ? t(word) : `${t(word)} [${unit}]`)),
    t('details.data'),
  ];
  const rows = devices.map((device): CsvCell[] => [
    device.sampledS === null ? '' : csvStamp(device.sampledS, zone),
    device.name,
    ...readable.map(({ read, decimals }): CsvCell => {
      const value = read(device);
      if (typeof value !== 'number') return value ?? '';
      return { value, decimals: typeof decimals === 'function' ? decimals(device) : (decimals ?? 0) };
    }),
    reliance(device),
  ]);
  return csvText([head, ...rows], decimalMark());
}

/** Why the values of a device are unreliable; empty where they are reliable. */
function reliance({ isSilent, isDoubtful }: Device): string {
  if (isSilent) return t('details.silentWord');
  return isDoubtful ? t('panel.doubtful') : '';
}
