import { type Language, languageCodes } from '../../contract/languages';

/** What is said of an alarm in addition to its title. */
export interface Advice {
  readonly cause: string;
  readonly consequence: string;
  readonly action: string;
}

/** The texts of all languages, by code. Read once, at the start. */
const adviceByLanguage = new Map(
  await Promise.all(languageCodes.map(async language => [language, await readAdvice(language)] as const)),
);

async function readAdvice(language: Language): Promise<ReadonlyMap<string, Advice>> {
  const file: { readonly default: { readonly alarmAdvice: Readonly<Record<string, Advice>> } } = await import(
    `../../console/i18n/languages/${language}/alarm-advice.json`
  );
  return new Map(Object.entries(file.default.alarmAdvice));
}

/** The texts for a code; undefined for one that has none. */
export function adviceOf(code: string, language: Language): Advice | undefined {
  return adviceByLanguage.get(language)?.get(code);
}
