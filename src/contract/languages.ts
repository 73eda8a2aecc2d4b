interface LanguageFacts {
  /** The name of the language, in the language itself. */
  readonly name: string;
  /** BCP 47 tag, by which numbers and dates are written. */
  readonly locale: string;
}

/**
 * The languages of console, accounts and e-mails. No other place lists them. A new language needs a line here and its texts in
 * `src/console/i18n/languages`. Plural forms and the decimal mark follow from the locale.
 */
export const languages = {
  it: { name: 'Italiano', locale: 'it-IT' },
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
  es: { name: 'Español', locale: 'es-ES' },
  fr: { name: 'Français', locale: 'fr-FR' },
} as const satisfies Record<string, LanguageFacts>;
export type Language = keyof typeof languages;

/** The language in which texts are written first. It is used when another one cannot be loaded. */
export const sourceLanguage: Language = 'it';

/** Whether a value is a language of the list. Only such a text may become part of a request. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

// It is marked as pure, so that the first-paint script does not contain the table.
export const languageCodes = /* @__PURE__ */ Object.keys(languages).filter(isLanguage);

/** The decimal mark in a file for a spreadsheet of the language. */
export function decimalMarkOf(language: Language): ',' | '.' {
  return new Intl.NumberFormat(languages[language].locale).format(0.5).includes(',') ? ',' : '.';
}
