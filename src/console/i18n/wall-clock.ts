const formats = new Map<string, Intl.DateTimeFormat>();
const twoDigits = '2-digit';

/** `2026-10-25 02:15:00`: what the clocks of a zone show at an instant (epoch seconds); empty of what is none. */
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

/** Seconds by which the clocks of a zone are ahead of UTC at an instant. */
export function offsetAt(epochS: number, zone: string): number {
  const wholeS = Math.floor(epochS);
  return Date.parse(`${wallClock(wholeS, zone).replace(' ', 'T')}Z`) / 1000 - wholeS;
}

/** `+02:00` */
export function offsetText(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const minutes = Math.abs(seconds) / 60;
  return `${seconds < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Seconds by which the clocks of a zone go back: an hour nearly everywhere, half of one on Lord Howe. */
const turns = [1800, 3600];

/** `+02:00` where the clocks of the zone show this time twice, else nothing. */
export function repeatedOffset(epochS: number, zone: string): string {
  const offsetS = offsetAt(epochS, zone);
  const isRepeated = turns.some(turnS =>
    [-turnS, turnS].some(bothWaysS => offsetAt(epochS + bothWaysS, zone) === offsetS - bothWaysS),
  );
  return isRepeated ? offsetText(offsetS) : '';
}
