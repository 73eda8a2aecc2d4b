const dayS = 86_400;

/** Whole days from `t` (epoch seconds) to a date, negative when it has passed; null without one. */
export function daysUntil(date: string | null, t: number): number | null {
  return date === null ? null : Math.ceil(Date.parse(date) / 1000 / dayS - Math.floor(t / dayS));
}

/** The date on which a calibration expires: so many months after it was made. */
export function calibrationEnd(made: string | null, months: number): string | null {
  if (made === null) return null;
  const end = new Date(made);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.toISOString().slice(0, 10);
}
