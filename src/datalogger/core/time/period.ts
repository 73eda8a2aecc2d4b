import { type DayRange, daysInRange } from '../../../contract/report-range';
import {
  daysInMonth,
  localDate,
  quarterS,
  slotsOfDay,
  startOfDay,
  startOfLocalDay,
  startOfMonth,
  startOfYear,
} from '../../../contract/zone';

/** A day in quarters, a month or a range in days, a year in months, or years. */
export type PeriodKind = 'daily' | 'monthly' | 'range' | 'annual' | 'ever';

/** A period of the plant's calendar, and the slots in which it is shown. */
export interface Period {
  readonly kind: PeriodKind;
  /** Epoch seconds: [from, to). */
  readonly from: number;
  readonly to: number;
  /** Starts of the slots. */
  readonly slots: readonly number[];
  /** Length of a slot of a day, s; slots of longer periods have no fixed length. */
  readonly slotS: number;
}

const count = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The years that a plant can have measured. JavaScript takes a year below 100 as one from 1900 on. */
const [firstYear, lastYear] = [1970, 2100];

/**
 * The day (in slots of `slotS`), month or year that `d` names: `2026-06-10`, `2026-06`, `2026`. Null for a day that the calendar does not
 * have, and for a year that no plant has.
 */
export function periodNamed(
  kind: Exclude<PeriodKind, 'ever' | 'range'>,
  zone: string,
  d: string,
  slotS = quarterS,
): Period | null {
  const [year = 0, month = 1, day = 1] = d.split('-').map(Number);
  if (year < firstYear || year > lastYear) return null;
  if (kind === 'annual') {
    const slots = count(1, 12).map(each => startOfMonth(zone, year, each));
    return { kind, from: startOfYear(zone, year), to: startOfYear(zone, year + 1), slots, slotS };
  }
  const days = daysInMonth(year, month);
  if (kind === 'monthly') {
    const slots = count(1, days).map(each => startOfDay(zone, year, month, each));
    const from = startOfMonth(zone, year, month);
    return { kind, from, to: startOfMonth(zone, year, month + 1), slots, slotS };
  }
  if (day < 1 || day > days) return null;
  const to = startOfDay(zone, year, month, day + 1);
  const slots = slotsOfDay(zone, year, month, day, slotS);
  return { kind, from: startOfDay(zone, year, month, day), to, slots, slotS };
}

/** The local days from one to another, both included. */
export function daysFrom(zone: string, { first, last }: DayRange): Period {
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number);
  const days = daysInRange({ first, last });
  const slots = count(0, days - 1).map(after => startOfDay(zone, year, month, day + after));
  const from = startOfDay(zone, year, month, day);
  return { kind: 'range', from, to: startOfDay(zone, year, month, day + days), slots, slotS: quarterS };
}

/** The years from one to another, both included. */
export function yearsFrom(zone: string, first: number, last: number): Period {
  const slots = count(first, last).map(year => startOfYear(zone, year));
  const to = startOfYear(zone, last + 1);
  return { kind: 'ever', from: startOfYear(zone, first), to, slots, slotS: quarterS };
}

/** The start of the slot of a period that an instant lies in. */
export function slotStart({ kind, slotS }: Period, zone: string, t: number): number {
  if (kind === 'daily') return t - (t % slotS);
  if (kind === 'monthly' || kind === 'range') return startOfLocalDay(zone, t);
  const { year, month } = localDate(zone, t);
  return kind === 'annual' ? startOfMonth(zone, year, month) : startOfYear(zone, year);
}
