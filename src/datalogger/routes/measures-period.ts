import { ProblemError } from '../serve/handler';
import { quarterS } from '../store/measures-rollup';
import { daysInMonth, slotsOfDay, startOfDay, startOfMonth, startOfYear } from '../zone';

export type PeriodKind = 'daily' | 'monthly' | 'annual';

/** A local day, month or year of the plant, and the slots that it is shown in. */
export interface Period {
  readonly kind: PeriodKind;
  /** Epoch seconds: [from, to). */
  readonly from: number;
  readonly to: number;
  readonly slots: readonly number[];
  /** Seconds of a slot of a day; a longer row has no length of its own. */
  readonly slotS: number;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Reads `d`; slots of a day are `slotS` long. 400 for a day that the calendar does not have. */
export function periodOf(kind: PeriodKind, zone: string, d: string, slotS = quarterS): Period {
  const [year = 0, month = 1, day = 1] = d.split('-').map(Number);
  if (kind === 'annual') {
    const slots = upTo(12).map(each => startOfMonth(zone, year, each));
    return { kind, from: startOfYear(zone, year), to: startOfYear(zone, year + 1), slots, slotS };
  }
  const days = daysInMonth(year, month);
  if (kind === 'monthly') {
    const slots = upTo(days).map(each => startOfDay(zone, year, month, each));
    const from = startOfMonth(zone, year, month);
    return { kind, from, to: startOfMonth(zone, year, month + 1), slots, slotS };
  }
  if (day < 1 || day > days) throw new ProblemError(400, 'invalid', `There is no day ${d}.`, { campo: 'd' });
  const to = startOfDay(zone, year, month, day + 1);
  const slots = slotsOfDay(zone, year, month, day, slotS);
  return { kind, from: startOfDay(zone, year, month, day), to, slots, slotS };
}
