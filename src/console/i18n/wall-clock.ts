const formats = new Map<string, Intl.DateTimeFormat>();
const twoDigits = '2-digit';

/** Local time in a zone at an instant (epoch seconds), as `2026-10-25 02:15:00`; empty for an invalid instant. */
export function wallClock(epochS: number, zone: string): string {
  if (!Number.isFinite(epochS)) return '';
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: twoDigits,
      day: twoDigits,
      hour: twoDigits,
      minute: twoDigits,
      second: twoDigits,
    });
    formats.set(zone, format);
  }
  const [month, day, year, hour, minute, second] = format.format(epochS * 1000).split(/\D+/);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** The offset of a zone from UTC at an instant, in seconds, positive to the east. */
export function offsetAt(epochS: number, zone: string): number {
  const wholeS = Math.floor(epochS);
  return Date.parse(`${wallClock(wholeS, zone).replace(' ', 'T')}Z`) / 1000 - wholeS;
}

/** Such as `+02:00`. */
export function offsetText(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const minutes = Math.abs(seconds) / 60;
  return `${seconds < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Seconds by which the clocks of a zone are set back: one hour, or half an hour on Lord Howe Island. */
const turns = [1800, 3600];

/** `+02:00` where this local time occurs twice that day, otherwise empty. */
export function repeatedOffset(epochS: number, zone: string): string {
  const offsetS = offsetAt(epochS, zone);
  const isRepeated = turns.some(turnS =>
    [-turnS, turnS].some(bothWaysS => offsetAt(epochS + bothWaysS, zone) === offsetS - bothWaysS),
  );
  return isRepeated ? offsetText(offsetS) : '';
}
