import { quality } from '../../../contract/codes';
import { decimalMark, formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { type CsvCell, csvStamp, csvText, csvTimeHead } from '../../ui/csv';
import type { RawCell, RawTable } from './raw-table';

/** The name of an OPC quality. */
export function qualityWord(code: number | null): string {
  if (code === quality.good) return t('raw.quality.good');
  if (code === quality.bad) return t('raw.quality.bad');
  return code === null ? '' : t('raw.quality.uncertain');
}

/** The text of a cell; with the unit if no heading shows it. */
export function cellWords(code: string, cell: RawCell, hasUnit: boolean): string {
  if (cell.kind === 'text') return cell.text;
  if (code === 'q') return `${formatNumber(cell.value, 0)} ${qualityWord(cell.value)}`;
  // An id or a state is not a quantity, so it has no thousands separator.
  if (code === 'id' || code === 'stato')
    return cell.value === null ? formatNumber(null, 0) : String(cell.value);
  return hasUnit
    ? formatQuantity(cell.value, cell.decimals, cell.unit)
    : formatNumber(cell.value, cell.decimals);
}

/** The table as CSV, one row for each device, with the time in the plant's zone in the first column. */
export function rawCsv({ columns, rows }: RawTable, epochS: number, zone: string): string {
  const time = csvStamp(epochS, zone);
  const head = columns.map(({ code, unit }) => (unit === '' ? code : `${code} [${unit}]`));
  const units = columns.some(
    ({ code }, index) => code === 'v' && rows.some(row => unitOf(row[index]) !== ''),
  );
  const csvRows = rows.map((row): CsvCell[] => [
    time,
    ...row.map((cell): CsvCell => (cell.kind === 'text' ? cell.text : cell)),
    ...(units
      ? [row.map(unitOf).find((unit, index) => columns[index]?.code === 'v' && unit !== '') ?? '']
      : []),
  ]);
  const header = [csvTimeHead(t('table.time'), [epochS], zone), ...head, ...(units ? [t('table.unit')] : [])];
  return csvText([header, ...csvRows], decimalMark());
}

const unitOf = (cell: RawCell | undefined): string => (cell?.kind === 'number' ? cell.unit : '');
