import { dayOf } from '../../data/days';
import type { Hours, Report } from '../../data/report';
import { formatCalendar } from '../../i18n/calendar';

/** Opacities of the energy colour, from the weakest hour to the strongest (design, section 9). */
export const levels = [0.1, 0.26, 0.44, 0.62, 0.8, 1] as const;

/** The hourly powers as a grid: each day is one unit wide, each hour one unit high. */
export interface HourMap {
  readonly days: number;
  readonly firstHour: number;
  readonly hours: number;
  /** Power of the full colour, kW. */
  readonly topKw: number;
  /** One SVG path for each level, and one for missing hours. */
  readonly paths: readonly string[];
  readonly missing: string;
}

/** Slightly smaller than the unit, so that a gap separates the days. */
const cell = 'h.96v.92h-.96z';
const hoursOfDay = 24;
const hourS = 3600;
const dayS = 86_400;

/** The grid of the hours with production; null without any power. */
export function hourMapOf(report: Report): HourMap | null {
  const { hours } = report;
  if (!hours) return null;
  const numbers = Array.from({ length: hoursOfDay }, (_, hour) => hour);
  const isLit = (hour: number) => hours.days.some((_, day) => (hours.at(day, hour) ?? 0) > 0);
  const [firstHour, lastHour] = [numbers.find(isLit), [...numbers].reverse().find(isLit)];
  if (firstHour === undefined || lastHour === undefined) return null;
  const shown = numbers.slice(firstHour, lastHour + 1);
  // The column of a day is its place in the period, also if the data begins later or the period is not complete.
  const placeOf = (startS: number) => Math.round((startS - report.fromS) / dayS);
  const powers = hours.days.flatMap((_, day) => shown.map(hour => hours.at(day, hour) ?? 0));
  const topKw = Math.max(...powers);
  const paths = levels.map(() => '');
  let missing = '';
  hours.days.forEach((startS, day) => {
    for (const hour of shown) {
      const power = hours.at(day, hour);
      const place = `M${placeOf(startS)} ${hour - firstHour}${cell}`;
      const level = Math.min(levels.length - 1, Math.floor((levels.length * (power ?? 0)) / topKw));
      if (power !== null && power > 0) paths[level] += place;
      else if (power === null && isDue(report, startS + hourS * hour)) missing += place;
    }
  });
  return { days: report.days, firstHour, hours: shown.length, topKw, paths, missing };
}

/** Whether data is expected for this hour. On a day on which the clocks change it may be one hour off. */
function isDue({ dataFromS, dataToS }: Report, startS: number): boolean {
  return dataFromS !== null && dataToS !== null && startS >= dataFromS && startS + hourS <= dataToS;
}

/** The hour with the highest power. */
export function peakOf(hours: Hours): {
  readonly day: number;
  readonly hour: number;
  readonly power: number;
} {
  let peak = { day: 0, hour: 0, power: 0 };
  hours.days.forEach((_, day) => {
    for (let hour = 0; hour < hoursOfDay; hour += 1) {
      const power = hours.at(day, hour) ?? 0;
      if (power > peak.power) peak = { day, hour, power };
    }
  });
  return peak;
}

export function dayName(startS: number, zone: string): string {
  return formatCalendar(dayOf(startS * 1000, zone), 'dayOfMonth');
}
