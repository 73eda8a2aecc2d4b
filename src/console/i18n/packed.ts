export interface Dictionary {
  [key: string]: string | Dictionary;
}

/*
 * The keys of a bundle are published once, in the code of the screen that needs them. Each language file has only the texts, in the order
 * of the keys, because keys are a third of the size of a language. Texts that are the same in every language are beside the keys. Both
 * files contain the same mark for the keys, so that files of two releases are never combined.
 */

/** The keys of a bundle, as `scripts/build/pack-words.ts` writes them. */
interface Keys {
  readonly of: unknown;
  /** `menu(home rest)days_one`: the texts come in this order. The text of `name!` is one of `same`. */
  readonly names: string;
  /** Keys that the build has numbered follow: `0h`, `1h` and so on. */
  readonly letter: string;
  readonly numbered: number;
  readonly same: readonly unknown[];
}

/** The words of a bundle. Throws when the two files do not belong together or are invalid. */
export function unpack(keys: unknown, texts: unknown): Dictionary {
  if (!isKeys(keys) || !isTexts(texts) || keys.of !== texts.of)
    throw new Error('language files do not belong together');
  const left = [...texts.texts];
  const same = [...keys.same];
  const words: Dictionary = {};
  const open = [words];
  for (const [, name = '', sign] of keys.names.matchAll(/(\w*)(\W?)/g)) {
    const inside = open.at(-1) ?? words;
    if (sign === '(') {
      const group: Dictionary = {};
      inside[name] = group;
      open.push(group);
      continue;
    }
    if (name !== '') put(inside, name, sign === '!' ? same.shift() : left.shift());
    if (sign === ')') open.pop();
  }
  if (left.length + same.length !== keys.numbered)
    throw new Error('language file has another number of texts');
  for (const [index, text] of [...left, ...same].entries()) {
    const key = index + keys.letter;
    if (!Array.isArray(text)) put(words, key, text);
    else for (const [at, form] of texts.forms.entries()) put(words, `${key}_${form}`, text[at]);
  }
  return words;
}

/** Puts a text. One that a language does not have, such as a plural form, is null in the file. */
function put(words: Dictionary, key: string, text: unknown): void {
  if (typeof text === 'string') words[key] = text;
  else if (isRecord(text))
    for (const [form, each] of Object.entries(text)) put(words, `${key}_${form}`, each);
  else if (text !== null) throw new Error('language file has something that is no text');
}

/** The texts of a bundle in one language. */
interface Texts {
  readonly of: unknown;
  /** The plural forms of the language; a numbered text that has some is a list of them. */
  readonly forms: readonly unknown[];
  readonly texts: readonly unknown[];
}

function isTexts(value: unknown): value is Texts {
  return isRecord(value) && Array.isArray(value.forms) && Array.isArray(value.texts);
}

function isKeys(value: unknown): value is Keys {
  return isRecord(value) && typeof value.names === 'string' && Array.isArray(value.same);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
