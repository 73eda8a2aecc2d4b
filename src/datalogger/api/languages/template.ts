import { type Language, languages } from '../../../contract/languages';
import { modelFor, textsOf } from './published';
import type { ConsoleWords } from './word-table';

interface Words {
  [name: string]: string | Words;
}

/**
 * The texts of a language of the program as a file to translate; null without a table. Texts of e-mails and other papers are English in each
 * of them.
 */
export function templateOf(words: ConsoleWords, language: Language): object | null {
  const table = words.table();
  if (!table) return null;
  const bundles = new Map(
    Object.keys(table.marks).map(name => [name, textsOf(words, language, name)] as const),
  );
  const textAt = (key: string, place: string) => {
    if (/^[=~]/.test(place)) return place.slice(1);
    const [bundle = '', at] = place.split(' ');
    return modelFor(bundles.get(bundle)?.at[Number(at)] ?? '', key);
  };
  const parole = Object.entries(table.parts).map(([part, keys]) => {
    const tree: Words = {};
    for (const [key, place] of Object.entries(keys)) put(tree, key.split('.'), textAt(key, place));
    return [part, tree] as const;
  });
  const { name, locale, firstDay } = languages[language];
  return {
    formato: 'meridiana-lingua',
    versione: 1,
    codice: language,
    nome: name,
    formati: locale,
    ripiego: language,
    primo_giorno: firstDay,
    parole: Object.fromEntries(parole),
  };
}

function put(tree: Words, [name = '', ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    tree[name] = text;
    return;
  }
  const below = tree[name];
  const group = typeof below === 'object' ? below : {};
  tree[name] = group;
  put(group, rest, text);
}
