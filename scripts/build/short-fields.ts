import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageFiles } from './language-files.ts';
import { flat, stemOf } from './pack-words.ts';
import { isNode, list, type Node, textOfLiteral, visitAll } from './syntax.ts';
import { type KeyUse, readKeyUse } from './word-keys.ts';

/*
 * The fields that types of the console declare (`isDoubtful`, `receivedMs`) have names of two letters in the built console: the minifier
 * shortens the names of variables alone. A field keeps its name where anything else may know it: browsers, packages, the contract, the
 * keys of texts, any text of the source, as code may reach a field by a text, and what is stored or sent: another build of the console may
 * read it, and names its fields otherwise.
 */

const root = join(import.meta.dirname, '../..');
const packages = ['preact', 'wouter-preact', 'i18next', 'valibot', 'regexparam'];
/** All names that browsers know, as the minifier lists them. */
const ofBrowsers = 'node_modules/terser/tools/domprops.js';

interface File {
  readonly path: string;
  readonly content: string;
}

const read = (path: string): File => ({ path, content: readFileSync(join(root, path), 'utf8') });

const filesIn = (folder: string, ending: RegExp): readonly File[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name))
    .map(name => read(join(folder, name)));

const wordsOf = (text: unknown): readonly string[] => String(text).match(/[\w$]+/g) ?? [];
const nameOf = (node: unknown) => (isNode(node) && typeof node.name === 'string' ? node.name : '');

const declarations = ['TSPropertySignature', 'TSMethodSignature', 'PropertyDefinition', 'MethodDefinition'];

/** The parts of a syntax tree whose texts name no field at run time: the paths of modules, and `Pick<Props, 'isStale'>`. */
function withoutFields(node: Node): readonly unknown[] {
  if (node.type === 'ImportExpression') return [node.source];
  if (/^(Import|Export)\w*Declaration$/.test(node.type)) return [node.source];
  return /^(Pick|Omit)$/.test(nameOf(node.typeName ?? node.expression)) ? [node.typeArguments] : [];
}

/** The names that the texts of a source file contain, the attributes of elements of the page, and the keys of objects where asked. */
function namesIn(
  { path, content }: File,
  { areKeysTaken = false, wordKeys = new Set() as ReadonlySet<string> },
): readonly string[] {
  const skipped: Node[] = [];
  const names: string[] = [];
  visitAll(path, content, node => {
    skipped.push(...withoutFields(node).filter(isNode));
    if (areKeysTaken) names.push(nameOf(node.key));
    if (node.type === 'TemplateElement') names.push(...wordsOf(Object(node.value).cooked));
    if (node.type === 'JSXOpeningElement' && /^[a-z]/.test(nameOf(node.name)))
      names.push(...list(node.attributes).map(attribute => nameOf(Object(attribute).name)));
    const text = textOfLiteral(node);
    const isSkipped =
      text === null || skipped.some(({ start, end }) => node.start >= start && node.end <= end);
    if (!isSkipped && !wordKeys.has(text)) names.push(...wordsOf(text));
  });
  return names;
}

/** What modules export that are loaded later: `import('./Panels').then(module => module.Panels)`. */
function exportedLater(sources: readonly File[]): readonly string[] {
  const paths = sources.flatMap(({ content }) =>
    Array.from(content.matchAll(/import\('[./]*([\w/-]+)'\)/g), ([, path]) => path),
  );
  const isLater = ({ path }: File) => paths.some(late => path.replace(/\.\w+$/, '').endsWith(`/${late}`));
  return sources
    .filter(isLater)
    .flatMap(({ content }) => [...content.matchAll(/^export [\w ]*?(\w+)\b(?=[ (<:=]*[(<:={])/gm)])
    .map(([, name = '']) => name);
}

const contractNames = () =>
  filesIn('src/contract', /\.ts$/).flatMap(file => namesIn(file, { areKeysTaken: true }));

const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** The names of the groups and keys that code composes, and of the gaps of all texts. */
function namesOfWords(use: KeyUse): readonly string[] {
  const files = filesIn('src/console/i18n/languages', /\.json$/).map(({ content }) => content);
  const keys = files.flatMap(content => [...flat(JSON.parse(content)).keys()]).map(stemOf);
  const gaps = files.flatMap(content => Array.from(content.matchAll(/\{\{(\w+)/g), ([, gap = '']) => gap));
  return [...gaps, ...new Set(keys.filter(use.isComposed))];
}

/** The files that declare what is stored in the browser, saved as a file, or sent to other tabs. */
const keptOrSent = /\/(app\/(session-flow|cross-tab|other-session)|form\/(drafts|edits)|fieldbus\/dump)\.ts$/;

function takenNames(sources: readonly File[]): ReadonlySet<string> {
  const use = readKeyUse();
  const wordKeys = new Set(languageFiles(use).numberOf.keys());
  const whole = [
    ...filesIn('src/console', /\.css$/),
    ...sources.filter(({ path }) => path.includes('/first-paint/')),
    ...sources.filter(({ path }) => keptOrSent.test(path)),
    ...packages.flatMap(name => filesIn(`node_modules/${name}`, /\.m?js$/)),
    ...filesIn('node_modules/@types/react', /\.d\.ts$/),
    read(ofBrowsers),
  ];
  return new Set([
    ...sources.flatMap(file => namesIn(file, { wordKeys })),
    ...contractNames(),
    ...exportedLater(sources),
    ...namesOfWords(use).flatMap(wordsOf),
    ...whole.flatMap(({ content }) => wordsOf(withoutComments(content))),
  ]);
}

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Attributes as Preact and the page name them; React has its own name for one. The console does not read it of elements. */
const attributes = [['className', 'class']] as const;

/** Short names that minified code has for fields, `.x`, `{x:1}`, and in texts, which may reach one: `"x"`. */
const shortIn = (code: string): readonly string[] =>
  Array.from(code.matchAll(/(?<=[.{,"'`])(\w{1,2})(?=["'`]|\s*:)|(?<=\.)\w{1,2}\b/g), ([name]) => name);

/** The short name of each field: one letter for those that are used most. None is in the given code. */
export function shortFields(codes: readonly string[]): ReadonlyMap<string, string> {
  const sources = filesIn('src/console', /\.tsx?$/);
  const declared = new Set<string>();
  for (const { path, content } of sources)
    visitAll(path, content, node => {
      if (declarations.includes(node.type) && node.computed !== true) declared.add(nameOf(node.key));
    });
  const taken = takenNames(sources);
  const times = new Map<string, number>();
  for (const word of codes.flatMap(wordsOf)) times.set(word, (times.get(word) ?? 0) + 1);
  const uses = (name: string) => times.get(name) ?? 0;
  const fields = [...declared]
    .filter(name => name.length > 2 && !taken.has(name))
    .sort((one, other) => uses(other) - uses(one) || (one < other ? -1 : 1));
  const used = new Set([...codes.flatMap(shortIn), ...contractNames(), ...wordsOf(read(ofBrowsers).content)]);
  const double = letters.flatMap(first => letters.map(second => first + second));
  const free = [...letters, ...double].filter(name => !used.has(name));
  return new Map([...attributes, ...fields.map((name, index) => [name, free[index] ?? name] as const)]);
}
