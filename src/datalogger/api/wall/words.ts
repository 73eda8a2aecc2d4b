import { type Language, languageCodes } from '../../../contract/languages';
import { textAt } from '../../core/texts';

/** The texts of the displays, by language: their own and what the console says too. Read once, at the start. */
const wordsByLanguage = new Map<Language, object>(
  await Promise.all(languageCodes.map(async code => [code, await readWords(code)] as const)),
);

async function readWords(code: Language): Promise<object> {
  const files: readonly { readonly default: object }[] = await Promise.all([
    import(`../../../console/i18n/languages/${code}/alarms.json`),
    import(`../../../console/i18n/languages/${code}/dashboard.json`),
    import(`../../../console/i18n/languages/${code}/wall.json`),
  ]);
  return Object.assign({}, ...files.map(file => file.default));
}

export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Texts by their key, `wall.alarms`; with `count` in its plural form; empty if absent. `{{name}}` in it is replaced. */
export const wordsIn =
  (language: Language): Words =>
  (key, values = {}) => {
    const { count } = values;
    const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : null;
    const texts = wordsByLanguage.get(language);
    return (form && textAt(texts, `${key}_${form}`, values)) || textAt(texts, key, values);
  };
