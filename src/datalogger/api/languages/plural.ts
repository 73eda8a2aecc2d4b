const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const formOfKey = new RegExp(`_(${forms.join('|')})$`);

/** The key that code uses: without the plural form. */
export const stemOf = (key: string) => key.replace(formOfKey, '');

/** The plural form at the end of a key; null where it has none. */
export const formOf = (key: string): string | null => formOfKey.exec(key)?.[1] ?? null;

/** The plural forms of a language, in the order in which a file has them. */
export function formsOf(code: string): readonly string[] {
  const used: readonly string[] = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  return forms.filter(form => used.includes(form));
}
