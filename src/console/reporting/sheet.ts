import { decimalMark, formatNumber } from '../i18n/format';
import { type CsvCell, csvStamp, csvText, offsetsOf } from '../ui/csv';

type Value = number | string | null;

/** A column of a table that is shown, printed and saved: the values are those of the datalogger. */
export interface SheetColumn {
  readonly label: string;
  readonly unit: string;
  /** Of every row, or of each. */
  readonly decimals: number | readonly number[];
  readonly values: readonly Value[];
  /** How a number is shown where it is not just a number; the file has the number. */
  readonly show?: (value: number) => string;
  /** What is shown where there is no number, instead of a dash. */
  readonly absent?: string;
  /** Of the file alone. */
  readonly isUnitHidden?: boolean;
  /** Values of other columns that are shown in the same unit. */
  readonly alike?: readonly Value[];
  /** Epoch seconds, which the file has as date and time. */
  readonly isTime?: boolean;
}

/** One table, of which screen, paper and file say the same. */
export interface Sheet {
  /** Of the file, after the period. */
  readonly name: string;
  readonly title: string;
  /** The first is the head of its row. */
  readonly columns: readonly SheetColumn[];
  /** How many rows at the end are of times to come: the file has them, empty. */
  readonly rowsToCome?: number;
  /** Rows by time, which no phone shows as cards. */
  readonly isSeries?: boolean;
  /** What the file has, where that is more than what is shown. */
  readonly file?: readonly SheetColumn[];
}

export interface Scaled {
  readonly unit: string;
  readonly decimals: number;
  readonly factor: number;
}

/** From so many kWh on an energy is shown in MWh. */
const megaFromKwh = 10_000;

/** In what an energy is shown: all of a column in one unit. The number stays that of the datalogger. */
export function scaleOf(unit: string, decimals: number, values: readonly Value[]): Scaled {
  const isMega =
    unit === 'kWh' && values.some(value => typeof value === 'number' && Math.abs(value) >= megaFromKwh);
  return isMega ? { unit: 'MWh', decimals: 2, factor: 0.001 } : { unit, decimals, factor: 1 };
}

/** A column as it stands on the screen. */
export interface ShownColumn {
  readonly label: string;
  readonly unit: string;
  readonly isNumber: boolean;
  readonly cells: readonly string[];
}

export function shown({ label, unit, decimals, values, show, ...rest }: SheetColumn): ShownColumn {
  const scale = scaleOf(unit, decimalsIn(decimals, 0), [...values, ...(rest.alike ?? [])]);
  const cell = (value: Value, row: number) => {
    if (typeof value === 'string') return value;
    if (value === null && rest.absent !== undefined) return rest.absent;
    if (show && value !== null) return show(value);
    const places = typeof decimals === 'number' ? scale.decimals : decimalsIn(decimals, row);
    return formatNumber(value === null ? null : value * scale.factor, places);
  };
  return {
    label,
    unit: rest.isUnitHidden ? '' : scale.unit,
    isNumber: !values.some(value => typeof value === 'string'),
    cells: values.map(cell),
  };
}

/** The table as a file: units and the offset of times in the head, the datalogger's own numbers. */
export function sheetCsv({ columns, file = columns }: Sheet, zone: string): string {
  const head = file.map(column => headOf(column, zone));
  const count = file[0]?.values.length ?? 0;
  const rows = Array.from({ length: count }, (_, row) => file.map(column => cellOf(column, row, zone)));
  return csvText([head, ...rows], decimalMark());
}

function headOf({ label, unit, isTime = false, values }: SheetColumn, zone: string): string {
  const times = isTime ? values.filter(value => typeof value === 'number') : [];
  const added = times.length > 0 ? `UTC${offsetsOf(times, zone)}` : unit;
  return added === '' ? label : `${label} [${added}]`;
}

function decimalsIn(decimals: SheetColumn['decimals'], row: number): number {
  return typeof decimals === 'number' ? decimals : (decimals[row] ?? 0);
}

function cellOf({ values, decimals, isTime = false }: SheetColumn, row: number, zone: string): CsvCell {
  const value = values[row] ?? null;
  if (typeof value === 'string') return value;
  return isTime && value !== null ? csvStamp(value, zone) : { value, decimals: decimalsIn(decimals, row) };
}
