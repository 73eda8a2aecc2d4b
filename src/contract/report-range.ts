import { dayAfter } from './zone';

/** The longest range of a report, days. */
export const mostRangeDays = 366;

/** Local days, both included, each as `2026-06-10`. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

export const rangeText = ({ first, last }: DayRange): string => `${first}..${last}`;

const isDay = (text: string) =>
  /^(19[7-9]\d|20\d\d)-\d\d-\d\d$/.test(text) &&
  Number.isFinite(Date.parse(text)) &&
  dayAfter(text, 0) === text;

/** The days of a text such as `2026-06-03..2026-06-17`, or why they are no range: `invalid` also where the first is after the last. */
export function rangeNamed(text: string): DayRange | 'invalid' | 'too_long' {
  const [first = '', last = '', ...rest] = text.split('..');
  if (rest.length > 0 || !isDay(first) || !isDay(last) || first > last) return 'invalid';
  return dayAfter(first, mostRangeDays) > last ? { first, last } : 'too_long';
}

/** The day of the week of a local day, 1 (Monday) to 7. */
export const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() || 7;

/** The days of an ISO 8601 week such as `2026-W23`, from Monday to Sunday; null for a week that the year does not have. */
export function weekNamed(text: string): DayRange | null {
  const [, year = '', week = ''] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  if (!/^(19[7-9]|20)/.test(year) || week === '00') return null;
  // The first week of a year is the one of 4 January.
  const fourth = `${year}-01-04`;
  const first = dayAfter(fourth, 7 * (Number(week) - 1) + 1 - weekday(fourth));
  return dayAfter(first, 3).startsWith(year) ? { first, last: dayAfter(first, 6) } : null;
}

/** How many days a range has. */
export const daysInRange = ({ first, last }: DayRange): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;
