import type { Priority } from '../../../contract/alarms';
import { linesAtOnce } from '../../../contract/feeds';
import { quarterS } from '../../../contract/zone';
import { concerns, doubtedTimes } from '../../analytics/doubted';
import type { AlarmStore } from '../../storage/alarms/alarms';
import type { Frame } from '../../storage/measures/frame';
import type { KeptGroup } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { mended } from '../../storage/measures/mend';
import { minuteFrames, minuteS } from '../../storage/measures/rollup';
import { changes, isOfDevice } from '../../storage/measures/spans';
import { lineOf, linesOf, type Origin } from './influx-lines';

export interface Past {
  readonly archive: Measures;
  readonly alarms: Pick<AlarmStore, 'standing'>;
  /** Whose days are counted: a doubt lasts to the end of its day. */
  readonly zone: () => string;
}

/** [from, to) in epoch seconds, whole minutes. */
export interface Window {
  readonly from: number;
  readonly to: number;
  /** These minutes were sent before: what they no longer have is taken back. */
  readonly isCorrection?: boolean;
}

/**
 * Where the archive ends for those who read every slot once: the newest minute may still get the energy of a gap that ends in the next
 * one. Null while no window is open.
 */
export function settledEnd({ archive }: Past): number | null {
  return archive.newest('minute', 'impianto');
}

/** The oldest slot that there is, epoch seconds. */
export function oldestSlot({ archive }: Past): number | null {
  const oldest = [archive.oldestKept('quarter', 'impianto'), archive.oldestKept('minute', 'impianto')];
  const known = oldest.filter(t => t !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** Minutes whose lines are sent at once. */
export function minutesAtOnce({ archive }: Past, groups: readonly KeptGroup[]): number {
  const lines = groups.reduce((sum, group) => sum + archive.deviceIds(group).length, 1);
  return Math.max(1, Math.floor(linesAtOnce / lines));
}

/** All lines of a window: minutes, and quarters of an hour where the archive has given up the minutes. */
export function linesIn(
  past: Past,
  origin: Origin,
  groups: readonly KeptGroup[],
  { from, to, isCorrection = false }: Window,
): string[] {
  const times = doubtedTimes(past.archive, past.zone(), from, to);
  const uncertain = (group: KeptGroup, id: number, t: number) =>
    times.some(time => time.since <= t && t < time.until && concerns(time, { group, id, point: 'eday' }));
  const spans = past.archive.spans.all();
  const marked = (group: KeptGroup, id: number, t: number) =>
    spans.some(span => changes(span, group, t) && (group === 'impianto' || isOfDevice(span, group, id)));
  const options = { isCorrection, marked, uncertain };
  const lines = groups.flatMap(group =>
    slotsOf(past, group, { from, to }).flatMap(frame => linesOf(origin, group, frame, options)),
  );
  return [...lines, ...alarmLines(past, origin, { from, to })];
}

function slotsOf({ archive }: Pick<Past, 'archive'>, group: KeptGroup, { from, to }: Window): Frame[] {
  const minutesFrom = archive.oldestKept('minute', group) ?? Number.POSITIVE_INFINITY;
  const quarters = mended(
    archive,
    'quarter',
    group,
    archive.frames('quarter', group, from, Math.min(to, archive.shownTo)),
  ).filter(({ t }) => t + quarterS <= minutesFrom);
  return [...quarters, ...minuteFrames(archive, group, from, to)];
}

const priorities: readonly Priority[] = [1, 2, 3, 4];

/** How many alarms stood at the end of each minute in which the plant was measured, in all and by priority. */
function alarmLines({ archive, alarms }: Omit<Past, 'zone'>, origin: Origin, { from, to }: Window): string[] {
  const standing = alarms.standing({ from, to, until: to });
  return slotsOf({ archive }, 'impianto', { from, to }).map(({ t }) => {
    const last = t + minuteS - 1;
    const there = standing.filter(({ begin, end }) => begin <= last && (end === null || end > last));
    const count = (priority: Priority) => there.filter(alarm => alarm.priority === priority).length;
    const fields = [`attivi=${there.length}`, ...priorities.map(each => `p${each}=${count(each)}`)];
    return lineOf(origin, 'allarmi', 1, fields, t);
  });
}
