import type { Recurrence, ScheduleBody } from '../../contract/schedules';
import { sunTimes } from '../solar/sun';
import type { ConfigDatabase } from '../store/config-database';
import { positionOf } from '../store/plant-config';
import { daysInMonth, instantOf, localDate } from '../time/zone';

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

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

type Timing = Pick<ScheduleBody, 'quando' | 'valida_dal' | 'valida_al'>;

/** Days that are searched: enough for a polar night, and for every month. */
const searchedDays = 400;
const dayMs = 86_400_000;

/** The first time after `after` (epoch s) at which a schedule is due; null when there is none. */
export function nextOccurrence(timing: Timing, after: number, place: Place): number | null {
  const { quando, valida_dal: from, valida_al: to } = timing;
  const isValid = (day: string) => (from === null || day >= from) && (to === null || day <= to);
  for (const day of daysFrom(firstDay(timing, after, place.zone))) {
    const name = nameOf(day);
    if (to !== null && name > to) return null;
    const due = isValid(name) ? dueOn(quando, day, place) : null;
    if (due !== null && due > after) return due;
  }
  return null;
}

/** A schedule by the sun can be due up to half a day before its day begins or after it ends. */
function firstDay({ quando, valida_dal: from }: Timing, after: number, zone: string): Day {
  if (quando.ricorrenza === 'una_volta') return dayOf(quando.data);
  const { year, month, day } = localDate(zone, after);
  const eve = plusDays({ year, month, day }, -1);
  return from !== null && from > nameOf(eve) ? dayOf(from) : eve;
}

function* daysFrom(first: Day): Generator<Day> {
  for (let n = 0; n < searchedDays; n++) yield plusDays(first, n);
}

/** When it is due on a local day, epoch s; null when it is not. */
function dueOn(quando: Recurrence, day: Day, place: Place): number | null {
  switch (quando.ricorrenza) {
    case 'una_volta':
      return nameOf(day) === quando.data ? at(day, quando.ora, place) : null;
    case 'giornaliera':
      return at(day, quando.ora, place);
    case 'settimanale':
      return quando.giorni.includes(weekdayOf(day)) ? at(day, quando.ora, place) : null;
    case 'mensile': {
      const wanted = Math.min(quando.giorno, daysInMonth(day.year, day.month));
      return day.day === wanted ? at(day, quando.ora, place) : null;
    }
    case 'sole':
      return quando.giorni.includes(weekdayOf(day)) ? bySun(quando, day, place) : null;
  }
}

function at({ year, month, day }: Day, time: string, { zone }: Place): number {
  const [hour, minute] = time.split(':');
  return instantOf(zone, year, month, day, Number(hour), Number(minute));
}

/** To the whole minute; null where the sun does not rise or set that day. */
function bySun(quando: Extract<Recurrence, { ricorrenza: 'sole' }>, day: Day, place: Place): number | null {
  if (!place.site) return null;
  const { latitude, longitude } = place.site;
  const { sunrise, sunset } = sunTimes(at(day, '12:00', place), latitude, longitude);
  const event = quando.evento === 'alba' ? sunrise : sunset;
  return event === null ? null : Math.floor(event / 60 + quando.scarto) * 60;
}

/** 1 Monday to 7 Sunday. */
const weekdayOf = ({ year, month, day }: Day) => new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;

function dayOf(name: string): Day {
  const [year = 0, month = 0, day = 0] = name.split('-').map(Number);
  return { year, month, day };
}

const nameOf = ({ year, month, day }: Day) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

function plusDays({ year, month, day }: Day, days: number): Day {
  return dayOf(new Date(Date.UTC(year, month - 1, day) + days * dayMs).toISOString().slice(0, 10));
}
