import { zoneOffset } from '../../../contract/zone';

/** Seconds by which clocks are set back or forward: one hour, or half an hour on Lord Howe Island. */
const turns = [1800, 3600, -1800, -3600];

/** `2026-10-25 02:15:00` in the zone; with its offset, such as `+02:00`, only where that time comes twice. */
export function wallStamp(epochS: number, zone: string): string {
  const offset = zoneOffset(zone, epochS);
  const stamp = new Date((epochS + offset) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  const isRepeated = turns.some(turnS => zoneOffset(zone, epochS + turnS) + turnS === offset);
  return isRepeated ? stamp + offsetText(offset) : stamp;
}

/** The head of a column of such stamps: `Time [UTC+02:00]`, with all offsets where the clocks change among them. */
export function stampHead(label: string, epochsS: readonly number[], zone: string): string {
  const offsets = new Set(epochsS.map(epochS => offsetText(zoneOffset(zone, epochS))));
  return offsets.size === 0 ? label : `${label} [UTC${[...offsets].join(', ')}]`;
}

function offsetText(seconds: number): string {
  const clock = new Date(Math.abs(seconds) * 1000).toISOString().slice(11, 16);
  return `${seconds < 0 ? '-' : '+'}${clock}`;
}
