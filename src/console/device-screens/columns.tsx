import { factsOf, type Group, type PointOf } from '../../contract/points';
import { useAgeS } from '../data/freshness';
import { decimalMark, formatDifference, formatDuration, formatNumber, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import type { HelpKey, WordKey } from '../i18n/words';
import { AgeChip } from '../ui/AgeChip';
import { type CsvCell, csvStamp, csvText, csvTimeHead } from '../ui/csv';
import type { DataColumn } from '../ui/data-column';
import { DeviceSign } from './DeviceSign';
import type { CellProps, Column, View } from './descriptor';
import { type Device, numberOf, refusalOf } from './device-list';
import { RefusedDash } from './Refused';
import { deviceHref, rowLinkId } from './use-open-device';

interface NumberOptions {
  readonly isOnCard?: boolean;
  readonly foldsFirst?: boolean;
  /** Whether the number is shown with its sign. */
  readonly isDifference?: boolean;
  readonly isOnlyInFile?: boolean;
  readonly help?: HelpKey;
}

/** A column of numbers that the screen computes; `quantitiesOf` makes those of polled points. */
export function computed<D extends Device>(
  key: string,
  word: WordKey,
  [unit, decimals]: readonly [unit: string, decimals: number],
  read: (device: D) => number | null,
  {
    isOnCard = false,
    foldsFirst = false,
    isDifference = false,
    isOnlyInFile = false,
    help,
  }: NumberOptions = {},
): Column<D> {
  const format = isDifference ? formatDifference : formatNumber;
  return {
    key,
    word,
    unit,
    decimals,
    isOnCard,
    foldsFirst,
    isOnlyInFile,
    ...(help && { help }),
    read,
    Cell: ({ device }) => format(read(device), decimals),
  };
}

interface QuantityOptions extends NumberOptions {
  /** Decimals on the screen, where they are fewer than those of the contract. */
  readonly decimals?: number;
}

/**
 * Makes columns of the points that a screen polls: any other point does not compile. The unit, and unless the screen shows fewer the
 * decimals, are those of the contract.
 */
export function quantitiesOf<G extends Group, P extends PointOf<G>>(group: G, _polled: readonly P[]) {
  return <D extends Device>(point: P, word: WordKey, { decimals, ...options }: QuantityOptions = {}) => {
    const [unit, exact] = factsOf(group, point);
    const column = computed<D>(
      point,
      word,
      [unit, decimals ?? exact],
      device => numberOf(device, point),
      options,
    );
    const { Cell } = column;
    return {
      ...column,
      isPoint: true,
      Cell: (props: CellProps<D>) => {
        const refusal = numberOf(props.device, point) === null ? refusalOf(props.device, point) : undefined;
        if (!refusal) return <Cell {...props} />;
        return <RefusedDash {...{ refusal, unit }} decimals={decimals ?? exact} />;
      },
    };
  };
}

/** A column of texts, which can be sorted and searched. */
export function wording<D extends Device>(
  key: string,
  word: WordKey,
  read: (device: D) => string | null,
  Cell: Column<D>['Cell'] = ({ device }: CellProps<D>) => read(device),
): Column<D> {
  return { key, word, unit: '', decimals: null, isOnCard: true, read, Cell };
}

/** A column that contains a drawing: it cannot be sorted and is not in the file. */
export function drawing<D extends Device>(key: string, word: WordKey, Cell: Column<D>['Cell']): Column<D> {
  return { key, word, unit: '', decimals: null, isOnCard: false, read: null, Cell };
}

/** Key of the name: every table has a column for the name and one for the age. */
export const nameKey = 'name';
export const ageKey = 'age';

/** The columns as the table shows them: first the name, last the age. */
export function tableColumns<D extends Device>(
  columns: readonly Column<D>[],
  head: string,
  view: View<D>,
  openId: string | null,
): readonly DataColumn<D>[] {
  const folding = foldingOf(columns);
  return [
    nameColumn(columns, head, view, openId),
    ...columns.map(column => dataColumn(column, folding.indexOf(column) + 1, view)),
    ageColumn(view),
  ];
}

/** What a table without room for all leaves out: what its screen says, then from the right what cards leave out. */
const foldingOf = <D extends Device>(columns: readonly Column<D>[]) => [
  ...columns.filter(({ foldsFirst }) => foldsFirst),
  ...columns.filter(({ isOnCard }) => !isOnCard).reverse(),
];

export const isStale = (device: Device, { isStill }: { readonly isStill: boolean }) =>
  isStill || device.isSilent;

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

/**
 * The rows as a CSV file: first the time of each sample in the plant's time zone, then all columns without drawings, then the reliability.
 */
export function devicesCsv<D extends Device>(
  devices: readonly D[],
  columns: readonly Column<D>[],
  nameLabel: string,
  zone: string,
  noteOf: (device: D) => readonly string[] = () => [],
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
    [reliance(device), ...noteOf(device)].filter(Boolean).join(', '),
  ]);
  return csvText([head, ...rows], decimalMark());
}

/** Why the values of a device are unreliable; empty where they are reliable. */
function reliance({ isSilent, isDoubtful }: Device): string {
  if (isSilent) return t('details.silentWord');
  return isDoubtful ? t('panel.doubtful') : '';
}
