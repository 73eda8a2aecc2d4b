import { dayOf } from '../../../data/days';
import type { Series } from '../../../data/series';
import { repeatedOffset, wallClock } from '../../../i18n/wall-clock';
import type { Values } from '../../../ui/day-line';

/** Rows of days and months have no time of day. */
export const isOfClock = ({ step }: Pick<Series, 'step'>) => step !== 'giorno' && step !== 'mese';

/** The time of day of a row by the zone's clock; an hour that comes twice is two. */
export function clockKey(startS: number, zone: string): string {
  return wallClock(startS, zone).slice(11, 16) + repeatedOffset(startS, zone);
}

/** The place of each row in its time: the day, counted from the first, and the time of day. */
function placesOf(series: Series, zone: string): readonly string[] {
  if (!isOfClock(series)) return series.starts.map((_, row) => String(row));
  const days = new Map<string, number>();
  return series.starts.map(startS => {
    const day = dayOf(startS * 1000, zone);
    if (!days.has(day)) days.set(day, days.size);
    return `${days.get(day)} ${clockKey(startS, zone)}`;
  });
}

/**
 * The values of another time, laid over the rows of this one: the same day and the same time of day, also where one of the days has 23
 * or 25 hours.
 */
export function laidOver(series: Series, other: Series, values: Values, zone: string): Values {
  const byPlace = new Map(placesOf(other, zone).map((place, row) => [place, values[row] ?? null]));
  return placesOf(series, zone).map(place => byPlace.get(place) ?? null);
}
