import { daysInRange, rangeNamed, rangeText } from '../../contract/report-range';
import { dayAfter } from '../../contract/zone';
import { mondayOf, sundayOf } from './weeks';

/**
 * A calendar period of the plant, written as the beginning of an ISO date: a day `2026-06-10`, a month `2026-06`, a year `2026`, or the
 * empty text for all years; or as a first and a last day, `2026-06-08..2026-06-14`. Periods of one kind can be compared as texts.
 */
export type Period = string;

export const periodKinds = ['day', 'month', 'year', 'all', 'range'] as const;
export type PeriodKind = (typeof periodKinds)[number];

const lengths: Record<PeriodKind, number> = { day: 10, month: 7, year: 4, all: 0, range: 22 };

/** The first and the last calendar day with data. */
export interface Extent {
  readonly first: string;
  readonly last: string;
}

export function kindOf(period: Period): PeriodKind {
  return periodKinds.find(kind => lengths[kind] === period.length) ?? 'all';
}

/** The kind of period whose report has the same rows: from one day to another there is one for each day, as in a month. */
export function rowKindOf(period: Period): Exclude<PeriodKind, 'range'> {
  const kind = kindOf(period);
  return kind === 'range' ? 'month' : kind;
}

/** The period of a kind that contains a day; from one day to another it is the week. */
export function periodOf(day: string, kind: PeriodKind): Period {
  return kind === 'range'
    ? rangeText({ first: mondayOf(day), last: sundayOf(day) })
    : day.slice(0, lengths[kind]);
}

export function firstDayOf(period: Period): string {
  return (period + '0001-01-01'.slice(period.length)).slice(0, lengths.day);
}

export function lastDayOf(period: Period): string {
  switch (kindOf(period)) {
    case 'all':
      return '9999-12-31';
    case 'range':
      return period.slice(-lengths.day);
    default:
      return dayAfter(firstDayOf(periodAfter(period, 1)), -1);
  }
}

/** The period that is `steps` days, months, years or times its own length later; all years remain all years. */
export function periodAfter(period: Period, steps: number): Period {
  const [year = 0, month = 1] = period.split('-').map(Number);
  switch (kindOf(period)) {
    case 'day':
      return dayAfter(period, steps);
    case 'month':
      return new Date(Date.UTC(year, month - 1 + steps, 15)).toISOString().slice(0, 7);
    case 'year':
      return String(year + steps);
    case 'range': {
      const [first, last] = [firstDayOf(period), lastDayOf(period)];
      const days = steps * daysInRange({ first, last });
      return rangeText({ first: dayAfter(first, days), last: dayAfter(last, days) });
    }
    default:
      return period;
  }
}

/** Whether a text is a day, a month or a year of the calendar, or the time from one day to another. */
export function isOfCalendar(text: string): boolean {
  if (kindOf(text) === 'range') return typeof rangeNamed(text) !== 'string';
  if (!/^\d{4}(-\d\d){0,2}$/.test(text)) return false;
  const day = firstDayOf(text);
  return Number.isFinite(Date.parse(day)) && dayAfter(day, 0) === day;
}

/** Reads a valid period that may have data; null for any other text. */
export function readPeriod(text: string, extent: Extent): Period | null {
  return isOfCalendar(text) && isWithin(text, extent) ? text : null;
}

/** Whether at least one day of the period has data. */
export function isWithin(period: Period, { first, last }: Extent): boolean {
  return firstDayOf(period) <= last && lastDayOf(period) >= first;
}

/** The period to show after a change of the kind: the one around today if possible, otherwise the last one with data. */
export function turnInto(kind: PeriodKind, period: Period, { first, last }: Extent): Period {
  const end = lastDayOf(period);
  const day = end > last ? last : end < first ? first : end;
  return periodOf(day, kind);
}

/** All periods of a kind from the first to the last, newest first. */
export function periodsUpTo(kind: PeriodKind, { first, last }: Extent): readonly Period[] {
  const periods: Period[] = [];
  const end = periodOf(first, kind);
  for (let period = periodOf(last, kind); period >= end && period !== ''; period = periodAfter(period, -1)) {
    periods.push(period);
  }
  return periods;
}
