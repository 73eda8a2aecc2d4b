const formats = new Map<string, Intl.DateTimeFormat>();

/** Year, month, day and hour of an instant in a zone, in digits; only the year has more than two. */
export function localParts(epochMs: number, zone: string): readonly string[] {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    });
    formats.set(zone, format);
  }
  const [month = '', day = '', year = '', hour = ''] = format.format(epochMs).split(/\D+/);
  return [year, month, day, hour];
}

/** The calendar day in the plant's time zone, as `2026-06-10`. */
export function dayOf(epochMs: number, zone: string): string {
  return localParts(epochMs, zone).slice(0, 3).join('-');
}

/** The start of a calendar day (`2026-06-10`) in the zone, in epoch seconds; null for an invalid day. */
export function startOfDayS(day: string, zone: string): number | null {
  const noonMs = Date.parse(`${day}T12:00:00Z`);
  if (!Number.isFinite(noonMs)) return null;
  // Local midnight is searched forwards from 27 h before noon UTC, in steps of 15 minutes, because all zone offsets are multiples of that.
  const quarterMs = 900_000;
  let startMs = noonMs - 27 * 3_600_000;
  while (dayOf(startMs, zone) < day) startMs += quarterMs;
  return startMs / 1000;
}

/** The calendar day before or after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
