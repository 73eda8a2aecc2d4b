import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stemOf } from './pack-words.ts';
import { isNode, list, type Node, textOfLiteral, visitAll } from './syntax.ts';

/*
 * The names of fields, such as `isDoubtful`, are for people too. A built console has some thousand of them in forty files, and each file
 * contains its names in full once. Fields that only the console knows therefore get names of two letters. A field is the console's own if
 * one of its types declares it and if its name is nowhere in what others read or write: the contract, the browser, the libraries, what a
 * release keeps for the next one, the placeholders of the texts, and any string with which the code could reach a field.
 */

const root = join(import.meta.dirname, '../..');
const source = join(root, 'src/console');

/** Modules of the console whose fields others read: a later release, another tab, the page around the application, or the word files. */
const shared = [
  'app/cross-tab.ts',
  'app/return-place.ts',
  'data/early-file.ts',
  'data/session.ts',
  'form/drafts.ts',
  'form/edits.ts',
  'form/facts.ts',
  'i18n/packed.ts',
];

/** Types and code of others, by folder: what a browser offers, and the libraries. */
const foreign: readonly (readonly [folder: string, files: RegExp])[] = [
  ['node_modules/@types/react', /^index\.d\.ts$/],
  [
    'node_modules/preact',
    /^(src\/(jsx|dom)\.d\.ts|(dist|hooks\/dist|compat\/dist|jsx-runtime\/dist)\/\w+\.mjs)$/,
  ],
  ['node_modules/wouter-preact', /\.js$/],
  ['node_modules/i18next/dist/esm', /^i18next\.js$/],
  ['node_modules/valibot/dist', /^index\.mjs$/],
  ['node_modules/@typescript', /\/lib\/lib\.(dom|es).*\.d\.ts$/],
];

const comments = /\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms;
/** Members of a type or an object, fields that are read or taken out of an object, and strings; not parameters and variables. */
const members =
  /\.(\w+)|\b(\w+)\??\s*[:(<]|^\s*(?:readonly |get |set |static )?(\w+)\??,?$|[{,]\s*(\w+)\s*(?=[,}=])|['"`](\w+)['"`]/gm;

function* filesIn(folder: string, names: RegExp): Generator<readonly [name: string, text: string]> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (names.test(name)) yield [join(folder, name), readFileSync(join(folder, name), 'utf8')];
}

/** The names of others' fields, and the placeholders of the texts. */
function foreignNames(): Set<string> {
  const names = new Set<string>();
  for (const [folder, files] of foreign) {
    const before = names.size;
    for (const [, text] of filesIn(join(root, folder), files))
      for (const found of text.replaceAll(comments, '').matchAll(members))
        names.add(found.slice(1).find(Boolean) ?? '');
    if (names.size === before) throw new Error(`${folder} has no names: the fields of others are not known`);
  }
  for (const [, text] of filesIn(join(source, 'i18n/languages'), /\.json$/))
    for (const [, placeholder = ''] of text.matchAll(/\{\{(\w+)/g)) names.add(placeholder);
  return names;
}

/** Whether a string is the key of a text, and not the way to a field. */
function wordKeys(): (text: string) => boolean {
  const keys = new Set<string>();
  const collect = (words: object, prefix: string) => {
    for (const [key, value] of Object.entries(words)) {
      if (typeof value === 'object') collect(value, `${prefix}${key}.`);
      else keys.add(stemOf(prefix + key));
    }
  };
  for (const [, text] of filesIn(join(source, 'i18n/languages'), /(^|\/)it(\/.*)?\.json$/))
    collect(JSON.parse(text), '');
  return text => text.includes('.') && keys.has(text);
}

const nameOf = (key: unknown) => (isNode(key) && typeof key.name === 'string' ? [key.name] : []);

/** The keys of a table: an object whose keys are data, because its declaration names no type or a `Record`. */
function keysOfTable({ id, init }: Node): readonly string[] {
  let table: unknown = init;
  while (isNode(table) && /^TS(As|Satisfies)Expression$/.test(table.type)) table = table.expression;
  if (!isNode(table) || table.type !== 'ObjectExpression') return [];
  const { typeAnnotation } = Object(id);
  const isTable = !typeAnnotation || JSON.stringify(typeAnnotation).includes('"Record"');
  return isTable ? list(table.properties).flatMap(each => nameOf(Object(each).key)) : [];
}

/** What the modules of the console and of the contract say about names. */
interface Use {
  /** Fields that a type of the console declares. */
  readonly declared: Set<string>;
  /** Names that must stay, because others or strings reach them. */
  readonly kept: Set<string>;
  readonly counts: Map<string, number>;
}

const keepWords = (text: string, kept: Set<string>) => {
  for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) kept.add(word);
};

function readConsole({ declared, kept, counts }: Use): void {
  const isWordKey = wordKeys();
  const later = new Set<string>();
  const exported = new Map<string, readonly string[]>();
  for (const [file, text] of filesIn(source, /\.tsx?$/)) {
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const isShared = file.includes('/first-paint/') || shared.some(each => file.endsWith(each));
    if (isShared) keepWords(text, kept);
    const own = text.matchAll(/^export (?:async )?(?:const|function) (\w+)/gm);
    exported.set(
      file.replace(/\.tsx?$/, ''),
      Array.from(own, ([, name = '']) => name),
    );
    for (const [, path = ''] of text.matchAll(/import\(\s*'(\.[^']+)'/g))
      later.add(join(dirname(file), path));
    const typesOnly = new Set<unknown>();
    visitAll(file, text, node => {
      if (node.type === 'TSLiteralType') typesOnly.add(node.literal);
      if (node.type === 'TSPropertySignature' || node.type === 'TSMethodSignature')
        for (const name of nameOf(node.key)) declared.add(name);
      if (node.type === 'VariableDeclarator') for (const key of keysOfTable(node)) kept.add(key);
      const reached = typesOnly.has(node) ? null : textOfLiteral(node);
      if (reached !== null && /^[\w$.]+$/.test(reached) && !isWordKey(reached)) keepWords(reached, kept);
    });
  }
  // A module that is loaded later is an object of what it exports.
  for (const file of later) for (const name of exported.get(file) ?? []) kept.add(name);
}

function readContract({ kept }: Use): void {
  for (const [file, text] of filesIn(join(root, 'src/contract'), /\.ts$/)) {
    visitAll(file, text, node => {
      for (const name of [...nameOf(node.key), ...nameOf(node.property)]) kept.add(name);
      keepWords(textOfLiteral(node) ?? '', kept);
      if (node.type === 'TemplateElement') keepWords(String(Object(node.value).cooked), kept);
    });
  }
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = [...letters, ...letters.map(letter => letter.toUpperCase())].flatMap(second =>
  letters.map(first => first + second),
);

/** The short name of each field that has one, the most frequent fields first. */
export function shortNames(): ReadonlyMap<string, string> {
  const use: Use = { declared: new Set(), kept: foreignNames(), counts: new Map() };
  readConsole(use);
  readContract(use);
  const { declared, kept, counts } = use;
  const countOf = (name: string) => counts.get(name) ?? 0;
  const own = [...declared]
    .filter(name => name.length > 3 && !kept.has(name))
    .sort((one, other) => countOf(other) - countOf(one) || (one < other ? -1 : 1));
  const free = pairs.filter(pair => !kept.has(pair) && !counts.has(pair));
  return new Map(
    own.flatMap((name, index) => (free[index] === undefined ? [] : [[name, free[index]] as const])),
  );
}
