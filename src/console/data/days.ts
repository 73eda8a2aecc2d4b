import { instantOfLocal, localDay } from '../../contract/zone';

/** The calendar day in the plant's time zone, as `2026-06-10`. */
export const dayOf = (epochMs: number, zone: string): string => localDay(zone, epochMs / 1000);

/** The start of a calendar day (`2026-06-10`) in the zone, in epoch seconds; null for an invalid day. */
export function startOfDayS(day: string, zone: string): number | null {
  const startS = instantOfLocal(zone, day);
  return Number.isFinite(startS) ? startS : null;
}
