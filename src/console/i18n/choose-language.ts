/** The languages there are files for; the first is the source and the fallback. */
export const languages = ['it', 'en', 'de', 'es', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  it: 'Italiano',
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
};

/** Only an allow-listed name may ever become part of a request. */
export function isLanguage(value: unknown): value is Language {
  return languages.some(language => language === value);
}

/** The stored language, else the browser's first that we have, else Italian. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  const ours = preferred.map(tag => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return ours ?? languages[0];
}
