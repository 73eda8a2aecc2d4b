import { decimalMark } from '../i18n/format';
import { t } from '../i18n/translate';
import { type CsvCell, csvStamp, csvText, csvTimeHead } from '../ui/csv';
import type { Column } from './descriptor';
import type { Device } from './device-list';

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
