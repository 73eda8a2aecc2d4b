import {
  dayAfter,
  instantOf,
  instantOfLocal,
  localDate,
  localDay,
  startOfDay,
  startOfLocalDay,
} from '../../../contract/zone';
import type { SharingSettings } from '../../storage/config/service-settings';

/** A time whose measures are one file a group, and when it is made. Epoch seconds. */
export interface SharingSlot {
  readonly from: number;
  readonly to: number;
  readonly due: number;
}

const dayMin = 1440;
/** The archive writes a minute when it is over. */
const settlingS = 75;

/** The slot that begins where the last one ended. A day's file is made at its hour of the next day. */
export function slotFrom(
  from: number,
  { frequenza, ora }: Pick<SharingSettings, 'frequenza' | 'ora'>,
  zone: string,
): SharingSlot {
  if (frequenza !== dayMin) {
    const seconds = frequenza * 60;
    const to = (Math.floor(from / seconds) + 1) * seconds;
    return { from, to, due: to + settlingS };
  }
  const { year, month, day } = localDate(zone, from);
  const to = startOfDay(zone, year, month, day + 1);
  const [hour, minute] = ora.split(':').map(Number);
  const due = instantOf(zone, year, month, day + 1, hour ?? 0, minute ?? 0);
  return { from, to, due: Math.max(due, to + settlingS) };
}

/** Where the first slot begins when sharing is switched on. */
export function firstStart(
  t: number,
  { frequenza }: Pick<SharingSettings, 'frequenza'>,
  zone: string,
): number {
  const seconds = frequenza * 60;
  return frequenza === dayMin ? startOfLocalDay(zone, t) : Math.floor(t / seconds) * seconds;
}

/** The local days, as `2026-06-10`, that a time lies in. */
export function daysOf(from: number, to: number, zone: string): string[] {
  const days: string[] = [];
  for (let day = localDay(zone, from); instantOfLocal(zone, day) < to; day = dayAfter(day, 1)) days.push(day);
  return days;
}
