import { zoneOffset } from '../../contract/zone';
import { formatTime } from '../i18n/format';
import { offsetText, repeatedOffset, wallClock } from '../i18n/wall-clock';

// The datalogger writes its CSV files with the same function.
export { type CsvCell, csvText } from '../../contract/csv';

/** `meridiana-inverter-2026-06-10-1342.csv`: the content, and the time in the plant's time zone. */
export function csvFileName(content: string, epochS: number, zone: string): string {
  const day = formatTime(epochS, zone, 'date').split(/\D/).reverse().join('-');
  return `meridiana-${content}-${day}-${formatTime(epochS, zone, 'minute').replace(':', '')}.csv`;
}

/** `2026-10-25 02:15:00`: an instant in the plant's time zone; with its offset, such as `+02:00`, only in an hour that occurs twice. */
export function csvStamp(epochS: number, zone: string): string {
  return wallClock(epochS, zone) + repeatedOffset(epochS, zone);
}

/** The UTC offsets of the instants, for the head of their column: `+02:00`, or `+01:00, +02:00` where the clocks change among them. */
export function offsetsOf(epochsS: readonly number[], zone: string): string {
  return [...new Set(epochsS.map(atS => offsetText(zoneOffset(zone, atS))))].join(', ');
}

/** The head of a column of instants: `Begin [UTC+02:00]`. */
export function csvTimeHead(label: string, epochsS: readonly number[], zone: string): string {
  return epochsS.length === 0 ? label : `${label} [UTC${offsetsOf(epochsS, zone)}]`;
}
