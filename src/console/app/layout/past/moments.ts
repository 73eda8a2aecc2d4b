import { firstHour, lastHour, localHours } from '../plant-day';

/** The gnomon stands at whole steps, s. */
export const stepS = 300;
/** The archive has a minute shortly after its end. */
const archivedAfterS = 180;

const stepOf = (epochS: number) => Math.floor(epochS / stepS) * stepS;

/** The moments of today that the ruler offers, epoch seconds; `last` is before `first` while the day has none. */
export interface Offered {
  readonly first: number;
  readonly last: number;
}

/** The epoch seconds of a local hour of the day of `nowS`. Clocks change at night, before the ruler begins. */
const atHour = (hours: number, nowS: number, zone: string) => nowS + (hours - localHours(nowS, zone)) * 3600;

export function offeredAt(nowS: number, zone: string): Offered {
  const first = Math.ceil(Math.round(atHour(firstHour, nowS, zone)) / stepS) * stepS;
  return { first, last: stepOf(Math.min(nowS - archivedAfterS, Math.round(atHour(lastHour, nowS, zone)))) };
}

/** The moment at a place of the ruler, from 0 to 1, or null for now. */
export function momentAt(place: number, nowS: number, zone: string): number | null {
  const { first, last } = offeredAt(nowS, zone);
  const atS = stepOf(atHour(firstHour + place * (lastHour - firstHour), nowS, zone) + stepS / 2);
  return atS > last || last < first ? null : Math.max(first, atS);
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -12,
  PageUp: 12,
};

/** The moment to which a key moves the gnomon from `fromS` (null: now): null for now, undefined for a key that does not move it. */
export function momentByKey(
  key: string,
  fromS: number | null,
  nowS: number,
  zone: string,
): number | null | undefined {
  const { first, last } = offeredAt(nowS, zone);
  if (key === 'Escape' || key === 'End') return null;
  if (last < first) return steps[key] === undefined && key !== 'Home' ? undefined : null;
  if (key === 'Home') return first;
  const by = steps[key];
  if (by === undefined) return undefined;
  const atS = (fromS ?? last + stepS) + by * stepS;
  return atS > last ? null : Math.max(first, atS);
}
