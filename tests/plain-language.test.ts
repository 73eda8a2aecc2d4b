import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Words and turns that readers stumble over, and what is written in their place. */
const avoided: readonly (readonly [words: RegExp, instead: string])[] = [
  [/(?<!there )\b(is|are|was|were) none\b/i, 'say what is missing; only "there is none" is plain'],
  [/\bso many\b/i, '"that many", or a number'],
  [/\bwhoever\b/i, 'name the person or the program'],
  [/\banew\b/i, '"again"'],
  [/\btold\b/i, '"notified", "reported", "shown"'],
  [/\bheard\b/i, '"received", "answered"'],
  [/\bdesks?\b/i, '"service", "api", "handlers"'],
  [/\bdeeds?\b/i, '"action"'],
  [/\bcarpets?\b/i, '"heatmap"'],
  [/\bwhat (is|are) no\b/i, 'the noun first: "a text that is not a number"'],
];
/** The same words as parts of exported names. */
const inNames = /(?<![a-z])(told|heard|desk|deed|carpet|anew|whoever)(?![a-z])/i;

const root = join(import.meta.dirname, '..');
const under = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name) && !name.includes('node_modules'))
    .map(name => join(folder, name));
const code = ['src', 'scripts', 'tests'].flatMap(folder => under(folder, /\.tsx?$/));
const documents = [
  'README.md',
  ...['.github', 'deploy', 'src', 'scripts', 'tests'].flatMap(folder => under(folder, /\.md$/)),
];

/** The comment in a line, or its test title; empty where it has neither. */
function prose(line: string, isTest: boolean): string {
  const [, title] =
    /\b(?:test|describe|it)(?:\.\w+)*\(\s*(['`].*)/.exec(line) ??
    /^\s*\](?: as const)?\)\((['`].*)/.exec(line) ??
    [];
  if (isTest && title !== undefined) return title;
  const [, comment] = /(?:^\s*(?:\/\*\*?|\*|\/\/)|\s\/\/\s|\/\*\*)(.*)/.exec(line) ?? [];
  return comment ?? '';
}

function findings(files: readonly string[], textOf: (line: string, file: string) => string): string[] {
  return files.flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        // What stands in quotes is quoted.
        const text = textOf(line, file).replace(/[`"][^`"]*[`"]/g, '');
        return avoided
          .filter(([words]) => words.test(text))
          .map(([words, instead]) => `${file}:${index + 1} ${words.exec(text)?.[0]}: write ${instead}`);
      }),
  );
}

const self = 'tests/plain-language.test.ts';

test('comments and test titles use the plain words of the field', () => {
  const files = code.filter(file => file !== self);
  expect(findings(files, (line, file) => prose(line, file.startsWith('tests')))).toEqual([]);
});

test('documents use the plain words of the field', () => {
  expect(findings(documents, line => line)).toEqual([]);
});

test('exported names use the plain words of the field', () => {
  const names = code.flatMap(file =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
      ),
    ]
      .map(([, name = '']) => name)
      .filter(name => inNames.test(name.replace(/([a-z])([A-Z])/g, '$1_$2')))
      .map(name => `${file} ${name}`),
  );
  expect(names).toEqual([]);
});

test.each([
  ['  /** Null for what is no number. */', 'what is no'],
  ["test('is told once', () => {", 'told'],
  ['  const told = 1; // Begins anew.', 'anew'],
])('the check sees %s', (line, words) => {
  expect(prose(line, true)).toContain(words);
});
