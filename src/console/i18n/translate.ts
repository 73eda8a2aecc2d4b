import { useSyncExternalStore } from 'react';
import { type Language, sourceLanguage } from '../../contract/languages';
import { type Dictionary, unpack } from './packed';
import { ownLanguage, type ShownLanguage } from './shown-language';
import { bundleOf, type Part, type WordKey } from './words';

export type Values = Readonly<Record<string, string | number>>;
type Engine = (key: string, values: Values | undefined) => string;
/** The source of the words. Both functions reject when a file cannot be loaded. */
export interface WordSource {
  /** Loads a published language file: `it`, `it/home`. */
  readonly file: (name: string) => Promise<unknown>;
  /** Loads the keys of a bundle. */
  readonly keys: (bundle: string) => Promise<unknown>;
}

interface State {
  readonly language: ShownLanguage;
  readonly words: Dictionary;
}

const notSetUp = () => Promise.reject(new Error('language files are not set up'));
let source: WordSource = { file: notSetUp, keys: notSetUp };
let state: State = { language: ownLanguage(sourceLanguage), words: {} };
let engine: Engine = plain;
let rebuildEngine: ((state: State) => Engine) | null = null;
/** The words of the login, in the file `it.json`. */
const baseBundle = 'base';
const neededBundles = new Set([baseBundle]);
const underWay = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

/**
 * The words of the login are looked up directly, without i18next. i18next is loaded when a screen is quiet (`installEngine`) and uses
 * the same files and keys.
 */
function plain(key: string, values: Values | undefined): string {
  const count = Number(values?.count);
  const form = new Intl.PluralRules(state.language.code).select(count);
  const found = lookup(key) ?? lookup(`${key}_${form}`) ?? lookup(`${key}_other`) ?? '';
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name] ?? ''));
}

function lookup(key: string): string | undefined {
  let node: string | Dictionary | undefined = state.words;
  for (const step of key.split('.')) node = typeof node === 'object' ? node[step] : undefined;
  return typeof node === 'string' ? node : undefined;
}

/** The text of a key in the current language. A missing text is replaced by the Italian one or by an empty text, never by the key. */
export function t(key: WordKey, values?: Values): string {
  return engine(key, values);
}

/** The text of a key that contains a value of the API, such as a code; null where the console has no such text. */
export function textOf(...steps: readonly string[]): string | null {
  return textWith(undefined, ...steps);
}

/** The same for a text with placeholders. */
export function textWith(values: Values | undefined, ...steps: readonly string[]): string | null {
  return steps.every(step => /^\w+$/.test(step)) ? engine(steps.join('.'), values) || null : null;
}

/** The language in which the console is shown. */
export function shownLanguage(): ShownLanguage {
  return state.language;
}

/** The language of the program in which the datalogger is asked to write. */
export function currentLanguage(): Language {
  return state.language.base;
}

/** As `currentLanguage`, and re-renders the component when the shown language or its words change. */
export function useLanguage(): Language {
  useSyncExternalStore(subscribe, () => state);
  return state.language.base;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setWordSource(words: WordSource): void {
  source = words;
}

/**
 * Shows the console in `language`; in Italian, or in the base of an added language, when its files cannot be loaded. When neither can be, the
 * language stays.
 */
export async function setLanguage(chosen: Language | ShownLanguage): Promise<void> {
  const language = typeof chosen === 'string' ? ownLanguage(chosen) : chosen;
  const { size } = neededBundles;
  const files = await Promise.all([...neededBundles].map(name => bundle(language, name)));
  // A part that came meanwhile came in the old language.
  if (size < neededBundles.size) return setLanguage(language);
  publish({ language, words: mergeAll(files) });
}

/** Loads the words of a part and of its bundle. A screen is shown only after that. */
export function loadPart(part: Part): Promise<void> {
  const name = bundleOf(part);
  if (neededBundles.has(name)) return Promise.resolve();
  const reading = underWay.get(name) ?? add(name).finally(() => underWay.delete(name));
  underWay.set(name, reading);
  return reading;
}

async function add(name: string): Promise<void> {
  const { language } = state;
  const words = await bundle(language, name);
  if (language !== state.language) return add(name);
  neededBundles.add(name);
  publish({ ...state, words: mergeAll([state.words, words]) });
}

/** Makes `t` use i18next, or another engine that is built from the current words. */
export function installEngine(build: (language: string, words: object) => Engine): void {
  rebuildEngine = ({ language, words }) => build(language.code, words);
  publish(state);
}

/** The words of a bundle, in another language where those of the language cannot be loaded. */
async function bundle({ code, base }: ShownLanguage, name: string): Promise<Dictionary> {
  const keys = source.keys(name);
  const read = async (each: string) => {
    const texts = source.file(name === baseBundle ? each : `${each}/${name}`);
    const [known, found] = await Promise.all([keys, texts]);
    return unpack(known, found);
  };
  return read(code).catch(() => read(code === base ? sourceLanguage : base));
}

function mergeAll(files: readonly Dictionary[]): Dictionary {
  return Object.assign({}, ...files);
}

function publish(next: State): void {
  state = next;
  if (rebuildEngine) engine = rebuildEngine(state);
  for (const listener of listeners) listener();
}
