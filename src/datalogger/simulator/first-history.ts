import type { PastSlot } from '../source';
import { localDate, startOfLocalDay, startOfMonth } from '../time/zone';
import { type PastOptions, pastSlots } from './history';

const quarterS = 900;
const minuteS = 60;
const monthsKept = 13;
const fineDays = 2;
const dayS = 86_400;

type Past = Omit<PastOptions, 'seconds'>;

/** Start of the history that a first start at `now` (epoch s) creates: 13 whole months before the current month. */
export function historyStart(zone: string, now: number): number {
  const { year, month } = localDate(zone, now);
  return startOfMonth(zone, year, month - monthsKept);
}

/** The past of a simulated plant as a datalogger would have stored it: slots of 15 minutes, and of one minute for the last two days. */
export function* firstHistory(past: Past, zone: string): Generator<PastSlot> {
  const fineFrom = Math.max(past.from, startOfLocalDay(zone, past.to) - fineDays * dayS);
  const seam = Math.ceil(fineFrom / quarterS) * quarterS;
  if (seam > past.from) yield* pastSlots({ ...past, to: seam, seconds: quarterS });
  yield* pastSlots({ ...past, from: seam, seconds: minuteS });
}
