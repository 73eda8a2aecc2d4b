import type { Language } from '../../../contract/languages';
import type { LanguageDocument } from './document';
import { faultIn } from './fault-in';
import { formOf, formsOf, stemOf } from './plural';
import type { ConsoleWords, WordTable } from './word-table';

/** What stands between the texts of a file, and between the plural forms of a text (`src/console/i18n/packed.ts`). */
const [betweenTexts, betweenForms] = ['|', '^'];

/** A published text: one, or by plural form. */
type Text = string | ReadonlyMap<string, string>;

/** The texts of a published file by their place. */
export interface Texts {
  readonly mark: string;
  readonly at: readonly Text[];
}

/** The published texts of a language of the program; null where they are not those of the table. */
export function textsOf(words: ConsoleWords, language: Language, bundle: string): Texts | null {
  const [mark = '', forms = '', ...texts] = words.file(language, bundle)?.split(betweenTexts) ?? [];
  if (mark === '' || mark !== words.table()?.marks[bundle]) return null;
  const names = forms.split(betweenForms);
  const at = texts.map(text => {
    const given = text.split(betweenForms);
    return given.length === 1
      ? text
      : new Map(given.flatMap((each, index) => (each === '' ? [] : [[names[index] ?? '', each] as const])));
  });
  return { mark, at };
}

/** Where the table has a key: `home 12`, `=text` or `~text`; null for an unknown key. */
export function placeOf(table: WordTable, part: string, key: string): string | null {
  const keys = table.parts[part];
  if (!keys || formOf(key) === null) return (keys && Object.hasOwn(keys, key) && keys[key]) || null;
  return keys[key] ?? keys[`${stemOf(key)}_other`] ?? null;
}

/**
 * The file of a bundle in an added language, as the build would publish it, with the texts of the other language where one is missing. Null
 * where the console has no such bundle.
 */
export function publishedFile(
  words: ConsoleWords,
  document: LanguageDocument,
  bundle: string,
): string | null {
  const table = words.table();
  const fallback = table && textsOf(words, document.ripiego, bundle);
  if (!fallback) return null;
  const given = givenTexts(table, document, bundle, fallback.at);
  const forms = formsOf(document.codice);
  const texts = fallback.at.map((other, place) => {
    const text = given.get(place) ?? other;
    if (typeof text === 'string') return text;
    return forms.map(form => text.get(form) ?? text.get('other') ?? '').join(betweenForms);
  });
  return [fallback.mark, forms.join(betweenForms), ...texts].join(betweenTexts);
}

/** The texts of the document that have a place in a bundle. Where two keys share one, the first counts. */
function givenTexts(table: WordTable, { parole }: LanguageDocument, bundle: string, others: Texts['at']) {
  const found = new Map<number, Text>();
  for (const [part, words] of parole) {
    for (const [key, text] of words) {
      const [where, at] = placeOf(table, part, key)?.split(' ') ?? [];
      const place = Number(at);
      const other = others[place];
      if (where !== bundle || other === undefined || faultIn(text, key, modelFor(other, key)) !== null)
        continue;
      const form = formOf(key);
      if (typeof other !== 'string' && form !== null) {
        const before = found.get(place);
        found.set(place, new Map([[form, String(text)], ...(typeof before === 'object' ? before : [])]));
      } else if (key in (table.parts[part] ?? {})) found.set(place, found.get(place) ?? String(text));
    }
  }
  return found;
}

/** The text with which one of this key is compared. */
export function modelFor(text: Text, key: string): string {
  return typeof text === 'string' ? text : (text.get(formOf(key) ?? '') ?? text.get('other') ?? '');
}
