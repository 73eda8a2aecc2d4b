import { formatTime } from '../i18n/format';

// The datalogger writes its files the same way.
export { type CsvCell, csvText } from '../../contract/csv';

/** `meridiana-inverter-2026-06-10-1342.csv`: what it holds and of when, in the plant's zone. */
export function csvFileName(content: string, epochS: number, zone: string): string {
  const day = formatTime(epochS, zone, 'date').split(/\D/).reverse().join('-');
  return `meridiana-${content}-${day}-${formatTime(epochS, zone, 'minute').replace(':', '')}.csv`;
}
