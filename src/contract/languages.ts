interface LanguageFacts {
  /** The name of the language, in the language itself. */
  readonly name: string;
  /** BCP 47 tag, by which numbers and dates are written. */
  readonly locale: string;
  /** The first day of a month in a date, where it is an ordinal number, which `Intl` does not know. */
  readonly firstDay: string;
}

/**
 * The languages of console, accounts and e-mails. No other place lists them. A new language needs a line here and its texts in
 * `src/console/i18n/languages`. Plural forms and the decimal mark follow from the locale.
 */
export const languages = {
  it: { name: 'Italiano', locale: 'it-IT', firstDay: '1' },
  en: { name: 'English', locale: 'en-GB', firstDay: '1' },
  de: { name: 'Deutsch', locale: 'de-DE', firstDay: '1' },
  es: { name: 'Español', locale: 'es-ES', firstDay: '1' },
  fr: { name: 'Français', locale: 'fr-FR', firstDay: '1er' },
} as const satisfies Record<string, LanguageFacts>;
export type Language = keyof typeof languages;

/** The language in which texts are written first. It is used when another one cannot be loaded. */
export const sourceLanguage: Language = 'it';

/** Whether a value is a language of the list. Only such a text may become part of a request. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

export const languageCodes = Object.keys(languages).filter(isLanguage);

/** The decimal mark in a file for a spreadsheet of the language. */
export function decimalMarkOf(language: Language): ',' | '.' {
  return new Intl.NumberFormat(languages[language].locale).format(0.5).includes(',') ? ',' : '.';
}
