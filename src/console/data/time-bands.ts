import { localParts } from './days';

/** The Italian time bands for the price of electricity (ARERA 181/06): peak, mid-level, off-peak. */
export const timeBands = ['F1', 'F2', 'F3'] as const;
export type TimeBand = (typeof timeBands)[number];

/** Holidays with a fixed date, as `month-day`. Easter Monday is computed. */
const holidays = ['1-1', '1-6', '4-25', '5-1', '6-2', '8-15', '11-1', '12-8', '12-25', '12-26'];
const dayMs = 86_400_000;

/**
 * The band of an instant (epoch seconds) in local time of the zone. F1: Monday to Friday 8 to 19. F2: Monday to Friday 7 to 8 and 19 to 23,
 * Saturday 7 to 23. F3: all other hours, Sundays and national holidays.
 */
export function bandAt(epochS: number, zone: string): TimeBand {
  const { year, month, day, hour } = localTime(epochS, zone);
  const noon = Date.UTC(year, month - 1, day, 12);
  const weekday = new Date(noon).getUTCDay();
  const isHoliday =
    weekday === 0 || holidays.includes(`${month}-${day}`) || noon - dayMs === easterNoonMs(year);
  if (isHoliday || hour < 7 || hour >= 23) return 'F3';
  return weekday === 6 || hour < 8 || hour >= 19 ? 'F2' : 'F1';
}

function localTime(epochS: number, zone: string) {
  const parts = localParts(epochS * 1000, zone);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour') };
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
