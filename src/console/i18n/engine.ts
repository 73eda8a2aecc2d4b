import { createInstance } from 'i18next';
import type { Language } from '../../contract/languages';

/** i18next on the words of one language: plurals by the language's own rules, values never parsed as keys. */
export function buildEngine(language: Language, words: object) {
  const i18n = createInstance({
    lng: language,
    resources: { [language]: { translation: words } },
    interpolation: { escapeValue: false },
    initAsync: false,
    parseMissingKeyHandler: () => '',
    // A code from the wire may be the name of a group of texts.
    returnedObjectHandler: () => '',
  });
  i18n.init();
  return (key: string, values: Readonly<Record<string, string | number>> | undefined) =>
    i18n.t(key, { ...values });
}
