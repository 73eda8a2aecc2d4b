import { betweenForms, betweenTexts, type Dictionary } from '../../src/console/i18n/packed.ts';

/** A text of one language, or its plural forms in the order of `forms`; null where the language does not have it. */
type Text = string | readonly (string | null)[] | null;
/** The same text in every language. */
type Texts = readonly Text[];

/** The published form of a bundle; `src/console/i18n/packed.ts` reads it. */
export interface Packed {
  readonly keys: string;
  /** By language. */
  readonly texts: ReadonlyMap<string, string>;
  /** The numbers of the keys that have one. */
  readonly numberOf: ReadonlyMap<string, string>;
  /** The numbers of this bundle by their texts, for bundles that are loaded after it. */
  readonly known: ReadonlyMap<string, string>;
  /** What the files of this bundle begin with. */
  readonly mark: string;
  /** Where the texts of named keys (by key) and of numbered ones (by number) are in the file of a language. */
  readonly placeOf: ReadonlyMap<string, Place>;
}

/** The position among the texts of the file, from 0; or the text, where it is the same in every language and stands beside the keys. */
export type Place = number | string;

export interface PackOptions {
  /** What the numbers of this bundle end with; no two bundles have the same. */
  readonly letter: string;
  /** Whether a key gets a number instead of its name. All plural forms of a text are one key. */
  readonly isNumbered: (key: string) => boolean;
  /** Numbers of a bundle that is loaded before this one. Its texts are not published again. */
  readonly known: ReadonlyMap<string, string>;
  readonly markOf: (text: string) => string;
}

const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
const pluralForm = new RegExp(`_(${forms.join('|')})$`);

/** The key that code uses: without the plural form. */
export const stemOf = (key: string) => key.replace(pluralForm, '');

/** The texts by their full keys, `menu.home`. */
export function flat(words: Dictionary, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

const isSame = (texts: Texts) => texts.every(text => typeof text === 'string' && text === texts[0]);

/** Packs the words of a bundle for all languages. */
export function pack(languages: ReadonlyMap<string, Dictionary>, options: PackOptions): Packed {
  const byLanguage = [...languages.values()].map(words => flat(words));
  const keys = [...new Set(byLanguage.flatMap(words => [...words.keys()]))];
  const stems = [...new Set(keys.map(stemOf))].filter(options.isNumbered);
  const textsOf = (key: string): Texts => byLanguage.map(words => words.get(key) ?? null);
  const numbered = new Map(stems.map(stem => [stem, byLanguage.map(words => formsOf(words, stem))] as const));

  const named = sortedByTree(keys.filter(key => !numbered.has(stemOf(key))));
  const fresh = new Map([...numbered.values()].map(texts => [JSON.stringify(texts), texts] as const));
  for (const text of options.known.keys()) fresh.delete(text);
  const ordered = [...fresh].sort(([, one], [, other]) => Number(isSame(one)) - Number(isSame(other)));
  const known = new Map(ordered.map(([text], index) => [text, `${index}${options.letter}`] as const));
  const numberOf = new Map(
    [...numbered].map(([key, texts]) => {
      const text = JSON.stringify(texts);
      return [key, options.known.get(text) ?? known.get(text) ?? ''] as const;
    }),
  );

  const all = [...named.map(textsOf), ...ordered.map(([, texts]) => texts)];
  const names = namesOf(named, key => isSame(textsOf(key)));
  const same = all.filter(isSame).map(([text = null]) => text);
  const list = [names, options.letter, ordered.length, ...partsOf(same)].join(betweenTexts);
  const of = options.markOf(JSON.stringify([list, [...numberOf]]));
  const own = all.filter(texts => !isSame(texts));
  const asked = [...named, ...ordered.map((_, index) => `${index}${options.letter}`)];
  const placeOf = new Map(asked.map((key, index) => [key, placeIn(own, all[index] ?? null)] as const));
  const texts = [...languages].map(([language, words], index) => {
    const forms = usedForms(flat(words)).join(betweenForms);
    const parts = partsOf(own.map(each => each[index] ?? null));
    return [language, [of, forms, ...parts].join(betweenTexts)] as const;
  });
  return { keys: of + betweenTexts + list, texts: new Map(texts), numberOf, known, mark: of, placeOf };
}

function placeIn(own: readonly Texts[], texts: Texts | null): Place {
  return texts === null || isSame(texts) ? partsOf(texts?.slice(0, 1) ?? []).join('') : own.indexOf(texts);
}

/** Texts as they are written in the files. Throws for one that has a character that stands between them. */
function partsOf(texts: Texts): readonly string[] {
  const parts = texts.map(text => (Array.isArray(text) ? text : [text]).map(each => each ?? ''));
  const wrong = parts.flat().find(part => part.includes(betweenTexts) || part.includes(betweenForms));
  if (wrong !== undefined)
    throw new Error(`a text may not contain ${betweenTexts} or ${betweenForms}: ${wrong}`);
  return parts.map(forms => forms.join(betweenForms));
}

/** The text of a key in one language, or its plural forms. */
function formsOf(words: ReadonlyMap<string, string>, stem: string): Text {
  const texts = usedForms(words).map(form => words.get(`${stem}_${form}`) ?? null);
  return texts.some(text => text !== null) ? texts : (words.get(stem) ?? null);
}

/** The plural forms that the words of a language have. */
const usedForms = (words: ReadonlyMap<string, string>) =>
  forms.filter(form => [...words.keys()].some(key => key.endsWith(`_${form}`)));

/** Keys of one group beside each other, groups and keys in the order in which they first come. */
function sortedByTree(keys: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const [first = ''] = key.split('.');
    groups.set(first, [...(groups.get(first) ?? []), key]);
  }
  return [...groups].flatMap(([first, inside]) => {
    if (inside.length === 1 && inside[0] === first) return [first];
    const rest = inside.map(key => key.slice(first.length + 1));
    return sortedByTree(rest).map(key => `${first}.${key}`);
  });
}

/** `menu(home rest)days_one`: the names of keys that are sorted as a tree; `name!` for one whose text is the same in every language. */
function namesOf(keys: readonly string[], isMarked: (key: string) => boolean): string {
  let names = '';
  let open: readonly string[] = [];
  for (const key of keys) {
    const groups = key.split('.').slice(0, -1);
    const common = open.findIndex((name, index) => name !== groups[index]);
    const kept = common < 0 ? open.length : common;
    names += ')'.repeat(open.length - kept);
    if (/\w$/.test(names)) names += ' ';
    names += groups
      .slice(kept)
      .map(name => `${name}(`)
      .join('');
    names += key.split('.').at(-1) + (isMarked(key) ? '!' : '');
    open = groups;
  }
  return names;
}
