import { type Language, languages } from '../../contract/languages';

/** A number as the console writes it: four digits are grouped in every language, the minus is the true sign, and zero has none. */
export function numberText(value: number, decimals: number, language: Language): string {
  return value
    .toLocaleString(languages[language].locale, {
      useGrouping: true,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    .replace(/^-(?=[0.,]+$)/, '')
    .replace('-', '−');
}

/** A text of a language file by its key, `alarm.INV01.title`; empty if absent. `{{name}}` in it is replaced. */
export function textAt(
  texts: object | undefined,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  let found: unknown = texts;
  for (const part of key.split('.')) {
    const entry: [string, unknown] | undefined =
      typeof found === 'object' && found !== null
        ? Object.entries(found).find(([name]) => name === part)
        : undefined;
    found = entry?.[1];
  }
  return typeof found === 'string'
    ? found.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''))
    : '';
}
