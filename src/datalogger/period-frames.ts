import { type Period, slotStart } from './period';
import type { Measures } from './store/measures';
import { combineInto, type Frame } from './store/measures-frame';
import type { KeptGroup } from './store/measures-kept';
import { dayFrames, minuteFrames, quarterFrames, quarterS } from './store/measures-rollup';

/** What the archive has of a group in a period: start of the slot -> frame. */
export function slotFrames(
  store: Measures,
  zone: string,
  group: KeptGroup,
  period: Period,
): Map<number, Frame> {
  const { kind, from, to, slotS } = period;
  const fineFrames = slotS === quarterS ? quarterFrames : minuteFrames;
  const frames =
    kind === 'daily' ? fineFrames(store, group, from, to) : dayFrames(store, group, zone, from, to);
  const rows = combineInto(group, frames, t => slotStart(period, zone, t));
  return new Map(rows.map(frame => [frame.t, frame]));
}
