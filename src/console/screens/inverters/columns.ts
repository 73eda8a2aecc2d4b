import { formatDifference, formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { type InverterState, inverterStateWord } from '../../ui/inverter-words';
import { isFound } from '../../ui/SearchField';
import { type Sorting, sortRows } from '../../ui/sorting';
import { type Inverter, numberOf, type Quantity } from './inverter-list';

/** A column of numbers. */
export interface QuantityColumn {
  readonly key: Exclude<Quantity, 'plim' | 'pn' | 'kwp'>;
  readonly unit: string;
  readonly decimals: number;
  /** Whether a card of a narrow screen has it too. */
  readonly isOnCard: boolean;
}

const column = (
  key: QuantityColumn['key'],
  unit: string,
  decimals: number,
  isOnCard = false,
): QuantityColumn => ({ key, unit, decimals, isOnCard });

/** From left to right; the level of the power stands after the first. */
export const powerColumn = column('pac', 'kW', 1, true);
export const otherColumns: readonly QuantityColumn[] = [
  column('dev', '%', 1, true),
  column('pdc', 'kW', 1),
  column('udc', 'V', 0),
  column('idc', 'A', 1),
  column('cosphi', '', 3),
  column('eff', '%', 1),
  column('tsnk', '°C', 0, true),
  column('eday', 'kWh', 1, true),
  column('yday', 'kWh/kWp', 2, true),
];

export type ColumnKey = 'name' | 'state' | 'age' | QuantityColumn['key'];
/** All that the table can be sorted by. */
export const columnKeys: readonly ColumnKey[] = [
  'name',
  'state',
  'pac',
  ...otherColumns.map(({ key }) => key),
  'age',
];

export function columnLabel(key: ColumnKey): string {
  return t(`inverters.column.${key}`);
}

/** The number as the cell shows it; a deviation with its sign. */
export function cellText(inverter: Inverter, { key, decimals }: QuantityColumn): string {
  const format = key === 'dev' ? formatDifference : formatNumber;
  return format(numberOf(inverter, key), decimals);
}

/** States from the one that needs a look first. */
const byWeight: readonly InverterState[] = [
  'fault',
  'silent',
  'stopped',
  'service',
  'unknown',
  'limited',
  'starting',
  'waiting',
  'producing',
];

function sortKey(inverter: Inverter, key: ColumnKey): number | string | null {
  if (key === 'name') return inverter.name;
  if (key === 'state') return byWeight.indexOf(inverter.kind);
  if (key === 'age') return inverter.ageS;
  // What a silent one said last is no match for what the others say now.
  return inverter.kind === 'silent' ? null : numberOf(inverter, key);
}

/** The inverters whose name or state contains what was typed, in order. */
export function arrange(
  inverters: readonly Inverter[],
  typed: string,
  { column: key, isDescending }: Sorting<ColumnKey>,
): readonly Inverter[] {
  const found = inverters.filter(({ name, kind }) => isFound(typed, [name, inverterStateWord(kind)]));
  return sortRows(found, inverter => sortKey(inverter, key), isDescending);
}
