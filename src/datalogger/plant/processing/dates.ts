const dayS = 86_400;

/** Whole days from `t` (epoch seconds) to a date, negative when it has passed; null without one. */
export function daysUntil(date: string | null, t: number): number | null {
  return date === null ? null : Math.ceil(Date.parse(date) / 1000 / dayS - Math.floor(t / dayS));
}

/** The ends of calibrations that were asked for, by date and months: a simulated past asks for the same ones a hundred thousand times. */
const ends = new Map<string, string>();

/** The date on which a calibration expires: that many months after it was made. */
export function calibrationEnd(made: string | null, months: number): string | null {
  if (made === null) return null;
  const asked = `${made} ${months}`;
  const known = ends.get(asked);
  if (known !== undefined) return known;
  const end = new Date(made);
  end.setUTCMonth(end.getUTCMonth() + months);
  const date = end.toISOString().slice(0, 10);
  ends.set(asked, date);
  return date;
}
