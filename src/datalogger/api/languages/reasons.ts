import type { LanguageFinding } from '../../../contract/added-languages';
import { type Language, languageCodes } from '../../../contract/languages';
import { textAt } from '../../core/texts';
import type { Finding } from './check';

/** The sentences of all languages. Read once, at the start. */
const wordsByLanguage = new Map<Language, object>(
  await Promise.all(languageCodes.map(async code => [code, await readWords(code)] as const)),
);

async function readWords(code: Language): Promise<object> {
  const file: { readonly default: object } = await import(
    `../../../console/i18n/languages/${code}/language-file.json`
  );
  return file.default;
}

/** Why a file, a field of it or a text is refused or may not have room, in words. */
export function sentenceOf(
  reason: Finding['reason'] | 'file' | 'field' | 'size',
  language: Language,
): string {
  return textAt(wordsByLanguage.get(language), `languageFile.${reason}`);
}

/** Characters of a place that are said: a file may have any. */
const longestPlace = 120;

export const findingIn =
  (language: Language) =>
  ({ part, key, reason }: Finding): LanguageFinding => ({
    parte: part.slice(0, longestPlace),
    chiave: key.slice(0, longestPlace),
    motivo: sentenceOf(reason, language),
  });
