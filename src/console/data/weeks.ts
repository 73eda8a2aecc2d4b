import { dayAfter } from '../../contract/zone';

const weekDays = 7;

/** The first day of the week of a day (`2026-06-10`). */
export function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T12:00:00Z`).getUTCDay() + weekDays - 1) % weekDays;
  return dayAfter(day, -sinceMonday);
}

export const sundayOf = (day: string): string => dayAfter(mondayOf(day), weekDays - 1);
