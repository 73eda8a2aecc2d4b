import { type Language, languageCodes } from '../../../contract/languages';
import type { Handlers } from '../http/handler';

type Sentences = Readonly<Record<string, string>>;

interface Help {
  readonly ofFigures: Sentences;
  /** Of the fields of a form, by the prefix of its words. */
  readonly ofForms: ReadonlyMap<string, Sentences>;
}

/** The sentences of all languages, by code. Read once, at the start. */
const helpByLanguage = new Map(
  await Promise.all(languageCodes.map(async language => [language, await readHelp(language)] as const)),
);

async function readHelp(language: Language): Promise<Help> {
  const figures: { readonly default: { readonly help: Sentences } } = await import(
    `../../../console/i18n/languages/${language}/help.json`
  );
  const fields: { readonly default: { readonly fieldHint: Readonly<Record<string, Sentences>> } } =
    await import(`../../../console/i18n/languages/${language}/field-hints.json`);
  return { ofFigures: figures.default.help, ofForms: new Map(Object.entries(fields.default.fieldHint)) };
}

export const helpHandlers: Pick<Handlers, 'GET aiuti'> = {
  'GET aiuti': ({ query: { lingua, modulo } }) => {
    const help = helpByLanguage.get(lingua);
    return { ...(modulo === undefined ? help?.ofFigures : help?.ofForms.get(modulo)) };
  },
};
