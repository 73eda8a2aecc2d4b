import { dayAfter, instantOfLocal } from '../../../../contract/zone';
import { dayOf } from '../../../data/days';
import { firstDayOf, isOfCalendar, lastDayOf } from '../../../data/periods';
import { mondayOf, sundayOf } from '../../../data/weeks';
import { formatCalendar } from '../../../i18n/calendar';
import { periodName } from '../../../reporting/period-words';

/** A time of the plant's wall clock, as `2026-06-15T00:00`. They can be compared as texts. */
type Local = string;

/** A time by the plant's wall clock: from, and until before. */
export interface Range {
  readonly from: Local;
  readonly to: Local;
}

export const presets = ['today', 'yesterday', 'week', 'lastWeek', 'month', 'year'] as const;
export type Preset = (typeof presets)[number];

/** The words of the address. */
const named: Readonly<Record<string, Preset>> = {
  oggi: 'today',
  ieri: 'yesterday',
  settimana: 'week',
  'settimana-scorsa': 'lastWeek',
  mese: 'month',
  anno: 'year',
};
export const wordOf = (preset: Preset): string =>
  Object.keys(named).find(word => named[word] === preset) ?? '';
export const presetOf = (text: string): Preset | null => named[text] ?? null;

const midnight = 'T00:00';
const weekDays = 7;

/** The whole days from one to another, both included. */
const daysOf = (first: string, last: string): Range => ({
  from: first + midnight,
  to: dayAfter(last, 1) + midnight,
});

const ofPeriod = (period: string) => daysOf(firstDayOf(period), lastDayOf(period));

function rangeOf(preset: Preset, today: string): Range {
  const inWeek = preset === 'lastWeek' ? dayAfter(today, -weekDays) : today;
  switch (preset) {
    case 'today':
      return daysOf(today, today);
    case 'yesterday':
      return daysOf(dayAfter(today, -1), dayAfter(today, -1));
    case 'month':
      return ofPeriod(today.slice(0, 7));
    case 'year':
      return ofPeriod(today.slice(0, 4));
    default:
      return daysOf(mondayOf(inWeek), sundayOf(inWeek));
  }
}

/** `2026-06-15`, or with the time of day; null for other texts. As an end a day is included. */
function readLocal(text: string, isEnd: boolean): Local | null {
  const [day = '', clock, ...rest] = text.split('T');
  if (day.length !== 10 || !isOfCalendar(day) || rest.length > 0) return null;
  if (clock === undefined) return (isEnd ? dayAfter(day, 1) : day) + midnight;
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(clock) ? text : null;
}

/** Reads a time of the address: a preset, a day, month or year, or two times with `..` between them. Null for other texts. */
export function readRange(text: string, today: string): Range | null {
  const preset = presetOf(text);
  if (preset) return rangeOf(preset, today);
  if (isOfCalendar(text)) return ofPeriod(text);
  const [first = '', last = '', ...rest] = text.split('..');
  const [from, to] = [readLocal(first, false), readLocal(last, true)];
  return from !== null && to !== null && from < to && rest.length === 0 ? { from, to } : null;
}

/** The shortest text of the address for a time. */
export function textOfRange({ from, to }: Range): string {
  if (!isOfDays({ from, to })) return `${from}..${to}`;
  const [first, last] = [dayOfLocal(from), dayAfter(dayOfLocal(to), -1)];
  const period = [first.slice(0, 4), first.slice(0, 7), first].find(
    each => firstDayOf(each) === first && lastDayOf(each) === last,
  );
  return period ?? `${first}..${last}`;
}

const dayOfLocal = (local: Local) => local.slice(0, 10);
const isOfDays = ({ from, to }: Range) => from.endsWith(midnight) && to.endsWith(midnight);
const isOfMonths = (range: Range) =>
  isOfDays(range) && dayOfLocal(range.from).endsWith('-01') && dayOfLocal(range.to).endsWith('-01');

const days = (local: Local) => Math.round(Date.parse(`${dayOfLocal(local)}T12:00:00Z`) / 86_400_000);
const months = (local: Local) => 12 * Number(local.slice(0, 4)) + Number(local.slice(5, 7));
const inMonths = (local: Local, count: number) => {
  const day = Number(local.slice(8, 10));
  const first = new Date(Date.UTC(0, months(local) - 1 + count, 15));
  first.setUTCFullYear(Math.floor((months(local) - 1 + count) / 12));
  const month = first.toISOString().slice(0, 7);
  // The 31st of a month of 30 days is its last.
  return `${month}-${String(Math.min(day, Number(lastDayOf(month).slice(8)))).padStart(2, '0')}${local.slice(10)}`;
};
const inMinutes = (local: Local, count: number) =>
  new Date(Date.parse(`${local}Z`) + count * 60_000).toISOString().slice(0, 16);

const minutesIn = ({ from, to }: Range) =>
  Math.round((Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000);

/** The time of the same length before or after: months before months, days before days. */
export function rangeAfter(range: Range, steps: 1 | -1): Range {
  const { from, to } = range;
  if (isOfMonths(range)) {
    const count = steps * (months(to) - months(from));
    return { from: inMonths(from, count), to: inMonths(to, count) };
  }
  const count = steps * minutesIn(range);
  return { from: inMinutes(from, count), to: inMinutes(to, count) };
}

/** Usual times to compare with: the one before, or the same a year before. */
export const comparisons = ['prec', 'anno'] as const;
export type Comparison = (typeof comparisons)[number] | Local;

/** What a time is compared with, as it stands in the address: a usual one, or the start of another; null for other texts. */
export const readComparison = (text: string): Comparison | null =>
  comparisons.find(each => each === text) ?? readLocal(text, false);

export const isOwnStart = (comparison: Comparison): boolean => !comparisons.some(each => each === comparison);

/** The time to compare with; from an own start on it is as long: months where both begin with one, else minutes. */
export function comparedRange(range: Range, comparison: Comparison): Range {
  if (comparison === 'prec') return rangeAfter(range, -1);
  if (comparison === 'anno') return { from: inMonths(range.from, -12), to: inMonths(range.to, -12) };
  const isByMonth = isOfMonths(range) && isOfMonths({ from: comparison, to: comparison });
  const to = isByMonth
    ? inMonths(comparison, months(range.to) - months(range.from))
    : inMinutes(comparison, minutesIn(range));
  return { from: comparison, to };
}

export const spanOfRange = ({ from, to }: Range, zone: string) => ({
  fromS: instantOfLocal(zone, from),
  toS: instantOfLocal(zone, to),
});

/** "10 giugno 2026", "giugno 2026", "15 giugno 2026 – 21 giugno 2026"; with the time of day where there is one. */
export function rangeName(range: Range): string {
  const text = textOfRange(range);
  if (isOfCalendar(text)) return periodName(text);
  const name = (local: Local, last: Local) => formatCalendar(dayOfLocal(local), 'day') + clockOf(last);
  const { from, to } = range;
  return isOfDays(range)
    ? `${name(from, '')} – ${name(dayAfter(dayOfLocal(to), -1), '')}`
    : `${name(from, from)} – ${name(to, to)}`;
}

const clockOf = (local: Local) => (local === '' ? '' : ` ${local.slice(11)}`);

/** How many local days a time touches. */
export const daysIn = ({ from, to }: Range): number =>
  days(to) - days(from) + (to.endsWith(midnight) ? 0 : 1);

export const todayIn = (nowS: number, zone: string) => dayOf(nowS * 1000, zone);
