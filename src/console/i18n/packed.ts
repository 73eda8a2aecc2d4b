export interface Dictionary {
  [key: string]: string | Dictionary;
}
/** The keys of a bundle, with 0 in place of each text. */
interface Shape {
  [key: string]: 0 | Shape;
}

/*
 * The keys of a bundle are published once, in the code of the screen that needs them. Each language file has only the texts, in the order
 * of the keys, because keys are a third of the size of a language. Both files contain the same mark for the keys, so that files of two
 * releases are never combined.
 */

/** The words of a bundle. Throws when the two files do not belong together or are invalid. */
export function unpack(keys: unknown, texts: unknown): Dictionary {
  if (!isRecord(keys) || !isRecord(texts) || keys.of !== texts.of || !Array.isArray(texts.texts))
    throw new Error('language files do not belong together');
  const left: unknown[] = [...texts.texts];
  const words = fill(keys.keys, left);
  if (left.length > 0) throw new Error('language file has too many texts');
  return words;
}

/** Combines keys and texts. A text that a language does not have, such as a plural form, is null in the file and is skipped. */
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

/** The published form of a bundle. */
export interface Packed {
  readonly keys: unknown;
  /** By language. */
  readonly texts: ReadonlyMap<string, unknown>;
}

/** Packs the words of a bundle for all languages. */
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
