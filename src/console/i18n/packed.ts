export interface Dictionary {
  [key: string]: string | Dictionary;
}
/** The keys of a bundle: where a text stands there is a 0. */
interface Shape {
  [key: string]: 0 | Shape;
}

/*
 * Of a bundle the keys are published once, within the code of the screen that needs them, and per language the texts alone, in the order of
 * the keys: keys are a third of what a language weighs. Both name the keys by a mark, so that files of two releases never make wrong
 * words.
 */

/** The words of a bundle. Throws when the two files do not belong together or are something else. */
export function unpack(keys: unknown, texts: unknown): Dictionary {
  if (!isRecord(keys) || !isRecord(texts) || keys.of !== texts.of || !Array.isArray(texts.texts))
    throw new Error('language files do not belong together');
  const left: unknown[] = [...texts.texts];
  const words = fill(keys.keys, left);
  if (left.length > 0) throw new Error('language file has too many texts');
  return words;
}

/** A text that a language does not have, such as a plural form, is null there. */
function fill(shape: unknown, left: unknown[]): Dictionary {
  if (!isRecord(shape)) throw new Error('language keys are not valid');
  const words: Dictionary = {};
  for (const [key, inner] of Object.entries(shape)) {
    if (inner !== 0) {
      words[key] = fill(inner, left);
      continue;
    }
    const text = left.shift();
    if (typeof text === 'string') words[key] = text;
    else if (text !== null) throw new Error('language file has too few texts');
  }
  return words;
}

/** What is published of a bundle. */
export interface Packed {
  readonly keys: unknown;
  /** By language. */
  readonly texts: ReadonlyMap<string, unknown>;
}

/** Packs the words of a bundle, given by language. */
export function pack(languages: ReadonlyMap<string, Dictionary>, markOf: (text: string) => string): Packed {
  const shape: Shape = {};
  for (const words of languages.values()) addShape(shape, words);
  const of = markOf(JSON.stringify(shape));
  const texts = new Map<string, unknown>();
  for (const [language, words] of languages) texts.set(language, { of, texts: textsOf(shape, words) });
  return { keys: { of, keys: shape }, texts };
}

function addShape(shape: Shape, words: Dictionary): void {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') {
      shape[key] = 0;
      continue;
    }
    const inner = shape[key] || {};
    addShape(inner, value);
    shape[key] = inner;
  }
}

function textsOf(shape: Shape, words: Dictionary): (string | null)[] {
  return Object.entries(shape).flatMap(([key, inner]) => {
    const value = words[key];
    if (inner === 0) return typeof value === 'string' ? value : null;
    return textsOf(inner, typeof value === 'object' ? value : {});
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
