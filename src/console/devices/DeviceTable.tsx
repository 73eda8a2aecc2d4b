import { useMemo } from 'react';
import { useAgeS } from '../data/freshness';
import { formatDuration, formatTime } from '../i18n/format';
import { t, useLanguage } from '../i18n/translate';
import { AgeChip } from '../ui/AgeChip';
import { DataTable } from '../ui/DataTable';
import type { DataColumn } from '../ui/data-column';
import type { Sorting } from '../ui/sorting';
import { ageKey, nameKey } from './columns';
import { DeviceSign } from './DeviceSign';
import type { Column, TableScreen, View } from './descriptor';
import type { Device } from './device-list';
import { deviceHref, rowLinkId } from './use-open-device';

interface Props<D extends Device> {
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
export function DeviceTable<D extends Device>(props: Props<D>) {
  const { screen, label, view, rows, part, expected, openId, sorting, onSort } = props;
  const { columns, title, source } = screen;
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of the heads change with the language
  const all = useMemo(() => {
    const folding = foldingOf(columns);
    return [
      nameColumn(columns, t(title), view, openId),
      ...columns.map(column => dataColumn(column, folding.indexOf(column) + 1, view)),
      ageColumn(view),
    ];
  }, [columns, title, view, openId, language]);
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

/** What a table without room for all leaves out: what its screen says, then from the right what cards leave out. */
const foldingOf = <D extends Device>(columns: readonly Column<D>[]) => [
  ...columns.filter(({ foldsFirst }) => foldsFirst),
  ...columns.filter(({ isOnCard }) => !isOnCard).reverse(),
];

const isStale = (device: Device, { isStill }: { readonly isStill: boolean }) => isStill || device.isSilent;

/** The column with the name, and with the alarm sign unless another column shows the state. */
function nameColumn<D extends Device>(
  columns: readonly Column<D>[],
  head: string,
  view: View<D>,
  openId: string | null,
): DataColumn<D> {
  const hasState = columns.some(({ key }) => key === 'state');
  return {
    key: nameKey,
    head,
    isHeading: true,
    isSortable: true,
    textOf: ({ name }) => name,
    cell: device => (
      <>
        {!hasState && <DeviceSign mark={view.markOf(device)} />}
        <a
          id={rowLinkId(device.id)}
          href={deviceHref(device.id)}
          aria-current={device.id === openId ? true : undefined}
        >
          {device.name}
        </a>
      </>
    ),
  };
}

function dataColumn<D extends Device>(column: Column<D>, fold: number, view: View<D>): DataColumn<D> {
  const { key, word, help, unit, decimals, isOnCard, read, isRegular, Head, Cell } = column;
  return {
    key,
    head: t(word),
    ...(help && { help }),
    unit,
    isNumber: decimals !== null,
    isSortable: read !== null,
    isNamed: isOnCard,
    isDrawing: read === null,
    ...(fold && { fold }),
    ...(Head && { drawnHead: <Head view={view} /> }),
    ...(read && decimals === null && { textOf: (device: D) => String(read(device) ?? '') }),
    className: [!isOnCard && 'only-l', !read && 'draw', isRegular && 'is'].filter(Boolean).join(' '),
    classOf: device => (read && isStale(device, view) ? 'old' : ''),
    cell: device => <Cell device={device} view={view} />,
  };
}

function ageColumn<D extends Device>(view: View<D>): DataColumn<D> {
  return {
    key: ageKey,
    head: t('details.data'),
    isNumber: true,
    isSortable: true,
    isNamed: true,
    className: 'u',
    cell: device => <DeviceAge device={device} {...view} />,
  };
}

interface DeviceAgeProps {
  readonly device: Device;
  readonly zone: string;
  readonly isStill: boolean;
}

/** Age of the device's sample, or its time when the values are not live; for a doubtful device the word for that. */
function DeviceAge({ device, zone, isStill }: DeviceAgeProps) {
  if (isStill) return formatTime(device.sampledS, zone, 'minute');
  if (device.isDoubtful) return t('panel.doubtful');
  return <Age {...device} />;
}

function Age({ sampledS, isSilent }: Pick<Device, 'sampledS' | 'isSilent'>) {
  const text = formatDuration(useAgeS(sampledS));
  if (!isSilent) return text;
  return (
    <>
      <span className="sr">{t('details.silentWord')}</span> <AgeChip>{text}</AgeChip>
    </>
  );
}
