import { dayOf } from '../data/days';
import { formatTime } from '../i18n/format';

/** Seconds by which the clocks of a zone go back: an hour nearly everywhere, half of one on Lord Howe. */
const turns = [1800, 3600];

function wallClock(epochS: number, zone: string): string {
  return `${dayOf(epochS * 1000, zone)} ${formatTime(epochS, zone, 'clock')}`;
}

/** `+02:00` where the clocks of the zone show this time twice, else nothing. */
export function repeatedOffset(epochS: number, zone: string): string {
  const wall = wallClock(epochS, zone);
  const isRepeated = turns.some(turnS =>
    [epochS - turnS, epochS + turnS].some(other => wallClock(other, zone) === wall),
  );
  if (!isRepeated) return '';
  const minutes = (Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000 - epochS) / 60;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** `25/10/2026 02:15:00+02:00`: an instant for a file, in the plant's zone; the offset only in an hour that comes twice. */
export function stampOf(epochS: number, zone: string): string {
  const [day = '', clock = ''] = wallClock(epochS, zone).split(' ');
  return `${day.split('-').reverse().join('/')} ${clock}${repeatedOffset(epochS, zone)}`;
}
