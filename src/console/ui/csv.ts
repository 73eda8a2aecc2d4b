import { formatTime } from '../i18n/format';
import { offsetAt, offsetText, repeatedOffset, wallClock } from '../i18n/wall-clock';

// The datalogger writes its files the same way.
export { type CsvCell, csvText } from '../../contract/csv';

/** `meridiana-inverter-2026-06-10-1342.csv`: what it holds and of when, in the plant's zone. */
export function csvFileName(content: string, epochS: number, zone: string): string {
  const day = formatTime(epochS, zone, 'date').split(/\D/).reverse().join('-');
  return `meridiana-${content}-${day}-${formatTime(epochS, zone, 'minute').replace(':', '')}.csv`;
}

/** `2026-10-25 02:15:00`: an instant for a file, in the plant's zone; with `+02:00` only in an hour that comes twice. */
export function csvStamp(epochS: number, zone: string): string {
  return wallClock(epochS, zone) + repeatedOffset(epochS, zone);
}

/** `+02:00`, or `+01:00, +02:00` where the clocks change among the instants: for the head of a column of stamps. */
export function offsetsOf(epochsS: readonly number[], zone: string): string {
  return [...new Set(epochsS.map(atS => offsetText(offsetAt(atS, zone))))].join(', ');
}
