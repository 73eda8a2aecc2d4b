import { type Language, languageCodes } from '../../../contract/languages';
import type { Handlers } from '../http/handler';

type Sentences = Readonly<Record<string, string>>;

interface Parts {
  /** Of figures, by their key. */
  readonly cifre: Sentences;
  /** Of fields, by the words of their form and their name. */
  readonly campi: Sentences;
}

/** The sentences of all languages, by code. Read once, at the start. */
const partsByLanguage = new Map(
  await Promise.all(languageCodes.map(async language => [language, await readParts(language)] as const)),
);

async function readParts(language: Language): Promise<Parts> {
  const figures: { readonly default: { readonly help: Sentences } } = await import(
    `../../../console/i18n/languages/${language}/help.json`
  );
  const fields: { readonly default: { readonly fieldHint: Readonly<Record<string, Sentences>> } } =
    await import(`../../../console/i18n/languages/${language}/field-hints.json`);
  const ofFields = Object.entries(fields.default.fieldHint).flatMap(([words, hints]) =>
    Object.entries(hints).map(([field, sentence]) => [`${words}.${field}`, sentence] as const),
  );
  return { cifre: figures.default.help, campi: Object.fromEntries(ofFields) };
}

export const helpHandlers: Pick<Handlers, 'GET aiuti'> = {
  'GET aiuti': ({ query: { lingua, parte = 'cifre' } }) => ({ ...partsByLanguage.get(lingua)?.[parte] }),
};
