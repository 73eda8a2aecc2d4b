import { invalidAnswer } from './api-error';

/*
 * Tolerant readers of answers: they accept values of the right type and reject all others. Unknown keys are ignored, so that another
 * datalogger may send more than the reference one.
 */

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object, or throws an `invalid` error that names `what`. */
export function readObject(value: unknown, what: string): Json {
  if (!isObject(value)) throw invalidAnswer(what);
  return value;
}

export function readArray(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidAnswer(what);
  return value;
}

/** No quantity of a plant exceeds this in any unit; sums and drawings of larger values would exceed the range of numbers. */
const largest = 1e15;

/** A number of plausible size, or null. Never NaN, never a number in quotes. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= largest ? value : null;
}

/** The last second of the year 9999. */
const latestS = 253_402_300_799;

/** A time in epoch seconds from 1970 to the year 9999, or null: the calendar functions cannot format others. */
export function timeOrNull(value: unknown): number | null {
  const seconds = numberOrNull(value);
  return seconds !== null && seconds >= 0 && seconds <= latestS ? seconds : null;
}

/** A number from `least` to `most`, or null: a value outside the possible range is neither shown nor used in calculations. */
export function numberWithin(value: unknown, least: number, most: number): number | null {
  const number = numberOrNull(value);
  return number !== null && number >= least && number <= most ? number : null;
}

/** A text, or null. Numbers become text, so that a serial sent as a number is still shown. */
export function textOrNull(value: unknown): string | null {
  if (typeof value === 'number' && numberOrNull(value) !== null) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The text, or an empty one. */
export const textIn = (value: unknown): string => textOrNull(value) ?? '';

/** The entries of a list; empty where the value is something else. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Only the entries of this type. */
export const objectsIn = (value: unknown): readonly Json[] => listIn(value).filter(isObject);
export const numbersIn = (value: unknown): readonly number[] =>
  listIn(value).flatMap(each => numberOrNull(each) ?? []);
export const textsIn = (value: unknown): readonly string[] =>
  listIn(value).flatMap(each => textOrNull(each) ?? []);
