import { localTime, zoneOffset } from '../../contract/zone';

/** Local time in a zone at an instant (epoch seconds), as `2026-10-25 02:15:00`; empty for an invalid instant. */
export function wallClock(epochS: number, zone: string): string {
  return Number.isFinite(epochS) ? localTime(zone, epochS).replace('T', ' ') : '';
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
  const offsetS = zoneOffset(zone, epochS);
  const isRepeated = turns.some(turnS =>
    [-turnS, turnS].some(bothWaysS => zoneOffset(zone, epochS + bothWaysS) === offsetS - bothWaysS),
  );
  return isRepeated ? offsetText(offsetS) : '';
}
