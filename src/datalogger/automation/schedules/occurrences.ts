import type { Recurrence, ScheduleBody } from '../../../contract/schedules';
import { dayAfter, daysInMonth, instantOfLocal, localDay } from '../../../contract/zone';
import { sunTimes } from '../../plant/solar/sun';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { positionOf } from '../../storage/config/plant-config';

/** The place whose sunrise and sunset count. Degrees, east positive. */
export interface Site {
  readonly latitude: number;
  readonly longitude: number;
}

/** The time zone and the place that the times of a schedule refer to. */
export interface Place {
  /** IANA */
  readonly zone: string;
  /** Null where it is not known: schedules by the sun then never run. */
  readonly site: Site | null;
}

/** The plant's place as configured; UTC until a zone is configured. */
export function placeOf({ plantConfig }: Pick<ConfigDatabase, 'plantConfig'>): Place {
  return { zone: plantConfig.zone() ?? 'UTC', site: positionOf(plantConfig.read()?.fields) };
}

type Timing = Pick<ScheduleBody, 'quando' | 'valida_dal' | 'valida_al'>;

/** Days that are searched: enough for a polar night, and for every month. */
const searchedDays = 400;

/** The first time after `after` (epoch s) at which a schedule is due; null if absent. */
export function nextOccurrence(timing: Timing, after: number, place: Place): number | null {
  const { quando, valida_dal: from, valida_al: to } = timing;
  const isValid = (day: string) => (from === null || day >= from) && (to === null || day <= to);
  for (const day of daysFrom(firstDay(timing, after, place.zone))) {
    if (to !== null && day > to) return null;
    const due = isValid(day) ? dueOn(quando, day, place) : null;
    if (due !== null && due > after) return due;
  }
  return null;
}

/** A schedule by the sun can be due up to half a day before its day begins or after it ends. */
function firstDay({ quando, valida_dal: from }: Timing, after: number, zone: string): string {
  if (quando.ricorrenza === 'una_volta') return quando.data;
  const eve = dayAfter(localDay(zone, after), -1);
  return from !== null && from > eve ? from : eve;
}

function* daysFrom(first: string): Generator<string> {
  for (let n = 0; n < searchedDays; n++) yield dayAfter(first, n);
}

/** When it is due on a local day, epoch s; null when it is not. */
function dueOn(quando: Recurrence, day: string, place: Place): number | null {
  switch (quando.ricorrenza) {
    case 'una_volta':
      return day === quando.data ? at(day, quando.ora, place) : null;
    case 'giornaliera':
      return at(day, quando.ora, place);
    case 'settimanale':
      return quando.giorni.includes(weekdayOf(day)) ? at(day, quando.ora, place) : null;
    case 'mensile': {
      const [year = 0, month = 0, number] = day.split('-').map(Number);
      return number === Math.min(quando.giorno, daysInMonth(year, month)) ? at(day, quando.ora, place) : null;
    }
    case 'sole':
      return quando.giorni.includes(weekdayOf(day)) ? bySun(quando, day, place) : null;
  }
}

const at = (day: string, time: string, { zone }: Place) => instantOfLocal(zone, `${day}T${time}`);

/** To the whole minute; null where the sun does not rise or set that day. */
function bySun(
  quando: Extract<Recurrence, { ricorrenza: 'sole' }>,
  day: string,
  place: Place,
): number | null {
  if (!place.site) return null;
  const { latitude, longitude } = place.site;
  const { sunrise, sunset } = sunTimes(at(day, '12:00', place), latitude, longitude);
  const event = quando.evento === 'alba' ? sunrise : sunset;
  return event === null ? null : Math.floor(event / 60 + quando.scarto) * 60;
}

/** 1 Monday to 7 Sunday. */
const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7;
