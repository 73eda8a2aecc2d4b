import { type Language, languageCodes } from '../../../contract/languages';
import { textAt } from '../../core/texts';

/**
 * The texts of e-mails, of reports as PDF and of the day's balance, by language. What the console says too (alarms, priorities, reports) is read from the
 * console's own files, so that an e-mail says it in the same words. Read once, at the start.
 */
const wordsByLanguage = new Map<Language, object>(
  await Promise.all(languageCodes.map(async code => [code, await readWords(code)] as const)),
);

async function readWords(code: Language): Promise<object> {
  const files: readonly { readonly default: object }[] = await Promise.all([
    import(`../../../console/i18n/languages/${code}/alarms.json`),
    import(`../../../console/i18n/languages/${code}/balance.json`),
    import(`../../../console/i18n/languages/${code}/contract-sheet.json`),
    import(`../../../console/i18n/languages/${code}/day-balance.json`),
    import(`../../../console/i18n/languages/${code}/mail.json`),
    import(`../../../console/i18n/languages/${code}/proof-sheets.json`),
    import(`../../../console/i18n/languages/${code}/reports.json`),
    import(`../../../console/i18n/languages/${code}/shell.json`),
    import(`../../../console/i18n/languages/${code}/statistics.json`),
  ]);
  return Object.assign({}, ...files.map(file => file.default));
}

/** A text by its key, `alarm.INV01.title`; empty if absent. `{{name}}` in it is replaced. */
export function wordOf(
  language: Language,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return textAt(wordsByLanguage.get(language), key, values);
}
