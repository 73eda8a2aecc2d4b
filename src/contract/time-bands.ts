/** The Italian time bands for the price of electricity (ARERA 181/06): peak, mid-level, off-peak. */
export const timeBands = ['F1', 'F2', 'F3'] as const;
export type TimeBand = (typeof timeBands)[number];

/** A time on the clocks of the plant; `month` and `day` from 1. */
export interface LocalHour {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
}

/** Which days are paid as holidays. Dates are `MM-DD` for every year, or `YYYY-MM-DD`. */
export interface Holidays {
  readonly isItalian: boolean;
  /** Days that are holidays as well, as that of the patron saint. */
  readonly more: readonly string[];
  /** National holidays that are working days here. */
  readonly less: readonly string[];
}

export const usualHolidays: Holidays = { isItalian: true, more: [], less: [] };

/** Italian holidays with a fixed date. Easter Monday is computed. */
const fixed = [
  ...['01-01', '01-06', '04-25', '05-01', '06-02'],
  ...['08-15', '11-01', '12-08', '12-25', '12-26'],
];
/** A national holiday since this year (law 151/2025). */
const saintFrancis = { date: '10-04', since: 2026 };
const dayMs = 86_400_000;

/**
 * F1: Monday to Friday 8 to 19. F2: Monday to Friday 7 to 8 and 19 to 23, Saturday 7 to 23. F3: all other hours, Sundays and holidays.
 */
export function bandOf({ year, month, day, hour }: LocalHour, holidays: Holidays): TimeBand {
  const noon = Date.UTC(year, month - 1, day, 12);
  const whole = new Date(noon);
  const weekday = whole.getUTCDay();
  const date = whole.toISOString().slice(0, 10);
  if (weekday === 0 || isHoliday(date, holidays) || hour < 7 || hour >= 23) return 'F3';
  return weekday === 6 || hour < 8 || hour >= 19 ? 'F2' : 'F1';
}

/** `date` as `YYYY-MM-DD`. */
function isHoliday(date: string, { isItalian, more, less }: Holidays): boolean {
  const ofYear = date.slice(5);
  const isIn = (dates: readonly string[]) => dates.includes(date) || dates.includes(ofYear);
  if (isIn(more)) return true;
  if (!isItalian || isIn(less)) return false;
  const year = Number(date.slice(0, 4));
  return (
    fixed.includes(ofYear) ||
    (ofYear === saintFrancis.date && year >= saintFrancis.since) ||
    Date.parse(`${date}T12:00Z`) - dayMs === easterNoonMs(year)
  );
}

/** Easter Sunday of the Gregorian calendar, at noon UTC in epoch ms (the anonymous algorithm, Nature 1876). */
function easterNoonMs(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const moon = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * moon + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1, 12);
}
