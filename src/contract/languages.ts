interface LanguageFacts {
  /** Its own name, in the language itself. */
  readonly name: string;
  /** BCP 47 tag: how numbers and dates are written. */
  readonly locale: string;
}

/**
 * The languages of console, accounts and e-mails: no other place lists them. A new one is a line here and its words in
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

/** The language in which texts are written first; used where another one cannot be loaded. */
export const sourceLanguage: Language = 'it';

/** Whether a text is a language of the list: only such a text may become part of a request. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

// Marked as pure, so that the first-paint script does not contain the table.
export const languageCodes = /* @__PURE__ */ Object.keys(languages).filter(isLanguage);

/** For files that a spreadsheet of the language opens. */
export function decimalMarkOf(language: Language): ',' | '.' {
  return new Intl.NumberFormat(languages[language].locale).format(0.5).includes(',') ? ',' : '.';
}
