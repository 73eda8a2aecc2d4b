const formats = new Map<string, Intl.DateTimeFormat>();
const twoDigits = '2-digit';
const dayS = 86_400;

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

/** The instant, epoch seconds, at which the clocks of a zone show a time such as `2026-10-25T02:15`; the first of two, and of none the next. */
export function instantOf(local: string, zone: string): number {
  const asUtcS = Date.parse(`${local}Z`) / 1000;
  const instants = [-dayS, dayS].map(apartS => asUtcS - offsetAt(asUtcS + apartS, zone));
  const shows = (atS: number) => wallClock(atS, zone).replace(' ', 'T').startsWith(local);
  return instants.find(shows) ?? instants[0] ?? Number.NaN;
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
