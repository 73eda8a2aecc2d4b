import { startOfLocalDay } from '../../../contract/zone';
import type { Period } from '../../core/time/period';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd } from '../../storage/measures/rollup';

/** The part of a period that the archive covers, epoch seconds; null where the whole period is before its first or after its last slot. */
export interface Bounds {
  readonly begin: number | null;
  readonly end: number | null;
}

const dayS = 86_400;

/** The first slot of a tier that was measured: before it there may be energy that counters showed afterwards. */
function firstMeasured(store: Measures, tier: 'quarter' | 'minute'): number {
  const oldest = store.oldestSince(tier, 'impianto', 0);
  if (!oldest) return Number.POSITIVE_INFINITY;
  if ((oldest.values[0] ?? 0) > 0) return oldest.t;
  const day = store.frames(tier, 'impianto', oldest.t, Math.min(oldest.t + dayS, store.shownTo));
  return day.find(({ values }) => (values[0] ?? 0) > 0)?.t ?? oldest.t;
}

/** When the archive begins: the first measured quarter or minute of its first day, or that day where those are no longer kept. */
export function archiveStart(store: Measures, zone: string): number | null {
  const day = store.oldestSince('day', 'impianto', 0)?.t ?? Number.POSITIVE_INFINITY;
  const fine = Math.min(firstMeasured(store, 'quarter'), firstMeasured(store, 'minute'));
  if (fine === Number.POSITIVE_INFINITY) return day === Number.POSITIVE_INFINITY ? null : day;
  return startOfLocalDay(zone, fine) === day ? fine : Math.min(day, fine);
}

/** From the first data to the last, where these are inside the period. */
export function boundsOf(store: Measures, zone: string, { from, to }: Pick<Period, 'from' | 'to'>): Bounds {
  const start = archiveStart(store, zone);
  const last = archiveEnd(store);
  if (start === null || last === null) return { begin: null, end: null };
  const [begin, end] = [Math.max(from, start), Math.min(to, last)];
  return begin < end ? { begin, end } : { begin: null, end: null };
}
