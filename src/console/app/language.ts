import { isLanguage, languageCodes, sourceLanguage } from '../../contract/languages';
import { type AddedLanguage, addedLanguages, keepAddedLanguages } from '../browser/added-languages';
import { localStore } from '../browser/storage';
import { chooseLanguage } from '../i18n/choose-language';
import { ownLanguage, type ShownLanguage } from '../i18n/shown-language';
import { setLanguage } from '../i18n/translate';
import { announce } from './cross-tab';

const storageKey = 'lang';
/** Where this browser stores the chosen way of numbers and dates, a BCP 47 tag; empty or absent for that of the language. */
export const formatsKey = 'formats';

/** Whether the browser can write numbers and texts by a tag (BCP 47). */
function isTag(tag: unknown): tag is string {
  try {
    return typeof tag === 'string' && Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** Empty where the browser cannot write the language. */
function readAdded({
  codice,
  nome,
  formati,
  ripiego,
  primo_giorno,
}: AddedLanguage): readonly ShownLanguage[] {
  if (!isTag(codice) || !isTag(formati)) return [];
  const base = isLanguage(ripiego) ? ripiego : sourceLanguage;
  const [locale, formats] = [formati, formati];
  return [{ code: codice, name: String(nome), locale, formats, firstDay: String(primo_giorno), base }];
}

/** The languages of the program and those that were added on the device. */
export function offeredLanguages(): readonly ShownLanguage[] {
  return [...languageCodes.map(ownLanguage), ...addedLanguages().flatMap(readAdded)];
}

/** Shows the language that this browser prefers. Rejects when no language file can be loaded. */
export async function showPreferredLanguage(): Promise<void> {
  const codes = offeredLanguages().map(({ code }) => code);
  await showLanguage(chooseLanguage(codes, localStore.read(storageKey), navigator.languages));
}

/** Offers the languages of the datalogger. A page that is shown in another than the preferred one changes. */
export function offerLanguages(added: readonly AddedLanguage[] | undefined): void {
  // Without a file the page keeps its language.
  if (added && keepAddedLanguages(added)) showPreferredLanguage().catch(() => undefined);
}

/** Shows the language that the user chose and stores it until the next logout. */
export async function changeLanguage(language: string): Promise<void> {
  localStore.write(storageKey, language);
  announce({ kind: 'language', language });
  await showLanguage(language);
}

/** Shows the console in an offered language without storing the choice. */
export async function showLanguage(code: string): Promise<void> {
  const language = offeredLanguages().find(each => each.code === code);
  if (!language) return;
  const formats = localStore.read(formatsKey);
  await setLanguage({ ...language, ...(formats && isTag(formats) ? { formats } : {}) });
  document.documentElement.lang = code;
}
