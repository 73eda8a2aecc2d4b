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

/** A finite number, or null: never NaN, never a number in quotes. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A text, or null. Numbers become text, so that a serial sent as a number is still shown. */
export function textOrNull(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
