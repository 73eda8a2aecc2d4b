import { formatDifference, formatNumber } from '../i18n/format';
import { t } from '../i18n/translate';
import type { HelpKey, WordKey } from '../i18n/words';
import { isFound } from '../ui/SearchField';
import { type Sorting, sortRows } from '../ui/sorting';
import type { CellProps, Column } from './descriptor';
import { type Device, numberOf } from './device-list';

interface QuantityOptions<D> {
  readonly isOnCard?: boolean;
  readonly foldsFirst?: boolean;
  /** Reads the value where it is not simply the value of the point. */
  readonly read?: (device: D) => number | null;
  /** Whether the number is shown with its sign. */
  readonly isDifference?: boolean;
  readonly isOnlyInFile?: boolean;
  readonly help?: HelpKey;
}

/** A column of one point of the contract. */
export function quantity<D extends Device>(
  point: string,
  word: WordKey,
  [unit, decimals]: readonly [unit: string, decimals: number],
  {
    isOnCard = false,
    foldsFirst = false,
    isDifference = false,
    isOnlyInFile = false,
    help,
    read = device => numberOf(device, point),
  }: QuantityOptions<D> = {},
): Column<D> {
  const format = isDifference ? formatDifference : formatNumber;
  return {
    key: point,
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

/** Everything by which the table can be sorted, from left to right. */
export function sortChoices<D extends Device>(columns: readonly Column<D>[], nameLabel: string) {
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
