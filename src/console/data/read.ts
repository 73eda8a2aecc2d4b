import { invalidAnswer } from './api-error';

/*
 * Tolerant readers of answers: they take what has the right type and never let a wrong one through. Unknown keys
 * are ignored, so that another datalogger may say more than ours.
 */

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an `invalid` error that names `what`. */
export function readObject(value: unknown, what: string): Json {
  if (!isObject(value)) throw invalidAnswer(what);
  return value;
}

export function readArray(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidAnswer(what);
  return value;
}

/** Beyond this nothing of a plant lies, in no unit, and sums and drawings would leave what numbers can say. */
const largest = 1e15;

/** A number of a size that something can have, or null: never NaN, never a number in quotes. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= largest ? value : null;
}

/** The last second that a calendar date of four digits can say. */
const latestS = 253_402_300_799;

/** A time in epoch seconds, from 1970 to the year 9999, or null: calendars have no words for others. */
export function timeOrNull(value: unknown): number | null {
  const seconds = numberOrNull(value);
  return seconds !== null && seconds >= 0 && seconds <= latestS ? seconds : null;
}

/** A number that can be, or null: what no device measures and no map knows is not shown and not reckoned with. */
export function numberWithin(value: unknown, least: number, most: number): number | null {
  const number = numberOrNull(value);
  return number !== null && number >= least && number <= most ? number : null;
}

/** A text, or null. Numbers become text, so that a serial sent as a number is still shown. */
export function textOrNull(value: unknown): string | null {
  if (typeof value === 'number' && numberOrNull(value) !== null) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
