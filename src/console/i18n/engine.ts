import { createInstance } from 'i18next';

/** i18next with the words of one language. It uses the plural rules of the language and never treats a value as a key. */
export function buildEngine(language: string, words: object) {
  const i18n = createInstance({
    lng: language,
    resources: { [language]: { translation: words } },
    interpolation: { escapeValue: false },
    initAsync: false,
    parseMissingKeyHandler: () => '',
    // A code from the API may be equal to the name of a group of texts.
    returnedObjectHandler: () => '',
  });
  i18n.init();
  return (key: string, values: Readonly<Record<string, string | number>> | undefined) =>
    i18n.t(key, { ...values });
}
