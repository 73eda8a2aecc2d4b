import { rangeNamed, rangeText, weekNamed } from '../../../contract/report-range';
import type { ReportKind } from '../../../contract/reports';
import { dayAfter, localDate, localDay } from '../../../contract/zone';
import { daysFrom, type Period, periodNamed, yearsFrom } from '../../core/time/period';

/** A period and its name in the contract. */
export interface Named {
  /** Empty for all years. */
  readonly d: string;
  readonly period: Period;
}

const kinds = { giornaliero: 'daily', mensile: 'monthly', annuale: 'annual' } as const;
const lengths = { giornaliero: 10, mensile: 7, annuale: 4 } as const;

/** The day, month, year or range that `d` names; null where `d` is not of that kind. */
export function namedPeriod(kind: Exclude<ReportKind, 'storico'>, zone: string, d: string): Named | null {
  if (kind === 'intervallo') {
    const days = weekNamed(d) ?? rangeNamed(d);
    return typeof days === 'string' ? null : { d, period: daysFrom(zone, days) };
  }
  if (d.length !== lengths[kind]) return null;
  const period = periodNamed(kinds[kind], zone, d);
  return period && { d, period };
}

/** All years from the one of `start` to the one of `now`. */
export function allYears(zone: string, start: number, now: number): Named {
  return { d: '', period: yearsFrom(zone, localDate(zone, start).year, localDate(zone, now).year) };
}

/** The day, month or year before; as many days before a range. */
export function periodBefore(
  kind: Exclude<ReportKind, 'storico'>,
  zone: string,
  { period }: Named,
): Named | null {
  if (kind === 'intervallo') {
    const last = localDay(zone, period.from - 1);
    const first = dayAfter(last, 1 - period.slots.length);
    const d = rangeText({ first, last });
    return { d, period: daysFrom(zone, { first, last }) };
  }
  return namedPeriod(kind, zone, localDay(zone, period.from - 1).slice(0, lengths[kind]));
}
