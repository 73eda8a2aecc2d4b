import { type Language, languages } from '../../contract/languages';

/** A language in which the console is shown: one of the program, or one that was added on the device. */
export interface ShownLanguage {
  /** BCP 47, as in the names of its files. */
  readonly code: string;
  /** The name of the language, in the language itself. */
  readonly name: string;
  /** BCP 47 tag, by which lists and the names of months are written. */
  readonly locale: string;
  /** BCP 47 tag, by which numbers and dates in digits are written. */
  readonly formats: string;
  /** The first day of a month in a date. */
  readonly firstDay: string;
  /** The language of the program in which the datalogger writes for it. */
  readonly base: Language;
}

export function ownLanguage(code: Language): ShownLanguage {
  return { ...languages[code], code, base: code, formats: languages[code].locale };
}
