import { type Language, languageCodes } from '../../../contract/languages';
import type { Handlers } from '../http/handler';

type Sentences = Readonly<Record<string, string>>;

/** The sentences of all languages, by code. Read once, at the start. */
const sentencesByLanguage = new Map(
  await Promise.all(languageCodes.map(async language => [language, await readSentences(language)] as const)),
);

async function readSentences(language: Language): Promise<Sentences> {
  const file: { readonly default: { readonly help: Sentences } } = await import(
    `../../../console/i18n/languages/${language}/help.json`
  );
  return file.default.help;
}

export const helpHandlers: Pick<Handlers, 'GET aiuti'> = {
  'GET aiuti': ({ query }) => ({ ...sentencesByLanguage.get(query.lingua) }),
};
