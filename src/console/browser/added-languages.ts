import { localStore } from './storage';

/** A language that an administrator added on the device, as the datalogger offers it at the login (`src/contract/added-languages.ts`). */
export type AddedLanguage = Readonly<Record<string, unknown>>;

const storageKey = 'added-languages';

/** The languages that were added on the device, as this browser last read them: the page needs them before any answer. */
export function addedLanguages(): readonly AddedLanguage[] {
  try {
    const kept: unknown = JSON.parse(localStore.read(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(each => typeof each === 'object' && each !== null) : [];
  } catch {
    // Somebody else has written there.
    return [];
  }
}

/** Stores the languages. Returns whether they differ from those before. */
export function keepAddedLanguages(languages: readonly AddedLanguage[]): boolean {
  const text = JSON.stringify(languages);
  const isNew = text !== (localStore.read(storageKey) ?? '[]');
  if (isNew) localStore.write(storageKey, text);
  return isNew;
}

/** The address of a file of words: `it` for those of the login, `it/home` for a bundle. */
export function wordsAddress(name: string): string {
  const [code, bundle = 'base'] = name.split('/');
  const isAdded = addedLanguages().some(({ codice }) => codice === code);
  return isAdded ? `/api/lingue/${code}/${bundle}` : `/assets/i18n/${name}.json`;
}
