export interface Dictionary {
  [key: string]: string | Dictionary;
}

/*
 * The keys of a bundle are published once, in the code of the screen that needs them. Each language file has only the texts, in the order
 * of the keys, because keys are a third of the size of a language. Texts that are the same in every language are beside the keys. Both
 * begin with the same mark, so that files of two releases are never combined. Both are one string, because quotes weigh more than texts of
 * one word:
 *
 *   keys:  mark|names|letter|number of numbered keys|text|text...
 *   texts: mark|plural forms|text|text...
 *
 * The names are `menu(home rest)days_one`: the texts come in this order, and the text of `name!` is beside the keys. Keys that the build
 * has numbered follow, `0h`, `1h` and so on.
 */
export const [betweenTexts, betweenForms] = ['|', '^'];

/** The words of a bundle. Throws when the two files do not belong together or are invalid. */
export function unpack(keys: unknown, texts: unknown): Dictionary {
  const [mark, names = '', letter = '', numbered, ...same] = partsOf(keys);
  const [markOfTexts, forms = '', ...left] = partsOf(texts);
  if (mark !== markOfTexts) throw misfit();
  const words: Dictionary = {};
  const open = [words];
  for (const [, name = '', sign] of names.matchAll(/(\w*)(\W?)/g)) {
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
  if (left.length + same.length !== Number(numbered)) throw misfit();
  const formNames = forms.split(betweenForms);
  for (const [index, text] of [...left, ...same].entries()) {
    const key = index + letter;
    if (!text.includes(betweenForms)) put(words, key, text);
    else
      for (const [at, each] of text.split(betweenForms).entries())
        put(words, `${key}_${formNames[at]}`, each);
  }
  return words;
}

const misfit = () => new Error('language files do not fit');

/** Puts a text. One that a language does not have, such as a plural form, is empty in the file. */
function put(words: Dictionary, key: string, text: string | undefined): void {
  if (text === undefined) throw misfit();
  if (text !== '') words[key] = text;
}

function partsOf(file: unknown): readonly string[] {
  if (typeof file !== 'string') throw misfit();
  return file.split(betweenTexts);
}
