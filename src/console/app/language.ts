import { type Language, languageCodes } from '../../contract/languages';
import { localStore } from '../browser/storage';
import { chooseLanguage } from '../i18n/choose-language';
import { setLanguage } from '../i18n/translate';
import { announce } from './cross-tab';

const storageKey = 'lang';

/** Shows the language that this browser prefers. Rejects when no language file can be loaded. */
export async function showPreferredLanguage(): Promise<void> {
  await showLanguage(chooseLanguage(languageCodes, localStore.read(storageKey), navigator.languages));
}

/** Shows the language that the user chose and stores it until the next logout. */
export async function changeLanguage(language: Language): Promise<void> {
  localStore.write(storageKey, language);
  announce({ kind: 'language', language });
  await showLanguage(language);
}

/** Shows the console in a language without storing the choice. */
export async function showLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  document.documentElement.lang = language;
}
