import * as v from 'valibot';

/** No control characters: no value becomes a second line of a file, a header or a log, or drives a terminal. */
export const isOneLine = v.regex(/^\P{Cc}*$/u);

/** One line of text as people type it, of at most `max` characters. */
export const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max), isOneLine);

/** What people write in a larger field: of control characters only line ends. At most `max` characters. */
export const lines = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max), v.regex(/^(\P{Cc}|\n)*$/u));

/** An e-mail address; its letters cannot become a second header. */
export const EmailAddress = v.pipe(v.string(), v.maxLength(254), v.email());

/** `HH:MM` of the plant's wall clock. */
export const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
