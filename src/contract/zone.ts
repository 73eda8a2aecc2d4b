/** A wall-clock time of a zone, to the minute; `month` 1 to 12. */
export interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

export const quarterS = 900;
export const dayS = 86_400;
const cachedDays = 20_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Zone -> UTC day -> offset from UTC in s, or null on a day within which it changes. */
const offsets = new Map<string, Map<number, number | null>>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

function computeOffset(zone: string, epochS: number): number {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(zone).formatToParts(epochS * 1000)) fields[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute) / 1000 - epochS;
}

/** Seconds to add to UTC to have the zone's wall clock at `epochS`. Throws a RangeError for an unknown zone. */
export function zoneOffset(zone: string, epochS: number): number {
  let known = offsets.get(zone);
  if (!known || known.size > cachedDays) {
    known = new Map();
    offsets.set(zone, known);
  }
  const day = Math.floor(epochS / dayS);
  let offset = known.get(day);
  if (offset === undefined) {
    const first = computeOffset(zone, day * dayS);
    offset = computeOffset(zone, (day + 1) * dayS) === first ? first : null;
    known.set(day, offset);
  }
  // In every zone the offset changes on a quarter of an hour.
  return offset ?? computeOffset(zone, Math.floor(epochS / quarterS) * quarterS);
}

/** The zone's wall clock at an instant, in the UTC fields of a date. */
const wallOf = (zone: string, epochS: number) =>
  new Date((Math.floor(epochS) + zoneOffset(zone, epochS)) * 1000);

/** The zone's wall clock at an instant. */
export function localDate(zone: string, epochS: number): LocalDate {
  const wall = wallOf(zone, epochS);
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  };
}

/** The zone's wall clock at an instant as `2026-06-10T13:42:10`. */
export const localTime = (zone: string, epochS: number): string =>
  wallOf(zone, epochS).toISOString().slice(0, 19);

/** The zone's calendar day at an instant as `2026-06-10`. */
export const localDay = (zone: string, epochS: number): string => localTime(zone, epochS).slice(0, 10);

/** The calendar day `days` after (or before) another, both as `2026-06-10`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * dayS * 1000).toISOString().slice(0, 10);
}

/**
 * The instant (epoch s) at which the zone's wall clock shows a time; fields out of range roll over, as in `Date.UTC`. For a
 * time that comes twice it is the first one; for a time that the clocks skip, the first instant after it.
 */
export function instantOf(
  zone: string,
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
): number {
  return instantOfWall(zone, Date.UTC(year, month - 1, day, hour, minute) / 1000);
}

/** As `instantOf`, for a text such as `2026-06-10` or `2026-06-10T13:42`; NaN for a text that is no date. */
export function instantOfLocal(zone: string, local: string): number {
  const wall = Date.parse(local.includes('T') ? `${local}Z` : local) / 1000;
  return Number.isFinite(wall) ? instantOfWall(zone, wall) : Number.NaN;
}

/** `wall`: the time on the wall clock, in seconds as if it were UTC. */
function instantOfWall(zone: string, wall: number): number {
  const before = zoneOffset(zone, wall - dayS);
  const after = zoneOffset(zone, wall + dayS);
  const early = wall - Math.max(before, after);
  if (before === after || zoneOffset(zone, early) === wall - early) return early;
  const late = wall - Math.min(before, after);
  return zoneOffset(zone, late) === wall - late ? late : transition(zone, early, late);
}

/** The first instant (epoch s) of a local day; days and months out of range roll over: the day after is `day + 1`. */
export function startOfDay(zone: string, year: number, month: number, day: number): number {
  return instantOf(zone, year, month, day, 0, 0);
}

/** The instant, on a quarter of an hour, at which the offset changes between two others. */
function transition(zone: string, from: number, to: number): number {
  const offset = zoneOffset(zone, from);
  let t = Math.floor(from / quarterS) * quarterS;
  while (t < to && zoneOffset(zone, t) === offset) t += quarterS;
  return t;
}

/** The first instant (epoch s) of a local month; months out of range roll over. */
export function startOfMonth(zone: string, year: number, month: number): number {
  return startOfDay(zone, year, month, 1);
}

/** The first instant (epoch s) of a local year. */
export function startOfYear(zone: string, year: number): number {
  return startOfDay(zone, year, 1, 1);
}

/** 28 to 31; `month` 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The start of the local day that contains an instant, epoch s. */
export function startOfLocalDay(zone: string, epochS: number): number {
  const { year, month, day } = localDate(zone, epochS);
  return startOfDay(zone, year, month, day);
}

/** Starts (epoch s) of the slots of a local day: for quarters 96, or 92 and 100 on the days the clocks change. */
export function slotsOfDay(zone: string, year: number, month: number, day: number, seconds = 900): number[] {
  const end = startOfDay(zone, year, month, day + 1);
  const slots: number[] = [];
  for (let t = startOfDay(zone, year, month, day); t < end; t += seconds) slots.push(t);
  return slots;
}
