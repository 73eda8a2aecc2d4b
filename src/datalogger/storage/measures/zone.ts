import { startOfLocalDay } from '../../../contract/zone';
import { combine, combineInto, type Frame } from './frame';
import { fieldsOf, type KeptGroup, keptGroups } from './kept';
import type { Measures } from './measures';
import { nextDay, rewritten } from './rollup';

/*
 * What becomes of the days when the plant gets another time zone. Minutes and quarters have no zone: they stay as they are. A day is
 * rebuilt from its quarters, so that every screen and every report cuts the past at the same midnights. Where quarters are no longer
 * kept, a whole old day counts as the new day in which its middle lies. Energies of all days together stay what they were.
 */

/** Makes the days of the archive those of `zone`; does nothing where they are. An archive that says no zone has the days of this one. */
export function moveDays(store: Measures, zone: string): void {
  const before = store.zone();
  if (before === zone) return;
  store.transaction(() => {
    if (before !== null) {
      for (const group of keptGroups) moveDaysOf(store, group, before, zone);
      rewritten(store);
    }
    store.setZone(zone);
  });
}

const allTime = Number.MAX_SAFE_INTEGER;

function moveDaysOf(store: Measures, group: KeptGroup, before: string, zone: string): void {
  const days = store.frames('day', group, 0, allTime);
  const newest = days.at(-1);
  if (!newest) return;
  const closedTo = startOfLocalDay(zone, nextDay(before, newest.t));
  const oldestQuarter = store.oldestKept('quarter', group) ?? allTime;
  const coarse = days.filter(({ t }) => nextDay(before, t) <= oldestQuarter);
  const moved = combineInto(group, coarse, t => startOfLocalDay(zone, (t + nextDay(before, t)) / 2));
  store.remove('day', group, 0, allTime);
  for (const day of moved) store.put('day', group, withinDay(group, zone, day));
  if (oldestQuarter === allTime) return;
  const seam = moved.at(-1);
  let t = startOfLocalDay(zone, oldestQuarter);
  if (seam?.t === t) {
    joinSeam(store, group, seam, zone);
    t = nextDay(zone, t);
  }
  for (; t < closedTo; t = nextDay(zone, t)) {
    const quarters = store.frames('quarter', group, t, nextDay(zone, t));
    if (quarters.length > 0) store.put('day', group, combine(group, t, quarters));
  }
}

/** The oldest quarters of a day that an older one has become: the day has them too, and they are kept no longer. */
function joinSeam(store: Measures, group: KeptGroup, seam: Frame, zone: string): void {
  const end = nextDay(zone, seam.t);
  const day = combine(group, seam.t, [seam, ...store.frames('quarter', group, seam.t, end)]);
  store.put('day', group, withinDay(group, zone, day));
  store.remove('quarter', group, seam.t, end);
}

/** The time covered, the first field of a device, is never more than the day has. */
function withinDay(group: KeptGroup, zone: string, day: Frame): Frame {
  const values = day.values.slice();
  const longestS = nextDay(zone, day.t) - day.t;
  const width = fieldsOf(group).length;
  for (let at = 0; at < values.length; at += width) values[at] = Math.min(values[at] ?? 0, longestS);
  return { ...day, values };
}
