import { sentDecimals } from '../../contract/report-figures';
import { decimalMark, formatNumber } from '../i18n/format';
import type { HelpKey } from '../i18n/words';
import { type CsvCell, csvStamp, csvText, offsetsOf } from '../ui/csv';
import { marked } from './trust';

type Value = number | string | null;

/** A column of a table that is shown, printed and saved. The values are those of the datalogger. */
export interface SheetColumn {
  readonly label: string;
  readonly unit: string;
  /** Decimals of all rows, or of each row. */
  readonly decimals: number | readonly number[];
  /** Units of the rows, where each has its own: the file has as many decimals as the datalogger sends. */
  readonly units?: readonly string[];
  readonly values: readonly Value[];
  /** Formats a number that is not shown as a plain number; the file has the number. */
  readonly show?: (value: number) => string;
  /** Text for a missing number, instead of a dash. */
  readonly absent?: string;
  /** Whether only the file shows the unit. */
  readonly isUnitHidden?: boolean;
  /** Values of other columns that must have the same unit. */
  readonly alike?: readonly Value[];
  /** Rows whose number is uncertain; the screen marks it, the file lists the coverage. */
  readonly uncertain?: readonly boolean[];
  /** The values are epoch seconds; the file has them as date and time. */
  readonly isTime?: boolean;
}

/** One table, with the same contents on the screen, in print and in the file. */
export interface Sheet {
  /** The part of the file name after the period. */
  readonly name: string;
  readonly title: string;
  /** The first column is the head of the row. */
  readonly columns: readonly SheetColumn[];
  /** The sentences that explain the heads of the rows. */
  readonly help?: readonly (HelpKey | undefined)[];
  /** Number of rows at the end that lie in the future; they are empty in the file. */
  readonly rowsToCome?: number;
  /** The rows are a time series, which a phone does not show as cards. */
  readonly isSeries?: boolean;
  /** The columns of the file, where it has more than the screen. */
  readonly file?: readonly SheetColumn[];
}

export interface Scaled {
  readonly unit: string;
  readonly decimals: number;
  readonly factor: number;
}

/** Energies from this value on are shown in MWh, kWh. */
const megaFromKwh = 10_000;

/** The unit in which the energies of a column are shown: one for the whole column. The file keeps the datalogger's numbers. */
export function scaleOf(unit: string, decimals: number, values: readonly Value[]): Scaled {
  const isMega =
    unit === 'kWh' && values.some(value => typeof value === 'number' && Math.abs(value) >= megaFromKwh);
  return isMega ? { unit: 'MWh', decimals: 2, factor: 0.001 } : { unit, decimals, factor: 1 };
}

/** A column as the screen shows it. */
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
    const mark = rest.uncertain?.[row] ?? false;
    if (show && value !== null) return marked(show(value), mark);
    const places = typeof decimals === 'number' ? scale.decimals : decimalsIn(decimals, row);
    return marked(formatNumber(value === null ? null : value * scale.factor, places), mark);
  };
  return {
    label,
    unit: rest.isUnitHidden ? '' : scale.unit,
    isNumber: !values.some(value => typeof value === 'string'),
    cells: values.map(cell),
  };
}

/** The table as CSV: units and UTC offsets in the head, the datalogger's unchanged numbers. */
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

function cellOf(column: SheetColumn, row: number, zone: string): CsvCell {
  const { values, unit, units, decimals, isTime = false } = column;
  const value = values[row] ?? null;
  if (typeof value === 'string') return value;
  return isTime && value !== null
    ? csvStamp(value, zone)
    : { value, decimals: sentDecimals([units?.[row] ?? unit, decimalsIn(decimals, row)]) };
}
