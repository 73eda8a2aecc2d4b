import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dictionary } from '../../src/console/i18n/packed.ts';
import { bundleOf } from '../../src/console/i18n/words.ts';
import { type Language, languageCodes, sourceLanguage } from '../../src/contract/languages.ts';
import type { WordTable } from '../../src/datalogger/api/languages/word-table.ts';
import { flat, type Place, pack, stemOf } from './pack-words.ts';
import type { KeyUse } from './word-keys.ts';

const folder = join(import.meta.dirname, '../../src/console/i18n/languages');
/** Texts of e-mails, displays on a wall and cells in tables, and those that the datalogger answers: on files of languages, of alarms in detail, of figures that are explained, of fields. */
const unpublishedParts = [
  'mail',
  'cells',
  'alarm-advice',
  'contract-sheet',
  'day-balance',
  'field-hints',
  'help',
  'language-file',
  'proof-sheets',
  'workbook',
  'wall',
];

export interface Published {
  /** The texts: `it` those of the login, `it/home` and so on the others. Each is one line of JSON. */
  readonly files: ReadonlyMap<string, string>;
  /** The keys of each bundle, as JSON. */
  readonly keys: ReadonlyMap<string, string>;
  /** The numbers that stand for keys in the code. */
  readonly numberOf: ReadonlyMap<string, string>;
  /** Where each text is, for languages that are added on a device. */
  readonly table: WordTable;
}

/** The bundles of the login and of the shell, which are there whenever another one is. */
const firstBundles = ['base', 'home'];
export const [baseBundle = ''] = firstBundles;
/** The language whose keys and texts a translator is given. */
const modelLanguage: Language = 'en';
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The published files of all languages. Keys have numbers where `use` tells how the code uses them; otherwise all have their names. */
export function languageFiles(use?: KeyUse): Published {
  const files = new Map<string, string>();
  const keys = new Map<string, string>();
  const numberOf = new Map<string, string>();
  const known = new Map<string, string>();
  const marks: Record<string, string> = {};
  const places = new Map<string, string>();
  const all = bundles();
  const isNumbered = (key: string) => use?.isComposed(key) === false;
  for (const [index, bundle] of [...new Set([...firstBundles, ...all.keys()])].entries()) {
    const languages = all.get(bundle) ?? new Map<string, Dictionary>();
    if (use) refuseUnused(languages, use);
    const packed = pack(languages, { letter: letters.charAt(index), isNumbered, known, markOf });
    if (firstBundles.includes(bundle)) for (const [text, number] of packed.known) known.set(text, number);
    for (const [key, number] of packed.numberOf) numberOf.set(key, number);
    keys.set(bundle, JSON.stringify(packed.keys));
    marks[bundle] = packed.mark;
    for (const [key, place] of packed.placeOf) places.set(key, placeText(bundle, place));
    for (const [language, texts] of packed.texts)
      files.set(bundle === baseBundle ? language : `${language}/${bundle}`, JSON.stringify(texts));
  }
  const placeOf = (key: string) => places.get(numberOf.get(stemOf(key)) ?? key) ?? '';
  return { files, keys, numberOf, table: { marks, parts: placesOfParts(placeOf) } };
}

const placeText = (bundle: string, place: Place) =>
  typeof place === 'number' ? `${bundle} ${place}` : `=${place}`;

/** The place of each key by part; of what is not published, the English text. */
function placesOfParts(placeOf: (key: string) => string): WordTable['parts'] {
  const names = readdirSync(join(folder, modelLanguage)).map(name => name.slice(0, -'.json'.length));
  const parts = [baseBundle, ...names.sort()].map(part => {
    const file = part === baseBundle ? modelLanguage : `${modelLanguage}/${part}`;
    const words = flat(JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')));
    const isPublished = !unpublishedParts.includes(part);
    const keys = [...words].map(([key, text]) => [key, isPublished ? placeOf(key) : `~${text}`] as const);
    return [part, Object.fromEntries(keys)] as const;
  });
  return Object.fromEntries(parts);
}

/** A text that no code asks for would be published for nothing. */
function refuseUnused(languages: ReadonlyMap<string, Dictionary>, use: KeyUse): void {
  for (const [language, words] of languages) {
    const unused = [...flat(words).keys()]
      .map(stemOf)
      .find(key => !use.named.has(key) && !use.isComposed(key));
    if (unused !== undefined) throw new Error(`no code uses the text ${unused} of ${language}`);
  }
}

/** Throws when a language does not have every file that the source language has. */
export function refuseMissing(names: readonly string[], languages: readonly string[]): void {
  const ofSource = names.filter(name => /^\w+/.exec(name)?.[0] === sourceLanguage);
  for (const language of languages) {
    const missing = ofSource
      .map(name => name.replace(sourceLanguage, language))
      .filter(name => !names.includes(name));
    if (missing.length > 0)
      throw new Error(
        `texts of "${language}" are missing: src/console/i18n/languages/${missing[0]}${missing.length > 1 ? ` and ${missing.length - 1} more files` : ''}`,
      );
  }
}

/** Four letters compress no further, and each of the many small files has them; that two releases have the same is one case in 16 million. */
const markOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 4);

/** The texts of each bundle by language. */
function bundles(): Map<string, Map<string, Dictionary>> {
  const found = new Map<string, Map<string, Dictionary>>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(each => each.endsWith('.json'))
    .sort();
  refuseMissing(names, languageCodes);
  for (const name of names) {
    const [language = '', part] = name.slice(0, -'.json'.length).split('/');
    if (part !== undefined && unpublishedParts.includes(part)) continue;
    const bundle = part === undefined ? 'base' : bundleOf(part);
    const languages = found.get(bundle) ?? new Map<string, Dictionary>();
    const words = languages.get(language) ?? {};
    const added: Dictionary = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    // A key in two parts would replace its own text, in the file and in the browser.
    const twice = Object.keys(added).find(key => key in words);
    if (twice) throw new Error(`${name}: the words "${twice}" are in another part of ${bundle} as well`);
    languages.set(language, { ...words, ...added });
    found.set(bundle, languages);
  }
  return found;
}
